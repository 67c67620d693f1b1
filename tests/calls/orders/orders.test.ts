import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { orders, paymentLines } from '../../../src/db/tables/orders.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { countQueries } from '../../support/query-count.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { openDemand, submittedOffer } from '../../support/scenes/demands/demand.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const sub = clientForFile(app, 'sub')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')

/** An order of the buyer with the seller, unconfirmed. */
async function newOrder(title?: string): Promise<number> {
  const demandId = await openDemand(app, buyer, title === undefined ? {} : { demandTitle: title })
  const offerId = await submittedOffer(seller, demandId)
  return contentOf(await buyer.api.demands.deal({ offerId }, { idempotencyKey: newKey() })).orderId
}
const setPaid = (orderId: number, seq: number) =>
  app.db
    .update(paymentLines)
    .set({ status: 'confirmed', paid: sql`${paymentLines.amount}` })
    .where(and(eq(paymentLines.orderId, orderId), eq(paymentLines.seq, seq)))

describe('lists', () => {
  test('show the same order to both sides, with the other’s name and the paid amount', async () => {
    const orderId = await newOrder()
    await setPaid(orderId, 1)
    const bought = contentOf(await buyer.api.orders.buyerOrders({ pageSize: 100 })).data.find(
      (row) => row.orderId === orderId,
    )
    const sold = contentOf(await seller.api.orders.sellerOrders({ pageSize: 100 })).data.find(
      (row) => row.orderId === orderId,
    )
    expect(bought).toMatchObject({
      total: 1_000_001,
      paid: 300_000,
      paymentState: 'part_paid',
      status: 'pending_confirm',
    })
    expect(sold).toMatchObject({ total: 1_000_001, paid: 300_000, paymentState: 'part_paid' })
    expect(bought?.otherName).not.toBe(sold?.otherName)
  })

  test('filter by state and by title, number and the other side, with matching counts', async () => {
    const orderId = await newOrder('独一无二的订单题目')
    const { orderNo, otherName } = contentOf(await buyer.api.orders.buyerOrder({ orderId }))
    for (const keyword of ['独一无二', orderNo, otherName.slice(0, 6)]) {
      const found = contentOf(await buyer.api.orders.buyerOrders({ keyword, pageSize: 100 }))
      expect(
        found.data.map((row) => row.orderId),
        keyword,
      ).toContain(orderId)
      expect(found.total).toBe(Object.values(found.counts).reduce((sum, count) => sum + count, 0))
    }
    expect(contentOf(await buyer.api.orders.buyerOrders({ keyword: '%_%' })).total).toBe(0)
    const one = contentOf(await buyer.api.orders.buyerOrders({ keyword: '独一无二', status: 'completed' }))
    expect(one).toMatchObject({ total: 0, data: [], counts: { pending_confirm: 1 } })
  })

  test('are bounded by the total, and sorted by it', async () => {
    await newOrder('比较金额')
    const totals = async (asked: Parameters<Client['api']['orders']['buyerOrders']>[0]) =>
      contentOf(await buyer.api.orders.buyerOrders({ pageSize: 100, ...asked })).data.map(({ total }) => total)
    const all = await totals({})
    const up = await totals({ sortBy: 'total' })
    expect(up).toEqual(all.toSorted((a, b) => a - b))
    expect(await totals({ sortBy: 'total', sortDown: true })).toEqual(up.toReversed())
    const [low = 0, high = 0] = [up.at(1), up.at(-2)]
    const between = contentOf(await buyer.api.orders.buyerOrders({ amountFrom: low, amountTo: high, pageSize: 100 }))
    expect(between.data.map(({ total }) => total).toSorted((a, b) => a - b)).toEqual(
      up.filter((total) => total >= low && total <= high),
    )
    expect(between.total).toBe(between.data.length)
    expect(Object.values(between.counts).reduce((sum, count) => sum + count, 0)).toBe(between.total)
  })

  test('start with the earliest when sorted up by time; promised days sort with those without one last', async () => {
    const ids = async (asked: Parameters<Client['api']['orders']['buyerOrders']>[0]) =>
      contentOf(await buyer.api.orders.buyerOrders({ pageSize: 100, ...asked })).data
    const newest = await ids({})
    expect((await ids({ sortBy: 'createdAt' })).map(({ orderId }) => orderId)).toEqual(
      newest.map(({ orderId }) => orderId).toReversed(),
    )
    const promised = (await ids({ sortBy: 'promisedAt', sortDown: true })).map(({ promisedAt }) => promisedAt)
    expect(promised).toEqual(promised.toSorted((a, b) => (b ?? '').localeCompare(a ?? '')))
  })

  test('need no more queries for more orders', async () => {
    await newOrder('数查询')
    const queries = () =>
      countQueries(app, async () => contentOf(await buyer.api.orders.buyerOrders({ keyword: '数查询' })))
    const one = await queries()
    await newOrder('数查询')
    await newOrder('数查询')
    expect(await queries()).toBe(one)
  })

  test('contain the own company’s orders only', async () => {
    const orderId = await newOrder()
    const rows = async (client: Client) => contentOf(await client.api.orders.buyerOrders({ pageSize: 100 })).data
    expect((await rows(other)).some((row) => row.orderId === orderId)).toBe(false)
    expect((await rows(seller)).some((row) => row.orderId === orderId)).toBe(false)
    expect(
      contentOf(await seller3.api.orders.sellerOrders({ pageSize: 100 })).data.some((row) => row.orderId === orderId),
    ).toBe(false)
    expect(failureOf(await sub.api.orders.buyerOrders({}))).toBe('forbidden')
    expect(failureOf(await buyer.api.orders.sellerOrders({}))).toBe('notSeller')
    expect(failureOf(await visitor(app).api.orders.buyerOrders({}))).toBe('sessionInvalid')
    expect(failureOf(await visitor(app).api.orders.sellerOrders({}))).toBe('sessionInvalid')
    expect(fieldsWithErrors(await buyer.api.orders.buyerOrders({ current: 0 }))).toEqual(['current'])
  })
})

describe('one order', () => {
  test('is complete for both sides and returns 404 for others', async () => {
    const orderId = await newOrder()
    const bought = contentOf(await buyer.api.orders.buyerOrder({ orderId }))
    const sold = contentOf(await seller.api.orders.sellerOrder({ orderId }))
    expect(bought.history.map(({ event }) => event)).toEqual(['create'])
    expect(sold.lines).toEqual(bought.lines)
    expect(sold.payments).toEqual(bought.payments)
    for (const [client, failure] of [
      [other, 'notFound'],
      [seller, 'notFound'],
      [sub, 'forbidden'],
      [visitor(app), 'sessionInvalid'],
    ] as const) {
      expect(failureOf(await client.api.orders.buyerOrder({ orderId }))).toBe(failure)
    }
    expect(failureOf(await seller3.api.orders.sellerOrder({ orderId }))).toBe('notFound')
    expect(failureOf(await visitor(app).api.orders.sellerOrder({ orderId }))).toBe('sessionInvalid')
    expect(fieldsWithErrors(await buyer.api.orders.buyerOrder({ orderId: 0 }))).toEqual(['orderId'])
    expect(failureOf(await seller.api.orders.sellerOrder({ orderId: missingId }))).toBe('notFound')
  })
})

describe('seller confirmation', () => {
  const step = (client: Client, orderId: number, event: 'confirm' | 'decline', reason = '') =>
    client.api.orders.sellerOrderStep({ orderId, event, reason })

  test('confirms: the first payment becomes due, the buyer is notified, history has an entry', async () => {
    const send = vi.spyOn(app.runtime.push, 'send')
    const orderId = await newOrder()
    expect(contentOf(await step(seller, orderId, 'confirm'))).toEqual({ status: 'confirmed' })
    const order = contentOf(await buyer.api.orders.buyerOrder({ orderId }))
    expect(order.payments.map(({ status }) => status)).toEqual(['due', 'scheduled', 'scheduled'])
    expect(order.history.map(({ event, toStatus }) => [event, toStatus])).toEqual([
      ['create', 'pending_confirm'],
      ['confirm', 'confirmed'],
    ])
    expect(send.mock.calls.some(([, message]) => JSON.stringify(message).includes('已由供应商确认'))).toBe(true)
    send.mockRestore()
    expect(failureOf(await step(seller, orderId, 'decline', '没有产能'))).toBe('stepNotAllowed')
  })

  test('declines with a reason', async () => {
    const orderId = await newOrder()
    expect(fieldsWithErrors(await step(seller, orderId, 'decline'))).toEqual(['reason'])
    expect(contentOf(await step(seller, orderId, 'decline', '没有产能'))).toEqual({ status: 'declined' })
    const { history, payments } = contentOf(await seller.api.orders.sellerOrder({ orderId }))
    expect(history.at(-1)).toMatchObject({ event: 'decline', reason: '没有产能' })
    expect(payments.every(({ status }) => status === 'scheduled')).toBe(true)
  })

  test('applies parallel confirmations once', async () => {
    const orderId = await newOrder()
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => step(seller, orderId, 'confirm')),
      ...Array.from({ length: 5 }, () => step(seller, orderId, 'decline', '没有产能')),
    ])
    expect(answers.map(failureOf).filter((name) => name === 'none').length).toBe(1)
    expect(answers.map(failureOf).filter((name) => name === 'stepNotAllowed').length).toBe(9)
    expect(contentOf(await seller.api.orders.sellerOrder({ orderId })).history.length).toBe(2)
  })

  test('is available to the seller only', async () => {
    const orderId = await newOrder()
    expect(failureOf(await step(seller3, orderId, 'confirm'))).toBe('notFound')
    expect(failureOf(await step(buyer, orderId, 'confirm'))).toBe('notSeller')
    expect(failureOf(await step(visitor(app), orderId, 'confirm'))).toBe('sessionInvalid')
    expect(fieldsWithErrors(await step(seller, 0, 'confirm'))).toEqual(['orderId'])
    const [row] = await app.db.select({ status: orders.status }).from(orders).where(eq(orders.id, orderId))
    expect(row?.status).toBe('pending_confirm')
  })
})
