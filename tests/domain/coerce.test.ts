import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { coerce } from '../../src/contract/coerce.ts'
import { dayInput, id, momentInput, text } from '../../src/contract/fields.ts'
import { unknownFields } from '../../src/contract/unknown-fields.ts'

/** Parsed value of a call; undefined if rejected. */
const read = (schema: z.ZodType, raw: unknown): unknown => schema.safeParse(coerce(schema, raw)).data
const faultsOf = (schema: z.ZodType, raw: unknown) =>
  schema.safeParse(coerce(schema, raw)).error?.issues.map(({ path }) => path.join('.')) ?? []

const flag = z.union([z.boolean(), z.literal([0, 1])]).transform(Boolean)

describe('text for other types', () => {
  test.each<[string, z.ZodType, unknown, unknown]>([
    ['a number', id, '43', 43],
    ['a negative one', z.int(), '-3', -3],
    ['a fraction', z.number(), '1.5', 1.5],
    ['a flag', z.boolean(), '1', true],
    ['a flag in a word', z.boolean(), 'false', false],
    ['a flag as a number', z.boolean(), 0, false],
    ['a flag of two kinds', flag, '1', true],
    ['one of some numbers', z.literal([1, 2]), '2', 2],
    ['the only number', z.literal(1), '1', 1],
    ['consent', z.literal(true), '1', true],
    ['a choice of digits', z.enum(['0', '1']), 1, '1'],
    ['ids in a list', z.array(id), ['1', 2], [1, 2]],
    ['within rows', z.array(z.object({ n: id })), [{ n: '7' }], [{ n: 7 }]],
    ['within named values', z.record(z.string(), z.int()), { a: '1' }, { a: 1 }],
    ['one of two kinds', z.union([id, z.object({ id })]), { id: '4' }, { id: 4 }],
  ])('%s', (_what, schema, raw, value) => {
    expect(read(z.object({ it: schema }), { it: raw })).toEqual({ it: value })
  })

  test.each(['043', '4e3', '0x10', '1,000', ' 43', '43 ', '+43', '４３', 'NaN', 'yes', '', '9'.repeat(30)])(
    '"%s" is refused by name, as number and as flag',
    (raw) => {
      expect(faultsOf(z.object({ number: id, flag: z.boolean() }), { number: raw, flag: raw })).toEqual([
        'number',
        'flag',
      ])
    },
  )

  test('ambiguous values are rejected', () => {
    const either = z.object({ it: z.union([z.int(), z.boolean()]) })
    expect(faultsOf(either, { it: '1' })).toEqual(['it'])
    expect(read(either, { it: '2' })).toEqual({ it: 2 })
  })

  test('text fields stay text', () => {
    const schema = z.object({ mobile: z.string(), code: text(9), either: z.union([z.string(), id]) })
    const raw = { mobile: '13800138000', code: '0012', either: '7' }
    expect(coerce(schema, raw)).toEqual(raw)
    expect(read(schema, raw)).toEqual(raw)
  })
})

describe('"" for none', () => {
  const schema = z.object({
    left: id.optional(),
    fallback: z.int().default(20),
    nothing: id.nullish(),
    day: dayInput.optional(),
    moment: momentInput.nullable(),
    choice: z.enum(['a', 'b']).optional(),
    list: z.array(id).default([]),
  })
  test('is an absent field, or null if the schema allows it', () => {
    const none = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, '']))
    expect(read(schema, none)).toEqual({ fallback: 20, nothing: null, moment: null, list: [] })
  })

  test('is an empty string in text fields', () => {
    expect(faultsOf(z.object({ name: text(9).optional() }), { name: '' })).toEqual(['name'])
    expect(read(z.object({ word: z.string().default('x') }), { word: '' })).toEqual({ word: '' })
    expect(read(z.object({ kind: z.enum(['', 'a']).default('a') }), { kind: '' })).toEqual({ kind: '' })
  })
})

describe('unknown fields', () => {
  const row = z.object({ a: z.int() })
  const close = z.object({ event: z.literal('close'), why: z.string() })
  const open = z.object({ event: z.literal('open'), until: z.string() })
  test.each<[string, z.ZodType, unknown, string[]]>([
    ['none', row, { a: 1 }, []],
    ['one', row, { a: 1, b: 2 }, ['b']],
    ['one that is not there', row, { a: 1, b: undefined }, []],
    [
      'one that every object has',
      row,
      JSON.parse('{"a":1,"__proto__":1,"constructor":1}'),
      ['__proto__', 'constructor'],
    ],
    ['below others', z.object({ rows: z.array(row).optional() }), { rows: [{ a: 1 }, { a: 1, c: 1 }] }, ['rows.1.c']],
    ['of a choice', z.discriminatedUnion('event', [close, open]), { event: 'close', until: 1 }, ['until']],
    ['of no choice that fits', z.union([close, open]), { event: 1, why: 1, until: 1, x: 1 }, ['x']],
    ['of named values', z.record(z.string(), row), { any: { a: 1, z: 1 } }, ['any.z']],
    ['where all are taken', z.looseObject({ a: row }), { a: { a: 1, b: 1 }, c: 1 }, ['a.b']],
    ['of what is no object', row, [1], []],
  ])('%s', (_what, schema, raw, fields) => {
    expect(unknownFields(schema, raw)).toEqual(fields)
  })
})
