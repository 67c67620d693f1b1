import { describe, expect, test } from 'vitest'
import {
  isBalanced,
  lineEntries,
  payoutEntries,
  sellerShares,
  type LinePart,
} from '../../../src/domain/orders/ledger.ts'
import {
  heldState,
  payoutBlocker,
  payoutDueAt,
  payoutFee,
  payoutStatuses,
  payoutTransitions,
  payoutUpkeep,
  sumPayout,
  type PayoutEvent,
  type PayoutStatus,
} from '../../../src/domain/orders/payouts.ts'
import { allowedEvents, nextState } from '../../../src/domain/transition.ts'

const part = (id: number, method: LinePart['method'], received: number, more: Partial<LinePart> = {}): LinePart => ({
  id,
  method,
  received,
  refunded: 0,
  paidOut: 0,
  ...more,
})

describe('the states of a payout', () => {
  test('go from due over two approvals to paid or failed', () => {
    const walk = (...events: readonly PayoutEvent[]) =>
      events.reduce<string>((state, event) => {
        const from = payoutStatuses.find((status) => status === state)
        return (from && nextState(payoutTransitions, from, event, 'operator')) ?? 'none'
      }, 'due')
    expect(walk('approve', 'confirm', 'pay')).toBe('paid')
    expect(walk('approve', 'confirm', 'fail', 'retry', 'approve')).toBe('first_approved')
    expect(walk('approve', 'confirm', 'pay', 'bounce', 'retry', 'approve')).toBe('first_approved')
    expect(walk('approve', 'return')).toBe('due')
    expect(walk('confirm')).toBe('none')
    expect(walk('approve', 'pay')).toBe('none')
  })

  test('are held and released by the system, and not once approved', () => {
    const held = payoutStatuses.filter((status) => nextState(payoutTransitions, status, 'hold', 'system') === 'held')
    expect(held).toEqual(['due', 'first_approved'])
    expect(nextState(payoutTransitions, 'held', 'release', 'system')).toBe('due')
    expect(allowedEvents(payoutTransitions, 'held', 'operator')).toEqual([])
    const after = (end: PayoutStatus) => [
      ...allowedEvents(payoutTransitions, end, 'operator'),
      ...allowedEvents(payoutTransitions, end, 'system'),
    ]
    expect(after('void')).toEqual([])
    expect(after('paid')).toEqual(['bounce'])
  })

  test.each([
    ['due', [[100, 100, null]], null],
    ['due', [[100, 90, null]], 'amend'],
    ['first_approved', [[100, 100, 'dispute']], 'hold'],
    ['due', [[100, 0, null]], 'void'],
    ['held', [[100, 100, 'refund']], null],
    [
      'held',
      [
        [100, 100, 'refund'],
        [50, 50, null],
      ],
      'leave',
    ],
    ['held', [[100, 90, null]], 'release'],
    ['held', [[100, 0, 'refund']], 'void'],
    ['failed', [[100, 90, 'dispute']], null],
    ['failed', [[100, 0, null]], 'void'],
    ['approved', [[100, 0, 'dispute']], null],
    ['paid', [[100, 0, null]], null],
    ['due', [], 'void'],
  ] as const)('%s with lines %j needs: %s', (status, lines, upkeep) => {
    const current = lines.map(([amount, now, blocker]) => ({ line: { amount }, now: { amount: now }, blocker }))
    expect(payoutUpkeep(status, current)).toBe(upkeep)
  })
})

describe('money of a supplier', () => {
  test('falls due some days after the work is finished', () => {
    expect(payoutDueAt(null, 7)).toBeNull()
    expect(payoutDueAt(new Date('2026-11-01T02:00:00Z'), 7)).toEqual(new Date('2026-11-08T02:00:00Z'))
    expect(heldState(null, null)).toBe('unfinished')
    expect(heldState(null, new Date())).toBe('waiting')
    expect(heldState('refund', null)).toBe('refund')
    expect(payoutBlocker({ isDisputed: true, hasRefund: true })).toBe('dispute')
    expect(payoutBlocker({ isDisputed: false, hasRefund: false })).toBeNull()
  })

  test('less the fee, which is rounded down', () => {
    expect([payoutFee(10_001, 60), payoutFee(10_001, 0), payoutFee(199, 50)]).toEqual([60, 0, 0])
    expect(
      sumPayout([
        { amount: 10_001, fee: 60 },
        { amount: 199, fee: 0 },
      ]),
    ).toEqual({ amount: 10_200, fee: 60, net: 10_140 })
  })

  test.each([
    ['is what was paid first, up to the amount', [part(1, 'demo', 60), part(2, 'bank', 60)], 100, [60, 40]],
    ['leaves a surplus to the buyer', [part(1, 'demo', 130)], 100, [100]],
    ['is less what was refunded', [part(1, 'demo', 100, { refunded: 30 })], 100, [70]],
    [
      'moves up when an earlier payment is refunded',
      [part(1, 'bank', 100, { refunded: 20 }), part(2, 'demo', 20)],
      100,
      [80, 20],
    ],
    ['excludes what was paid out', [part(1, 'demo', 100, { paidOut: 100 }), part(2, 'wechat', 50)], 100, [0, 0]],
    [
      'keeps what was paid out before a later receipt',
      [part(1, 'alipay', 80), part(2, 'demo', 100, { paidOut: 100 })],
      100,
      [0, 0],
    ],
    ['is nothing of a line that was cancelled', [part(1, 'demo', 100)], 0, [0]],
  ] as const)('%s', (_name, parts, amount, shares) => {
    expect([...sellerShares(parts, amount).values()]).toEqual(shares)
  })

  test('moves between accounts by the difference of two states', () => {
    const deal = { buyerId: 1, sellerId: 2 }
    const before = { parts: [part(1, 'demo', 100, { paidOut: 80 })], amount: 80 }
    // The supplier transfers 30 back of what it was paid out.
    const after = { parts: [part(1, 'demo', 100, { refunded: 30, paidOut: 50 })], amount: 80 }
    const entries = lineEntries(deal, before, after)
    expect(isBalanced(entries)).toBe(true)
    expect(Object.fromEntries(entries.map(({ account, amount }) => [account, amount]))).toEqual({
      'seller:2': -30,
      'held:demo': 20,
      'buyer:1': 10,
    })
    const out = payoutEntries('demo', deal, { amount: 100, fee: 3 })
    expect(Object.fromEntries(out.map(({ account, amount }) => [account, amount]))).toEqual({
      'held:demo': -100,
      'seller:2': 97,
      fee: 3,
    })
  })
})
