import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { actionsOf, canPay, endsByBoth, orderActions } from '../../src/domain/orders/order-actions.ts'
import { isEnded, orderSources, orderStatuses, transitionsOf } from '../../src/domain/orders/order-states.ts'
import { orderStepName, paymentLineLabel, whatNext } from '../../src/domain/orders/order-words.ts'
import { paymentStatuses } from '../../src/domain/orders/payment-states.ts'
import { endOfDay } from '../../src/domain/orders/promise.ts'
import { steps } from '../../src/domain/transition.ts'

const places = orderStatuses.flatMap((status) =>
  orderSources.flatMap((source) =>
    ([null, 'buyer', 'seller'] as const).map((cancelWantedBy) => ({ status, source, cancelWantedBy })),
  ),
)

describe('what a side may do', () => {
  test('is in its table, or a word about cancelling', () => {
    for (const place of places) {
      for (const side of ['buyer', 'seller'] as const) {
        const own: readonly string[] = steps(transitionsOf(place.source), place.status, side)
        const rest = actionsOf(place, side).filter((action) => !own.includes(action))
        expect(rest.filter((action) => !/cancel/i.test(action))).toEqual([])
        if (!endsByBoth(place)) expect(rest).toEqual([])
      }
    }
  })

  test('about a wish is for one side to answer and for the other to take back', () => {
    for (const place of places.filter(endsByBoth)) {
      if (place.cancelWantedBy === null) continue
      const other = place.cancelWantedBy === 'buyer' ? 'seller' : 'buyer'
      expect(actionsOf(place, other)).toEqual(expect.arrayContaining(['agreeCancel', 'refuseCancel']))
      expect(actionsOf(place, place.cancelWantedBy)).toContain('dropCancel')
      expect(actionsOf(place, place.cancelWantedBy)).not.toContain('agreeCancel')
      expect(actionsOf(place, other)).not.toContain('dropCancel')
    }
  })

  test('is nothing once an order is over', () => {
    for (const place of places.filter(({ status }) => isEnded(status) || status === 'completed')) {
      expect([...actionsOf(place, 'buyer'), ...actionsOf(place, 'seller')]).toEqual([])
    }
  })

  test('sends goods without a start, and nothing else', () => {
    const delivers = orderSources.filter((source) =>
      actionsOf({ status: 'confirmed', source, cancelWantedBy: null }, 'seller').includes('deliver'),
    )
    expect(delivers).toEqual(['cart'])
    for (const status of orderStatuses) {
      expect(actionsOf({ status, source: 'cart', cancelWantedBy: null }, 'seller')).not.toContain('start')
    }
  })
})

test('something is to be paid where a line is owed and not covered, unless the order came to nothing', () => {
  const line = fc.record({
    status: fc.constantFrom(...paymentStatuses),
    amount: fc.integer({ min: 1, max: 1e9 }),
    paid: fc.integer({ min: 0, max: 1e9 }),
  })
  fc.assert(
    fc.property(fc.constantFrom(...orderStatuses), fc.array(line, { maxLength: 4 }), (status, lines) => {
      const owed = lines.some((each) => ['due', 'rejected', 'overdue'].includes(each.status) && each.paid < each.amount)
      expect(canPay(status, lines)).toBe(owed && status !== 'declined' && status !== 'cancelled')
    }),
  )
})

test('every step and every state has its words, for both sides', () => {
  for (const action of orderActions) expect(orderStepName(action)).toMatch(/^\p{Script=Han}+$/u)
  for (const { status, source } of places) {
    for (const pays of [true, false]) {
      const money = { canPay: pays, total: 100, paid: pays ? 0 : 100 }
      const order = { status, source, ...money, unpaidUntil: pays ? '2026-11-22T00:00:00Z' : null }
      for (const side of ['buyer', 'seller'] as const) expect(whatNext(order, side)).toMatch(/。$/)
    }
  }
})

test('a promised day ends at midnight in Shanghai', () => {
  expect(endOfDay('2026-11-21').toISOString()).toBe('2026-11-21T15:59:59.999Z')
  expect(endOfDay('2028-02-29').toISOString()).toBe('2028-02-29T15:59:59.999Z')
})

test('who still owes a part that is not due is told so once the order is over', () => {
  const order = {
    status: 'completed',
    source: 'service',
    canPay: false,
    unpaidUntil: null,
    total: 100,
    paid: 50,
  } as const
  expect(whatNext(order, 'buyer')).toContain('余款')
  expect(whatNext(order, 'seller')).not.toContain('余款')
  expect(whatNext({ ...order, paid: 100 }, 'buyer')).not.toContain('余款')
})

test('of an order that came to nothing no payment is called open', () => {
  expect(paymentLineLabel('due', 'in_progress')).toEqual({ label: '待付款', tone: 'act' })
  expect(paymentLineLabel('due', 'completed')).toEqual({ label: '待付款', tone: 'act' })
  for (const status of ['scheduled', 'due', 'rejected', 'overdue'] as const)
    expect(paymentLineLabel(status, 'cancelled')).toEqual({ label: '无需付款', tone: 'mute' })
  expect(paymentLineLabel('refunded', 'cancelled').label).toBe('已退款')
})
