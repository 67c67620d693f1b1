import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  allowedOrderActions,
  canPay,
  needsMutualCancellation,
  orderActions,
} from '../../src/domain/orders/order-actions.ts'
import { isEnded, orderSources, orderStatuses, orderTransitionsFor } from '../../src/domain/orders/order-states.ts'
import { orderStepName, paymentLineLabel, nextStepHint } from '../../src/domain/orders/order-labels.ts'
import { paymentStatuses } from '../../src/domain/orders/payment-states.ts'
import { endOfDay } from '../../src/domain/orders/deadlines.ts'
import { allowedEvents } from '../../src/domain/transition.ts'

const places = orderStatuses.flatMap((status) =>
  orderSources.flatMap((source) =>
    ([null, 'buyer', 'seller'] as const).map((cancellationRequestedBy) => ({
      status,
      source,
      cancellationRequestedBy,
    })),
  ),
)

describe('actions of a side', () => {
  test('are in its transition table, or concern a cancellation', () => {
    for (const place of places) {
      for (const side of ['buyer', 'seller'] as const) {
        const own: readonly string[] = allowedEvents(orderTransitionsFor(place.source), place.status, side)
        const rest = allowedOrderActions(place, side).filter((action) => !own.includes(action))
        expect(rest.filter((action) => !/cancel/i.test(action))).toEqual([])
        if (!needsMutualCancellation(place)) expect(rest).toEqual([])
      }
    }
  })

  test('let one side answer a cancellation request and the other withdraw it', () => {
    for (const place of places.filter(needsMutualCancellation)) {
      if (place.cancellationRequestedBy === null) continue
      const other = place.cancellationRequestedBy === 'buyer' ? 'seller' : 'buyer'
      expect(allowedOrderActions(place, other)).toEqual(expect.arrayContaining(['agreeCancel', 'refuseCancel']))
      expect(allowedOrderActions(place, place.cancellationRequestedBy)).toContain('dropCancel')
      expect(allowedOrderActions(place, place.cancellationRequestedBy)).not.toContain('agreeCancel')
      expect(allowedOrderActions(place, other)).not.toContain('dropCancel')
    }
  })

  test('are empty once an order is over', () => {
    for (const place of places.filter(({ status }) => isEnded(status) || status === 'completed')) {
      expect([...allowedOrderActions(place, 'buyer'), ...allowedOrderActions(place, 'seller')]).toEqual([])
    }
  })

  test('skip the start for goods only', () => {
    const delivers = orderSources.filter((source) =>
      allowedOrderActions({ status: 'confirmed', source, cancellationRequestedBy: null }, 'seller').includes('deliver'),
    )
    expect(delivers).toEqual(['cart'])
    for (const status of orderStatuses) {
      expect(allowedOrderActions({ status, source: 'cart', cancellationRequestedBy: null }, 'seller')).not.toContain(
        'start',
      )
    }
  })
})

test('an order is payable if a line is due and not covered, unless it was cancelled', () => {
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

test('every step and every state has a label for both sides', () => {
  for (const action of orderActions) expect(orderStepName(action)).toMatch(/^\p{Script=Han}+$/u)
  for (const { status: state, source } of places) {
    for (const pays of [true, false]) {
      const status = pays ? ('due' as const) : ('confirmed' as const)
      const money = { canPay: pays, payments: [{ status, amount: 100, paid: pays ? 0 : 100 }] }
      const order = {
        status: state,
        source,
        ...money,
        unpaidUntil: pays ? '2026-11-22T00:00:00Z' : null,
        milestones: [],
      }
      for (const side of ['buyer', 'seller'] as const) expect(nextStepHint(order, side)).toMatch(/。$/)
    }
  }
})

test('a promised day ends at midnight in Shanghai', () => {
  expect(endOfDay('2026-11-21').toISOString()).toBe('2026-11-21T15:59:59.999Z')
  expect(endOfDay('2028-02-29').toISOString()).toBe('2028-02-29T15:59:59.999Z')
})

test('open parts that are not due are shown once the order is over', () => {
  const order = {
    status: 'completed',
    source: 'service',
    canPay: false,
    unpaidUntil: null,
    payments: [{ status: 'scheduled', amount: 100, paid: 50 }],
    milestones: [],
  } as const
  expect(nextStepHint(order, 'buyer')).toContain('余款')
  expect(nextStepHint(order, 'seller')).not.toContain('余款')
  expect(
    nextStepHint({ ...order, payments: [{ status: 'confirmed', amount: 100, paid: 100 }] }, 'buyer'),
  ).not.toContain('余款')
  // What was refunded is not owed again.
  const refunded = [{ status: 'part_refunded', amount: 100, paid: 50 }] as const
  expect(nextStepHint({ ...order, payments: refunded }, 'buyer')).not.toContain('余款')
})

test('a cancelled order has no open payment', () => {
  expect(paymentLineLabel('due', 'in_progress')).toEqual({ label: '待付款', tone: 'act' })
  expect(paymentLineLabel('due', 'completed')).toEqual({ label: '待付款', tone: 'act' })
  for (const status of ['scheduled', 'due', 'rejected', 'overdue'] as const)
    expect(paymentLineLabel(status, 'cancelled')).toEqual({ label: '无需付款', tone: 'mute' })
  expect(paymentLineLabel('refunded', 'cancelled').label).toBe('已退款')
})

test('the hint of a running order with stages names the milestones that wait', () => {
  const milestones = [
    { seq: 1, name: '方案', status: 'accepted' },
    { seq: 2, name: '中期报告', status: 'delivered' },
    { seq: 3, name: '总结报告', status: 'changes_requested' },
  ] as const
  const order = { source: 'demand', canPay: true, unpaidUntil: null, payments: [], milestones } as const
  expect(nextStepHint({ ...order, status: 'delivered' }, 'buyer')).toBe(
    '里程碑 2“中期报告”已交付，请核对后验收；14 天内未答复视为验收通过。有到期款项待您付款。',
  )
  expect(nextStepHint({ ...order, status: 'changes_requested' }, 'seller')).toContain('里程碑 3“总结报告”')
  for (const side of ['buyer', 'seller'] as const) {
    expect(nextStepHint({ ...order, status: 'in_progress' }, side)).toContain('里程碑')
    expect(nextStepHint({ ...order, status: 'completed' }, side)).toContain('订单已完成')
  }
})
