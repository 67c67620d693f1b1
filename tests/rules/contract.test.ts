import { expect, test } from 'vitest'
import { failures } from '../../src/contract/failures.ts'
import { contract } from '../../src/contract/contract.ts'
import { allCalls } from '../support/all-calls.ts'
import { textOf } from '../support/sources.ts'

const specified = textOf('tests/rules/spec/calls.txt')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [domain = '', path = ''] = line.split('\t')
    return { domain, path }
  })

test('every call of the specification is in the contract, in its domain', () => {
  const declared = new Set(
    Object.entries(contract).flatMap(([domain, calls]) => Object.values(calls).map(({ path }) => `${domain} ${path}`)),
  )
  const missing = specified.filter(({ domain, path }) => !declared.has(`${domain} ${path}`))
  expect(missing.map(({ domain, path }) => `${path}: declare it in src/contract/${domain} with call()`)).toEqual([])
})

test('a call outside the specification is marked as own', () => {
  const known = new Set(specified.map(({ path }) => path))
  const wrong = allCalls.filter(({ call }) => !known.has(call.path) && call.ours !== true)
  expect(
    wrong.map(({ name, call }) => `${name} (${call.path}): write ours: true, or the path as the specification has it`),
  ).toEqual([])
})

test('a call of the specification is not marked as own', () => {
  const known = new Set(specified.map(({ path }) => path))
  const wrong = allCalls.filter(({ call }) => known.has(call.path) && call.ours === true)
  expect(wrong.map(({ name }) => name)).toEqual([])
})

test('every path is unique', () => {
  const paths = allCalls.map(({ call }) => call.path)
  expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([])
})

test('every failure above the HTTP codes has a unique code', () => {
  const codes = Object.values(failures)
    .map(({ code }) => code)
    .filter((code) => code >= 600)
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
})
