import { describe, expect, it } from 'vitest'
import { invoiceTransitions } from '../../../src/domain/orders/invoice-states.ts'
import { reviewErrors, reviewScores, reviewVisibleFrom } from '../../../src/domain/orders/reviews.ts'
import { now as at, repeated, rows, statusesOf } from './rows.ts'

const { orders, invoices, reviews } = rows
const orderOf = new Map(orders.orders.map((order) => [order.id, order]))

describe('reviews', () => {
  it('are of completed orders, one per side, with the score fields of the side', () => {
    expect(repeated(reviews.map(({ orderId, side }) => `${orderId} ${side}`))).toEqual([])
    for (const { orderId, side, scores, text = '' } of reviews) {
      expect(orderOf.get(orderId)?.status).toBe('completed')
      expect(Object.keys(scores)).toEqual(reviewScores[side].map(({ key }) => key))
      expect(reviewErrors(side, { scores, text })).toEqual([])
    }
  })

  it('are visible when both have written or the period is over; some are hidden', () => {
    const now = at.getTime()
    expect(reviews.filter(({ visibleAt }) => visibleAt.getTime() > now).length).toBeGreaterThan(0)
    expect(reviews.filter(({ visibleAt }) => visibleAt.getTime() <= now).length).toBeGreaterThan(20)
    for (const [orderId, of] of Map.groupBy(reviews, (row) => row.orderId)) {
      const completedAt = orderOf.get(orderId)?.completedAt
      if (completedAt == null) throw new Error('It was completed')
      for (const { createdAt, visibleAt } of of) {
        if (createdAt === undefined) throw new Error('It was written')
        expect(createdAt.getTime()).toBeGreaterThan(completedAt.getTime())
        expect(visibleAt.getTime()).toBeLessThanOrEqual(reviewVisibleFrom(completedAt, createdAt, false).getTime())
        if (of.length === 2)
          expect(visibleAt.getTime()).toBeLessThanOrEqual(
            Math.max(...of.map((row) => row.createdAt?.getTime() ?? 0), createdAt.getTime()),
          )
      }
    }
  })
})

describe('invoices', () => {
  it('exist in every state that a supplier can set, and never exceed the paid amount', () => {
    expect([...statusesOf(invoices)].toSorted()).toEqual(['issued', 'red_reversed', 'rejected', 'requested'])
    for (const [orderId, of] of Map.groupBy(invoices, (row) => row.orderId)) {
      const live = of.filter(({ status }) => status === 'issued' || status === 'requested')
      const paid = orders.payments.reduce((sum, row) => sum + (row.orderId === orderId ? (row.paid ?? 0) : 0), 0)
      expect(live.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(paid)
    }
    const numbers = invoices.flatMap(({ invoiceNo = '', redNo = '' }) => [invoiceNo, redNo].filter(Boolean))
    expect(repeated(numbers)).toEqual([])
    expect(numbers.filter((number) => !/^\d{20}$/.test(number))).toEqual([])
  })

  it('contain only steps of their transition table', () => {
    const known = invoiceTransitions.flatMap(({ from, event, to }) => from.map((each) => `${each} ${event} ${to}`))
    const steps = rows.changes.filter(({ entity, event }) => entity === 'invoice' && event !== 'request')
    expect(steps.filter((step) => !known.includes(`${step.fromStatus} ${step.event} ${step.toStatus}`))).toEqual([])
  })
})
