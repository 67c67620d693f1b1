import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { certificationLabels, certificationStatuses } from '../../src/domain/accounts/certification.ts'
import {
  deletableDemandStatuses,
  demandLabels,
  demandStatuses,
  demandTransitions,
  publicDemandStatuses,
} from '../../src/domain/demands/demand-states.ts'
import { offerLabels, offerStatuses, offerTransitions } from '../../src/domain/demands/offer-states.ts'
import { orderLabel, orderStatuses, orderTransitions } from '../../src/domain/orders/order-states.ts'
import { paidShare, paymentLabels, paymentStatuses } from '../../src/domain/orders/payment-states.ts'
import { nextState, allowedEvents, type Transitions } from '../../src/domain/transition.ts'

interface Machine {
  readonly name: string
  readonly statuses: readonly string[]
  readonly table: Transitions<string, string, string>
  readonly start: string
  /** Final states. */
  readonly ends: readonly string[]
}

const machines: readonly Machine[] = [
  { name: 'demand', statuses: demandStatuses, table: demandTransitions, start: 'draft', ends: ['expired'] },
  {
    name: 'offer',
    statuses: offerStatuses,
    table: offerTransitions,
    start: 'draft',
    ends: ['rejected', 'withdrawn', 'expired'],
  },
  {
    name: 'order',
    statuses: orderStatuses,
    table: orderTransitions,
    start: 'pending_confirm',
    ends: ['completed', 'declined', 'cancelled'],
  },
]

describe.each(machines)('$name', ({ statuses, table, start, ends }) => {
  test('every state is reachable from the initial state', () => {
    const reached = new Set([start])
    for (const status of reached) for (const row of table) if (row.from.includes(status)) reached.add(row.to)
    expect([...reached].toSorted()).toEqual(statuses.toSorted())
  })

  test('states without outgoing transitions are the declared final states', () => {
    const left = new Set(table.flatMap((row) => row.from))
    expect(statuses.filter((status) => !left.has(status)).toSorted()).toEqual(ends.toSorted())
  })

  test('transitions are deterministic per state, event and actor', () => {
    for (const row of table) {
      for (const from of row.from) {
        for (const actor of row.actor) {
          const fitting = table.filter((r) => r.event === row.event && r.from.includes(from) && r.actor.includes(actor))
          expect(fitting, `${from} ${row.event} ${actor}`).toHaveLength(1)
        }
      }
    }
  })

  test('the events offered to an actor are exactly the allowed ones', () => {
    const events = [...new Set(table.map((row) => row.event))]
    const actors = [...new Set(table.flatMap((row) => row.actor))]
    fc.assert(
      fc.property(
        fc.constantFrom(...statuses),
        fc.constantFrom(...events),
        fc.constantFrom(...actors),
        (from, event, actor) => {
          expect(allowedEvents(table, from, actor).includes(event)).toBe(
            nextState(table, from, event, actor) !== undefined,
          )
        },
      ),
    )
  })
})

test('an unknown event has no next state', () => {
  expect(nextState(demandTransitions, 'closed', 'award', 'buyer')).toBeUndefined()
  expect(nextState(demandTransitions, 'open', 'deadline', 'buyer')).toBeUndefined()
  expect(nextState(offerTransitions, 'accepted', 'withdraw', 'seller')).toBeUndefined()
})

test('public entities cannot be deleted', () => {
  const deletable: readonly string[] = deletableDemandStatuses
  expect(publicDemandStatuses.filter((status) => deletable.includes(status))).toEqual([])
})

test('every state has a label', () => {
  const words = [
    ...demandStatuses.map((status) => demandLabels[status].label),
    ...offerStatuses.map((status) => offerLabels[status].label),
    ...paymentStatuses.map((status) => paymentLabels[status].label),
    ...certificationStatuses.map((status) => certificationLabels[status].label),
    ...orderStatuses.flatMap((status) => [orderLabel(status, 'buyer').label, orderLabel(status, 'seller').label]),
  ]
  for (const word of words) expect(word).toMatch(/^\p{Script=Han}+$/u)
})

test('paid means the full amount, overpaid more', () => {
  const line = fc.record({
    status: fc.constantFrom(...paymentStatuses),
    amount: fc.integer({ min: 1, max: 1e12 }),
    paid: fc.integer({ min: 0, max: 1e12 }),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const { paid, total, state } = paidShare(lines)
      if (state === 'paid') expect(paid).toBe(total)
      if (state === 'part_paid') expect(paid > 0 && paid < total).toBe(true)
      if (state === 'overpaid') expect(paid).toBeGreaterThan(total)
      if (state === 'unpaid' || state === 'refunded') expect(paid).toBe(0)
    }),
  )
})
