import { describe, expect, it } from 'vitest'
import { demoIds } from '../../../src/db/seeds/build-accounts.ts'
import { demandTransitions } from '../../../src/domain/demands/demand-states.ts'
import { offerTransitions } from '../../../src/domain/demands/offer-states.ts'
import { splitByMilestones } from '../../../src/domain/demands/offer-terms.ts'
import { milestoneTransitions, stagedOrderState } from '../../../src/domain/orders/milestone-states.ts'
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
      const applied = rows.changeOrders.filter(({ orderId, status }) => orderId === id && status === 'applied')
      const agreed = applied.at(0)?.termsBefore.total ?? total
      const change = applied.at(-1)
      expect(lines.reduce((sum, line) => sum + line.quantity * line.unitPrice, 0)).toBe(agreed)
      expect(lines.filter((line) => line.amount !== line.quantity * line.unitPrice)).toEqual([])
      expect(payments.reduce((sum, { percent }) => sum + percent, 0)).toBe(100)
      if (change !== undefined) {
        expect(payments.map(({ amount }) => amount)).toEqual(change.termsAfter.rows.map(({ amount }) => amount))
        expect(total).toBe(change.termsAfter.total)
        continue
      }
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

  it('of orders with stages follow their milestones', () => {
    const staged = Map.groupBy(orders.milestones, ({ orderId }) => orderId)
    expect([...staged.values()].map((all) => all.map(({ status }) => status))).toEqual([
      ['accepted', 'accepted', 'accepted'],
      ['accepted', 'delivered', 'skipped', 'planned'],
    ])
    for (const [id, all] of staged) {
      const order = orders.orders.find((each) => each.id === id)
      const rowsOf = all.map(({ status = 'planned', deliveredAt = null }) => ({ status, deliveredAt }))
      const state = stagedOrderState(rowsOf)
      expect(order?.status).toBe(state.status)
      if (order?.status !== 'completed') expect(order?.deliveredAt).toEqual(state.deliveredAt)
      for (const { status, paymentLineId } of all) {
        const line = orders.payments.find((each) => each.id === paymentLineId)
        expect(line?.orderId).toBe(id)
        expect([status, line?.dueAt != null]).toEqual([status, status === 'accepted'])
      }
      const steps = rows.changes.filter(
        ({ entity, entityId }) => entity === 'milestone' && all.some((one) => one.id === entityId),
      )
      const unknown = steps.filter(
        ({ fromStatus, event, toStatus }) =>
          !milestoneTransitions.some(
            (row) => row.from.some((from) => from === fromStatus) && row.event === event && row.to === toStatus,
          ),
      )
      expect(unknown).toEqual([])
    }
  })

  it('contain only steps of their transition tables', () => {
    for (const name of ['demand', 'offer', 'order'] as const) {
      // Orders with stages follow their milestones.
      const staged = new Set(orders.milestones.map(({ orderId }) => `order ${orderId}`))
      const steps = rows.changes.filter(
        ({ entity, entityId, event }) =>
          entity === name &&
          !staged.has(`${entity} ${entityId}`) &&
          !/^(?:(?:propose|sign|apply)Change|score)$/.test(event),
      )
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
      ...orders.milestones.map((row): [string, string] => [`milestone ${row.id}`, row.status ?? 'planned']),
      ...orders.payments.map((row): [string, string] => [`payment ${row.id}`, row.status ?? 'scheduled']),
      ...rows.agreements.agreements.map((row): [string, string] => [`agreement ${row.id}`, row.status ?? 'proposed']),
      ...rows.samples.samples.map((row): [string, string] => [`sample ${row.id}`, row.status]),
      ...catalogue.services.map((row): [string, string] => [`service ${row.id}`, row.status ?? 'draft']),
      ...catalogue.products.map((row): [string, string] => [`product ${row.id}`, row.status ?? 'draft']),
      ...inquiries.inquiries.map((row): [string, string] => [`inquiry ${row.id}`, row.status]),
      ...rows.shops.qualifications.map((row): [string, string] => [`qualification ${row.id}`, row.status]),
      ...rows.invoices.map((row): [string, string] => [`invoice ${row.id}`, row.status ?? 'requested']),
      ...rows.matching.exceptions.map((row): [string, string] => [`match ${row.id}`, row.status ?? 'open']),
      ...rows.money.refunds.map((row): [string, string] => [`refund ${row.id}`, row.status ?? 'pending']),
      ...rows.payouts.payouts.map((row): [string, string] => [`payout ${row.id}`, row.status ?? 'due']),
      ...rows.money.requests.map((row): [string, string] => [
        `refund_request ${row.id}`,
        row.answeredAt === null ? 'requested' : 'agreed',
      ]),
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
