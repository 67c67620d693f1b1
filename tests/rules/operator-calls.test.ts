import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allCalls } from '../support/all-calls.ts'

const operatorCalls = allCalls.filter(({ call }) => call.access.who === 'operator')

test('every operator call either reads or is logged, so that each write leaves exactly one action', () => {
  expect(operatorCalls.length).toBeGreaterThan(40)
  const wrong = operatorCalls
    .filter(({ call }) => (call.reads === true) === (call.logs !== undefined))
    .map(({ name }) => `${name}: say reads: true, or logs: what a success is called`)
  expect(wrong).toEqual([])
})

test('only the dispatcher writes actions, by one function', () => {
  const dispatch = readFileSync(new URL('../../src/server/dispatch.ts', import.meta.url), 'utf8')
  expect(dispatch.match(/await recordPlatformAction\(/g)).toHaveLength(1)
})
