import fc, { type Arbitrary } from 'fast-check'
import { z } from 'zod'

type Schema = z.core.JSONSchema.BaseSchema

/** Hostile values that replace valid ones. */
const hostileValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  Number.MIN_VALUE,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\ufeff',
  '٣',
  'NaN',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  '%',
  '\\',
  '%00',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '${7*7}',
  'x'.repeat(5_000),
  '药'.repeat(2_000),
  [],
  {},
  [[]],
  [null],
  { length: 1e9 },
  { $ne: null },
  { toString: 1 },
  { then: {} },
]

const binaryText = fc.string({ unit: 'binary', maxLength: 40 })
const textValues = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '药效',
    'CDMO',
    'GLP 毒理',
    '稳定性研究',
    '2026-11-20T06:08:00Z',
    '13800138000',
    'a@example.com',
    '1',
    '110000',
  ),
  binaryText,
)
/** Prefers small ids, which exist in the seeds. */
const smallInteger = (low: number, high: number) =>
  low > high
    ? fc.constant(low)
    : fc.oneof(fc.integer({ min: low, max: Math.min(high, low + 80) }), fc.integer({ min: low, max: high }))
const clamp = (value: unknown, otherwise: number) =>
  typeof value === 'number' && Number.isSafeInteger(value)
    ? Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, value))
    : otherwise

function text(schema: Schema): Arbitrary<unknown> {
  if (schema.format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  const low = clamp(schema.minLength, 0)
  const high = clamp(schema.maxLength, 200)
  const sized = fc.string({
    unit: 'grapheme',
    minLength: Math.min(low, 60),
    maxLength: Math.max(Math.min(low, 60), Math.min(high, 60)),
  })
  return fc.oneof({ arbitrary: sized, weight: 3 }, { arbitrary: textValues, weight: 2 })
}

function number(schema: Schema): Arbitrary<unknown> {
  return smallInteger(
    clamp(schema.minimum ?? schema.exclusiveMinimum, -10),
    clamp(schema.maximum ?? schema.exclusiveMaximum, 2 ** 31 - 1),
  )
}

const asSchema = (value: unknown): Schema => (typeof value === 'object' && value !== null ? { ...value } : {})

function object(schema: Schema, all: Schema): Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => [name, ofSchema(asSchema(field), all)] as const,
  )
  const model = Object.fromEntries(fields)
  return fc.record(model, {
    requiredKeys: (schema.required ?? []).filter((name) => name in model),
    noNullPrototype: true,
  })
}

/** Bodies that are valid by a JSON schema. */
function ofSchema(schema: Schema, all: Schema): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => ofSchema(asSchema(choice), all)))
  if (schema.allOf !== undefined) return ofSchema(asSchema(Object.assign({}, ...schema.allOf)), all)
  if (typeof schema.$ref === 'string') return fc.constant({})
  switch (schema.type) {
    case 'object':
      return object(schema, all)
    case 'array':
      return fc.array(ofSchema(asSchema(schema.items), all), {
        minLength: Math.min(clamp(schema.minItems, 0), 5),
        maxLength: 5,
      })
    case 'string':
      return text(schema)
    case 'integer':
    case 'number':
      return number(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

/** Replaces the n-th node of a body, counted from its root. */
function replaced(body: unknown, nth: { left: number }, value: unknown): unknown {
  nth.left -= 1
  if (nth.left < 0) return value
  if (Array.isArray(body)) return body.map((item) => (nth.left < 0 ? item : replaced(item, nth, value)))
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(
    Object.entries(body).map(([key, item]) => [key, nth.left < 0 ? item : replaced(item, nth, value)]),
  )
}

/** Bodies for a call's input: valid ones, and ones with a single hostile value. */
export function bodiesFor(input: z.ZodType): Arbitrary<string> {
  const schema = asSchema(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }))
  const fitting = ofSchema(schema, schema)
  const hurt = fc
    .tuple(fitting, fc.nat(12), fc.constantFrom(...hostileValues))
    .map(([body, nth, value]) => replaced(body, { left: nth }, value))
  return fc
    .oneof({ arbitrary: fitting, weight: 2 }, { arbitrary: hurt, weight: 3 })
    .map((body) => JSON.stringify(body) ?? 'null')
}

/** Bodies that are invalid for every call. */
export const hostileBodies: readonly { readonly what: string; readonly body: string; readonly type?: string }[] = [
  { what: 'nothing', body: '' },
  { what: 'half an object', body: '{"a":' },
  { what: 'a lone quote', body: '"' },
  { what: 'a bare word', body: 'undefined' },
  { what: 'null', body: 'null' },
  { what: 'an array', body: '[1,2,3]' },
  { what: 'depth 10,000', body: `${'['.repeat(10_000)}${']'.repeat(10_000)}` },
  { what: 'depth 10,000 of objects', body: `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}` },
  { what: 'a number beyond all numbers', body: `{"id":${'9'.repeat(400)},"current":1e999,"pageSize":-0}` },
  { what: 'NUL in keys and values', body: '{"a\\u0000":"\\u0000","keyword":"\\u0000"}' },
  { what: 'a raw control character', body: '{"a":"\u0001"}' },
  { what: 'half a surrogate', body: '{"keyword":"\\ud800","loginName":"\\udc00"}' },
  { what: 'a prototype', body: '{"__proto__":{"isOwner":true},"constructor":{"prototype":{}}}' },
  {
    what: 'a thousand keys',
    body: JSON.stringify(Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`k${i}`, i]))),
  },
  { what: 'too large', body: `{"keyword":"${'x'.repeat(600_000)}"}` },
  { what: 'a form', body: 'a=1&b=2', type: 'application/x-www-form-urlencoded' },
]

/** A form body for a call: its fields, `file` as a file; non-objects are unchanged. */
export function asForm(body: string): FormData | string {
  const fields = parsed(body)
  if (typeof fields !== 'object' || fields === null) return body
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    const text = typeof value === 'object' ? 'an object' : String(value)
    if (name === 'file') form.append(name, new File([text], text.slice(0, 300)))
    else form.append(name, text)
  }
  return form
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** A field of a call's input, with a function that creates bodies for its value. */
interface FieldPlace {
  readonly field: string
  readonly kind: 'date' | 'date-time' | 'number'
  readonly bodyWith: (value: unknown) => unknown
}

/** A value that is valid by a JSON schema, with all fields. */
function someValue(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice !== undefined) return someValue(asSchema(choice))
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, field]) => [name, someValue(asSchema(field))]),
      )
    case 'array':
      return [someValue(asSchema(schema.items))]
    case 'string':
      if (schema.format === 'date') return '2027-01-04'
      if (schema.format === 'date-time') return '2027-01-04T02:00:00Z'
      return '1'.padEnd(clamp(schema.minLength, 1), '1')
    case 'integer':
    case 'number':
      return clamp(schema.minimum, 1)
    case 'boolean':
      return false
    default:
      return null
  }
}

function* placesIn(schema: Schema, field: string, bodyWith: FieldPlace['bodyWith']): Generator<FieldPlace> {
  for (const choice of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
    yield* placesIn(asSchema(choice), field, bodyWith)
  if (schema.type === 'object') {
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      const rest = someValue(schema)
      const here = (value: unknown) => bodyWith({ ...(typeof rest === 'object' ? rest : {}), [name]: value })
      yield* placesIn(asSchema(inner), field === '' ? name : `${field}.${name}`, here)
    }
  }
  if (schema.type === 'array') yield* placesIn(asSchema(schema.items), field, (value) => bodyWith([value]))
  if (schema.format === 'date' || schema.format === 'date-time') yield { field, kind: schema.format, bodyWith }
  if (schema.type === 'integer' || schema.type === 'number') yield { field, kind: 'number', bodyWith }
}

const outOfRangeDays = ['0000-01-01', '0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31', '2026-02-30']
const outOfRangeNumbers = [2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, -(2 ** 53 - 1)]

/** Bodies with one day or number that is out of range for a database column. */
export function outOfRangeBodies(input: z.ZodType): { field: string; isDay: boolean; body: string }[] {
  const schema = asSchema(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }))
  return [...placesIn(schema, '', (value) => value)].flatMap(({ field, kind, bodyWith }) => {
    const days = kind === 'date' ? outOfRangeDays : outOfRangeDays.map((day) => `${day}T00:00:00+08:00`)
    const values = kind === 'number' ? outOfRangeNumbers : days
    return values.map((value) => ({ field, isDay: kind !== 'number', body: JSON.stringify(bodyWith(value)) }))
  })
}
