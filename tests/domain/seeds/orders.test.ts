import { describe, expect, it } from 'vitest'
import { demoIds } from '../../../src/db/seeds/build-accounts.ts'
import { demandTransitions } from '../../../src/domain/demands/demand-states.ts'
import { offerTransitions } from '../../../src/domain/demands/offer-states.ts'
import { splitByMilestones } from '../../../src/domain/demands/offer-terms.ts'
import { orderStatuses, orderTransitionsFor } from '../../../src/domain/orders/order-states.ts'
import { paymentStatuses } from '../../../src/domain/orders/payment-states.ts'
import { companies, repeated, rows, statusesOf } from './rows.ts'

const { accounts, catalogue, demands, inquiries, orders } = rows

describe('orders', () => {
  it('exist in every state, payments too', () => {
    expect(orderStatuses.filter((status) => !statusesOf(orders.orders).has(status))).toEqual([])
    expect(paymentStatuses.filter((status) => !statusesOf(orders.payments).has(status))).toEqual([])
  })

  it('have totals equal to the sum of their lines and of their payments', () => {
    for (const { id, total } of orders.orders) {
      const lines = orders.lines.filter(({ orderId }) => orderId === id)
      const payments = orders.payments.filter(({ orderId }) => orderId === id)
      expect(lines.reduce((sum, line) => sum + line.quantity * line.unitPrice, 0)).toBe(total)
      expect(lines.filter((line) => line.amount !== line.quantity * line.unitPrice)).toEqual([])
      expect(payments.reduce((sum, { percent }) => sum + percent, 0)).toBe(100)
      expect(payments.map(({ amount }) => amount)).toEqual(
        splitByMilestones(
          total,
          payments.map(({ name, percent }) => ({ name, percent, dueDays: 0 })),
        ),
      )
    }
  })

  it('fill the dashboards of the demo accounts', () => {
    const companyOf = (id: number) => accounts.users.find((user) => user.id === id)?.companyId
    const of = (id: number, side: 'buyerCompanyId' | 'sellerCompanyId') =>
      orders.orders.filter((order) => order[side] === companyOf(id))
    expect(of(demoIds.buyer, 'buyerCompanyId').length).toBe(28)
    expect(of(demoIds.buyer2, 'buyerCompanyId').length).toBeGreaterThanOrEqual(10)
    expect(of(demoIds.seller, 'sellerCompanyId').length).toBeGreaterThanOrEqual(12)
    expect(of(demoIds.seller2, 'sellerCompanyId').length).toBeGreaterThanOrEqual(5)
    expect(of(demoIds.seller3, 'sellerCompanyId').length).toBeGreaterThanOrEqual(8)
    expect(statusesOf(of(demoIds.seller, 'sellerCompanyId')).size).toBeGreaterThanOrEqual(7)
  })

  it('have ids in chronological order and unique numbers', () => {
    const moments = orders.orders.map(({ createdAt }) => createdAt?.toISOString().slice(0, 10) ?? '')
    expect(moments).toEqual(moments.toSorted())
    expect(repeated(orders.orders.map(({ orderNo }) => orderNo))).toEqual([])
    expect(repeated(orders.orders.flatMap(({ demandId }) => demandId ?? []))).toEqual([])
  })
})

describe('histories', () => {
  const tableOf = { demand: () => demandTransitions, offer: () => offerTransitions, order: orderTable }
  const sources = new Map(orders.orders.map(({ id, source }) => [id, source]))
  function orderTable(id: number) {
    return orderTransitionsFor(sources.get(id) ?? 'demand')
  }

  it('contain only steps of their transition tables', () => {
    for (const name of ['demand', 'offer', 'order'] as const) {
      const steps = rows.changes.filter(({ entity }) => entity === name)
      const unknown = steps.filter(
        ({ entityId, fromStatus, event, toStatus }) =>
          !tableOf[name](entityId).some(
            (row) => row.from.some((from) => from === fromStatus) && row.event === event && row.to === toStatus,
          ),
      )
      expect(steps.length).toBeGreaterThan(20)
      expect(unknown.map(({ entityId, event }) => [name, entityId, event])).toEqual([])
    }
  })

  it('end in the state of the row, in chronological order', () => {
    const ends = new Map([
      ...demands.demands.map((row): [string, string] => [`demand ${row.id}`, row.status ?? 'draft']),
      ...demands.offers.map((row): [string, string] => [`offer ${row.id}`, row.status]),
      ...orders.orders.map((row): [string, string] => [`order ${row.id}`, row.status]),
      ...orders.payments.map((row): [string, string] => [`payment ${row.id}`, row.status ?? 'scheduled']),
      ...catalogue.services.map((row): [string, string] => [`service ${row.id}`, row.status ?? 'draft']),
      ...catalogue.products.map((row): [string, string] => [`product ${row.id}`, row.status ?? 'draft']),
      ...inquiries.inquiries.map((row): [string, string] => [`inquiry ${row.id}`, row.status]),
      ...rows.shops.qualifications.map((row): [string, string] => [`qualification ${row.id}`, row.status]),
      ...rows.invoices.map((row): [string, string] => [`invoice ${row.id}`, row.status ?? 'requested']),
      ...rows.money.refunds.map((row): [string, string] => [`refund ${row.id}`, row.status ?? 'requested']),
      ...rows.leads.map((row): [string, string] => [`lead ${row.id}`, row.status ?? 'waiting']),
      ...rows.projects.declarations.map((row): [string, string] => [`declaration ${row.id}`, row.status ?? 'draft']),
      ...rows.digital.joins.map((row): [string, string] => [`digital_join ${row.id}`, row.status ?? 'waiting']),
      ...rows.drug.bookings.map((row): [string, string] => [`booking ${row.id}`, row.status ?? 'waiting']),
      ...rows.claims.map((row): [string, string] => [`claim ${row.id}`, row.status]),
      ...companies.map((row): [string, string] => [`certification ${row.id}`, row.certification ?? 'draft']),
    ])
    for (const [thing, steps] of Map.groupBy(rows.changes, ({ entity, entityId }) => `${entity} ${entityId}`)) {
      expect([thing, steps.at(-1)?.toStatus]).toEqual([thing, ends.get(thing)])
      const times = steps.map(({ createdAt }) => createdAt.getTime())
      expect([thing, times]).toEqual([thing, times.toSorted((a, b) => a - b)])
      steps.slice(1).forEach((step, index) => expect(step.fromStatus).toBe(steps[index]?.toStatus))
    }
  })
})
