import { lintFromString, createConfig } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { requestExample, exampleOf } from '../../src/server/http/open-api/examples.ts'
import { jsonSchemaOf, undescribedFields, withFieldNotes } from '../../src/server/http/open-api/json-schema.ts'
import { openapiDocument } from '../../src/server/http/open-api/document.ts'
import { fieldNotes } from '../../src/contract/open-api/field-notes.ts'
import { apiKeyPermissions } from '../../src/domain/accounts/api-keys.ts'
import { allCalls } from '../support/all-calls.ts'
import { textOf } from '../support/sources.ts'

const byKey = allCalls.filter(({ call }) => call.byKey === true)

test('every call has a reviewed decision whether a key may be used', () => {
  const decided = textOf('tests/rules/spec/keys.txt')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const now = allCalls.map(({ name, call }) => `${name}\t${call.byKey === true ? 'key' : 'no'}`)
  expect(
    now.toSorted(),
    'decide whether programs may make these calls, then write the lines into tests/rules/spec/keys.txt',
  ).toEqual(decided.toSorted())
})

test('a key never serves operators, agents, accounts or forms', () => {
  const wrong = byKey.filter(
    ({ name, call }) =>
      ['operator', 'service', 'user'].includes(call.access.who) ||
      call.multipart === true ||
      (name.startsWith('accounts.') && !/eference/.test(name)) ||
      /password|captcha|secret/i.test(JSON.stringify(jsonSchemaOf(call.input, 'input'))),
  )
  expect(wrong.map(({ name }) => name)).toEqual([])
  const needed = byKey.flatMap(({ call: { access } }) => [access.permission, access.also])
  const given = new Set<string | undefined>(apiKeyPermissions)
  expect(needed.filter((permission) => permission !== undefined && !given.has(permission))).toEqual([])
  expect(
    apiKeyPermissions.filter((permission) => permission !== 'publish_requirement' && !needed.includes(permission)),
  ).toEqual([])
})

test('every field of a call with a key is described', () => {
  const used = new Set<string>()
  const missing = byKey.flatMap(({ name, call }) =>
    (['input', 'output'] as const).flatMap((io) => {
      const schema = withFieldNotes(jsonSchemaOf(call[io], io))
      for (const [, field = ''] of JSON.stringify(schema).matchAll(/"(\w+)":\{/g)) used.add(field)
      return undescribedFields(schema).map((field) => `${name} ${io} ${field}`)
    }),
  )
  expect(missing, 'describe them with .describe() or in src/contract/open-api/field-notes.ts').toEqual([])
  expect(Object.keys(fieldNotes).filter((field) => !used.has(field))).toEqual([])
})

test('every example is a valid one', () => {
  const wrong = byKey.flatMap(({ name, call }) => {
    const input = call.input.safeParse(requestExample(name, jsonSchemaOf(call.input, 'input')))
    const output = call.output.safeParse(exampleOf(jsonSchemaOf(call.output, 'output'), 'output'))
    return [...(input.error?.issues ?? []), ...(output.error?.issues ?? [])].map(
      ({ path, message }) => `${name} ${path.join('.')}: ${message}`,
    )
  })
  expect(wrong).toEqual([])
})

test.each(['open', 'all'] as const)(
  'Redocly finds no error in the document of %s calls',
  async (part) => {
    const config = await createConfig({ extends: ['recommended'] })
    const source = JSON.stringify(openapiDocument({ siteUrl: 'https://www.example.cn' }, part))
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
    const errors = problems.filter(({ severity }) => severity === 'error')
    expect(errors.map(({ ruleId, message, location }) => `${ruleId} ${message} ${location[0]?.pointer ?? ''}`)).toEqual(
      [],
    )
  },
  60_000,
)

test('the document is the same at each start', () => {
  const write = () => JSON.stringify(openapiDocument({ siteUrl: 'https://www.example.cn' }, 'open'))
  expect(write()).toBe(write())
})
