import { expect, test } from 'vitest'
import { demoIds } from '../../../src/db/seeds/build-accounts.ts'
import { presetRoles } from '../../../src/domain/accounts/roles.ts'
import { allCalls } from '../../support/all-calls.ts'
import { companies, rows } from './rows.ts'

const { operations, accounts } = rows

test('every entry of the operation log has a name of the contract', () => {
  const names = new Map(allCalls.map(({ name, call }) => [name, call.logs]))
  expect(operations.filter(({ call, action }) => names.get(call) !== action)).toEqual([])
})

test('entries are chronological and have a target', () => {
  const times = operations.map(({ createdAt }) => createdAt.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(operations.filter(({ detail }) => detail === '' || detail?.startsWith('，'))).toEqual([])
})

test('the demo companies have a realistic log', () => {
  for (const owner of [demoIds.buyer, demoIds.seller, demoIds.seller2]) {
    expect(operations.filter(({ userId }) => userId === owner).length).toBeGreaterThan(10)
  }
})

test('every company has the preset roles', () => {
  for (const { id } of companies) {
    const names = accounts.roles.filter(({ companyId }) => companyId === id).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(presetRoles.map(({ name }) => name)))
  }
  expect(accounts.userRoles.filter(({ userId }) => userId === demoIds.sub)).toEqual([])
})
