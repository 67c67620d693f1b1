import { describe, expect, test } from 'vitest'
import { sortByUrgency, isUrgent, isWaitingLong } from '../../src/domain/orders/deadlines.ts'
import { orderLabel, orderStatuses, orderTransitions } from '../../src/domain/orders/order-states.ts'
import { paidShare } from '../../src/domain/orders/payment-states.ts'
import { nextState } from '../../src/domain/transition.ts'

describe('the order table', () => {
  const allowed = new Set([
    'pending_confirm confirm seller confirmed',
    'pending_confirm decline seller declined',
    'pending_confirm cancel buyer cancelled',
    'pending_confirm cancel system cancelled',
    ...['confirmed', 'in_progress', 'delivered', 'changes_requested'].map((from) => `${from} cancel both cancelled`),
    'confirmed cancel system cancelled',
    'confirmed start seller in_progress',
    'in_progress deliver seller delivered',
    'changes_requested deliver seller delivered',
    'delivered requestChanges buyer changes_requested',
    'delivered accept buyer completed',
    'delivered complete system completed',
    ...['in_progress', 'delivered', 'changes_requested'].map((from) => `${from} complete both completed`),
    ...['confirmed', 'in_progress', 'delivered', 'changes_requested'].flatMap((from) => [
      `${from} dispute buyer disputed`,
      `${from} dispute seller disputed`,
    ]),
    'disputed resume operator in_progress',
    'disputed complete operator completed',
    'disputed cancel operator cancelled',
    'disputed cancel both cancelled',
  ])
  const events = [
    'confirm',
    'decline',
    'start',
    'deliver',
    'requestChanges',
    'accept',
    'complete',
    'cancel',
    'dispute',
    'resume',
  ] as const
  const actors = ['buyer', 'seller', 'both', 'system', 'operator'] as const

  test('allows exactly the specified transitions', () => {
    const found = orderStatuses.flatMap((from) =>
      events.flatMap((event) =>
        actors.flatMap((actor) => {
          const to = nextState(orderTransitions, from, event, actor)
          return to === undefined ? [] : [`${from} ${event} ${actor} ${to}`]
        }),
      ),
    )
    expect(new Set(found)).toEqual(allowed)
  })

  test('requires action only from the side whose turn it is', () => {
    for (const status of orderStatuses) {
      const tones = [orderLabel(status, 'buyer').tone, orderLabel(status, 'seller').tone]
      expect(tones.filter((tone) => tone === 'act').length, status).toBeLessThan(2)
    }
  })
})

test('the payment status is derived from the lines', () => {
  const line = (status: Parameters<typeof paidShare>[0][number]['status'], amount = 100, paid = 0) => ({
    status,
    amount,
    paid,
  })
  expect(paidShare([line('due'), line('scheduled')])).toEqual({ paid: 0, total: 200, state: 'unpaid' })
  expect(paidShare([line('confirmed', 1, 1), line('submitted', 2)])).toEqual({ paid: 1, total: 3, state: 'part_paid' })
  expect(paidShare([line('due', 3, 1)]).state).toBe('part_paid')
  expect(paidShare([line('confirmed', 100, 100), line('confirmed', 100, 100)]).state).toBe('paid')
  expect(paidShare([line('confirmed', 100, 120)]).state).toBe('overpaid')
  expect(paidShare([line('refunded'), line('confirmed', 100, 100)]).state).toBe('part_refunded')
  expect(paidShare([line('refunded'), line('refunded')]).state).toBe('refunded')
  expect(paidShare([line('skipped', 0), line('due')]).state).toBe('unpaid')
  expect(paidShare([line('skipped', 0), line('confirmed', 100, 100)]).state).toBe('paid')
  expect(paidShare([]).state).toBe('unpaid')
})

describe('urgency', () => {
  const now = new Date('2026-11-20T06:00:00Z')

  test('is due within two days, overdue, or waiting for a day', () => {
    expect(isUrgent(null, now)).toBe(false)
    expect(isUrgent(new Date('2026-11-22T06:00:00Z'), now)).toBe(true)
    expect(isUrgent(new Date('2026-11-22T06:00:01Z'), now)).toBe(false)
    expect(isUrgent(new Date('2026-01-01T00:00:00Z'), now)).toBe(true)
    expect(isWaitingLong(new Date('2026-11-19T06:00:00Z'), now)).toBe(true)
    expect(isWaitingLong(new Date('2026-11-19T06:00:01Z'), now)).toBe(false)
  })

  test('puts urgent before soon, soon before later, dated before undated', () => {
    const todo = (name: string, dueAt: string | null, urgent = false) => ({ name, dueAt, urgent })
    const sorted = sortByUrgency([
      todo('undated', null),
      todo('later', '2026-12-01T00:00:00Z'),
      todo('urgent undated', null, true),
      todo('soon', '2026-11-25T00:00:00Z'),
      todo('urgent', '2026-11-21T00:00:00Z', true),
    ])
    expect(sorted.map(({ name }) => name)).toEqual(['urgent', 'urgent undated', 'soon', 'later', 'undated'])
  })
})
