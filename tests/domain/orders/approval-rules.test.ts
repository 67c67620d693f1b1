import { describe, expect, test } from 'vitest'
import type { Permission } from '../../../src/domain/accounts/permissions.ts'
import {
  approversOf,
  isCircular,
  ruleApplies,
  stepsFor,
  stepWithoutApprover,
  type ApprovalRule,
  type GovernedRequest,
} from '../../../src/domain/orders/requisitions/approval-rules.ts'
import { allowedRequisitionSteps } from '../../../src/domain/orders/requisitions/requisition-states.ts'
import { seededRandom } from '../../support/seeded-random.ts'

const member = (userId: number, ...permissions: Permission[]) => ({
  userId,
  permissions: new Set<Permission>(['apply_manage', ...permissions]),
})
const step = (name: string, people: number[], permissions: Permission[] = []) => ({ name, people, permissions })
const rule = (changes: Partial<ApprovalRule> = {}): ApprovalRule => ({
  name: '规则',
  action: 'order',
  from: 0,
  to: null,
  categories: [],
  costCentres: [],
  steps: [step('甲', [1])],
  ...changes,
})
const request = (changes: Partial<GovernedRequest> = {}): GovernedRequest => ({
  action: 'order',
  amount: 1000,
  categories: [7],
  costCentres: ['A'],
  ...changes,
})
const nobody: ReadonlySet<number> = new Set()

describe('a rule', () => {
  test.each([
    ['its lowest amount', rule({ from: 1000 }), true],
    ['below its lowest amount', rule({ from: 1001 }), false],
    ['its limit', rule({ to: 1000 }), false],
    ['below its limit', rule({ to: 1001 }), true],
    ['another action', rule({ action: 'payment' }), false],
    ['a category above', rule({ categories: [7, 9] }), true],
    ['another category', rule({ categories: [9] }), false],
    ['its cost centre', rule({ costCentres: ['A'] }), true],
    ['another cost centre', rule({ costCentres: ['B'] }), false],
  ])('at %s', (_name, given, applies) => {
    expect(ruleApplies(given, request())).toBe(applies)
  })

  test('is not avoided by stating neither category nor cost centre', () => {
    const given = rule({ categories: [9], costCentres: ['B'] })
    expect(ruleApplies(given, request({ categories: [], costCentres: [] }))).toBe(true)
  })

  test('adds its steps to those of others; a step of two rules is passed once, two steps of one rule twice', () => {
    const rules = [
      rule({ steps: [step('部门', [1, 2]), step('复核', [2, 1])] }),
      rule({ steps: [step('同部门', [2, 1]), step('财务', [], ['corporate_credit'])] }),
      rule({ from: 5000, steps: [step('总经理', [9])] }),
    ]
    expect(stepsFor(rules, request()).map(({ name }) => name)).toEqual(['部门', '复核', '财务'])
    expect(stepsFor(rules, request({ action: 'award' }))).toEqual([])
  })
})

describe('approvers', () => {
  test('are the named people and those with a permission, with 申请管理 only', () => {
    const members = [
      member(1),
      member(2, 'corporate_credit'),
      { userId: 3, permissions: new Set<Permission>(['corporate_credit']) },
    ]
    expect([...approversOf(step('x', [1, 3], ['corporate_credit']), members, [], nobody)]).toEqual([
      [1, null],
      [2, null],
    ])
  })

  test('delegate along a chain, each on behalf of the first; nobody acts for an excluded person', () => {
    const members = [member(1), member(2), member(3)]
    const delegations = [
      { from: 1, to: 2 },
      { from: 2, to: 3 },
    ]
    expect([...approversOf(step('x', [1]), members, delegations, nobody)]).toEqual([
      [1, null],
      [2, 1],
      [3, 1],
    ])
    expect(approversOf(step('x', [1]), members, delegations, new Set([1])).size).toBe(0)
    expect([...approversOf(step('x', [1]), members, delegations, new Set([2])).keys()]).toEqual([1])
  })

  test('one person approves one step: a step is missing when people do not suffice, in any order of the steps', () => {
    const members = [member(1), member(2), member(3)]
    expect(stepWithoutApprover([step('a', [1, 2]), step('b', [1])], members, [], nobody)).toBe(null)
    expect(stepWithoutApprover([step('a', [1]), step('b', [1])], members, [], nobody)).toBe(1)
    expect(stepWithoutApprover([step('a', [1, 2]), step('b', [1])], members, [], new Set([2]))).toBe(1)
    expect(stepWithoutApprover([step('a', [4])], members, [], nobody)).toBe(0)
  })

  test('a matching is found exactly when trying all assignments finds one', () => {
    const random = seededRandom(22)
    const members = [1, 2, 3, 4].map((userId) => member(userId))
    const possible = (steps: readonly { readonly people: readonly number[] }[], used: ReadonlySet<number>): boolean => {
      const [first, ...others] = steps
      if (first === undefined) return true
      return first.people.some((userId) => !used.has(userId) && possible(others, new Set([...used, userId])))
    }
    let impossible = 0
    for (let round = 0; round < 2000; round += 1) {
      const steps = Array.from({ length: 1 + random(4) }, (_, at) =>
        step(
          String(at),
          [1, 2, 3, 4].filter(() => random(10) < 4),
        ),
      )
      const expected = possible(steps, nobody)
      if (!expected) impossible += 1
      expect(stepWithoutApprover(steps, members, [], nobody) === null).toBe(expected)
    }
    expect(impossible).toBeGreaterThan(100)
  })
})

test('a delegation is circular when it leads back, directly or over others', () => {
  const chain = [
    { from: 1, to: 2 },
    { from: 2, to: 3 },
  ]
  expect(isCircular(chain, { from: 3, to: 1 })).toBe(true)
  expect(isCircular(chain, { from: 2, to: 1 })).toBe(true)
  expect(isCircular(chain, { from: 1, to: 1 })).toBe(true)
  expect(isCircular(chain, { from: 1, to: 3 })).toBe(false)
  expect(isCircular(chain, { from: 3, to: 4 })).toBe(false)
})

test('steps of a reader: the requester withdraws, an approver approves and returns, both only while it waits', () => {
  const of = (isRequester: boolean, isApprover: boolean) =>
    allowedRequisitionSteps('waiting', { isRequester, isApprover })
  expect([of(true, false), of(false, true), of(false, false)]).toEqual([['withdraw'], ['approve', 'return'], []])
  const stranding = { isRequester: false, isApprover: true, isStranding: true }
  expect(allowedRequisitionSteps('waiting', stranding)).toEqual(['return'])
  for (const status of ['approved', 'returned', 'withdrawn'] as const)
    expect(allowedRequisitionSteps(status, { isRequester: true, isApprover: true })).toEqual([])
})
