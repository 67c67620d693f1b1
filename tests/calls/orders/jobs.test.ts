import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { orders, paymentLines } from '../../../src/db/tables/orders.ts'
import { completeOrders, endUnpaidOrders } from '../../../src/server/orders/jobs/expire-orders.ts'
import { remindOrders } from '../../../src/server/orders/jobs/remind-orders.ts'
import { type TestApp } from '../../support/app.ts'
import { contentOf, failureOf } from '../../support/client.ts'
import { stockOf } from '../../support/scenes/orders/checkout.ts'
import * as scene from '../../support/scenes/orders/order.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const { bought, buys, deliver, goodsOrder, noticesOf, offerOrder, payeeOf, rowOf, sells, transferred } = scene
const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
beforeAll(async () => {
  await payeeOf(app)
})

/** Runs a job twice, in parallel and sequentially, as two processes would. */
async function runs(job: (db: TestApp['db'], around: TestApp['runtime']) => Promise<void>): Promise<void> {
  await Promise.all([job(app.db, app.runtime), job(app.db, app.runtime)])
  await job(app.db, app.runtime)
}
const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
const set = (orderId: number, columns: Partial<typeof orders.$inferInsert>) =>
  app.db.update(orders).set(columns).where(eq(orders.id, orderId))

describe('an order without its first payment', () => {
  test('is cancelled after its deadline, confirmed or not, and releases its stock once', async () => {
    const { orderId, spec } = await goodsOrder(app, buyer, 2)
    const second = await goodsOrder(app, buyer, 3)
    contentOf(await sells(seller, second.orderId, 'confirm'))
    const [held = 0] = await stockOf(app, [spec.specId])
    await runs(endUnpaidOrders)
    expect((await rowOf(app, orderId)).status).toBe('pending_confirm')
    await set(orderId, { unpaidUntil: ago(0.001) })
    await set(second.orderId, { unpaidUntil: ago(0.001) })
    await runs(endUnpaidOrders)
    for (const id of [orderId, second.orderId]) {
      expect(await rowOf(app, id)).toMatchObject({ status: 'cancelled', holdsStock: false })
    }
    expect(await stockOf(app, [spec.specId])).toEqual([held + 5])
    const { orderNo, history } = await bought(buyer, orderId)
    expect(history.at(-1)).toMatchObject({ event: 'cancel', by: '系统' })
    for (const who of ['buyer', 'seller']) {
      const told = (await noticesOf(app, who, orderNo)).filter(({ title }) => title.includes('超时未付款'))
      expect(told, who).toHaveLength(1)
    }
  })

  test('is not cancelled while a transfer waits for verification', async () => {
    const { orderId } = await goodsOrder(app, buyer)
    await transferred(buyer, orderId)
    await set(orderId, { unpaidUntil: ago(1) })
    await runs(endUnpaidOrders)
    expect((await rowOf(app, orderId)).status).toBe('pending_confirm')
  })
})

describe('a delivery without an answer', () => {
  async function delivered(): Promise<number> {
    const { orderId } = await goodsOrder(app, buyer)
    contentOf(await sells(seller, orderId, 'confirm'))
    contentOf(await deliver(seller, orderId))
    return orderId
  }

  test('completes the order after 14 days, once, and notifies both sides', async () => {
    const [due, early, asked] = [await delivered(), await delivered(), await delivered()]
    await set(due, { deliveredAt: ago(14.01) })
    await set(early, { deliveredAt: ago(13.9) })
    contentOf(await buys(buyer, asked, 'cancel', { reason: '退货' }))
    await set(asked, { deliveredAt: ago(20) })
    await runs(completeOrders)
    expect((await rowOf(app, due)).status).toBe('completed')
    expect((await rowOf(app, early)).status).toBe('delivered')
    expect((await rowOf(app, asked)).status).toBe('delivered')
    const { orderNo, deliveries, history } = await bought(buyer, due)
    expect(deliveries[0]?.verdict).toBe('accepted')
    expect(history.filter(({ event }) => event === 'complete')).toHaveLength(1)
    expect((await noticesOf(app, 'buyer', orderNo)).filter(({ title }) => title.includes('自动完成'))).toHaveLength(1)
  })

  test('sends reminders after 7 and 12 days, each once; again for a new delivery', async () => {
    const orderId = await delivered()
    const { orderNo } = await bought(buyer, orderId)
    const told = async () =>
      (await noticesOf(app, 'buyer', orderNo)).flatMap(({ title }) => /已交付 (\d+) 天/.exec(title)?.[1] ?? [])
    await runs(remindOrders)
    expect(await told()).toEqual([])
    await set(orderId, { deliveredAt: ago(7.1) })
    await runs(remindOrders)
    expect(await told()).toEqual(['7'])
    await set(orderId, { deliveredAt: ago(12.1) })
    await runs(remindOrders)
    expect(await told()).toEqual(['7', '12'])
    expect((await bought(buyer, orderId)).history.filter(({ event }) => event.startsWith('remind'))).toEqual([])
  })
})

describe('payments', () => {
  const line = (orderId: number, seq = 1) => and(eq(paymentLines.orderId, orderId), eq(paymentLines.seq, seq))
  const dueIn = (orderId: number, seq: number, hours: number) =>
    app.db
      .update(paymentLines)
      .set({ dueAt: sql`now() + make_interval(hours => ${hours})`, reminded: null })
      .where(line(orderId, seq))
  const states = async (orderId: number) => (await bought(buyer, orderId)).payments.map(({ status }) => status)

  test('due dates of an offer count from the confirmation, the first at least a day later', async () => {
    const { orderId } = await offerOrder(app, buyer, seller)
    await set(orderId, { createdAt: ago(10) })
    const before = (await bought(buyer, orderId)).payments
    contentOf(await sells(seller, orderId, 'confirm'))
    const after = (await bought(buyer, orderId)).payments
    const moved = (seq: number) => Date.parse(after[seq]?.dueAt ?? '') - Date.parse(before[seq]?.dueAt ?? '')
    for (const seq of [1, 2]) expect(Math.abs(moved(seq) / 86_400_000 - 10)).toBeLessThan(0.01)
    expect(Date.parse(after[0]?.dueAt ?? '')).toBeGreaterThan(Date.now())
  })

  test('become due three days ahead and overdue after their day, with one notice each', async () => {
    const { orderId } = await offerOrder(app, buyer, seller)
    const { orderNo } = await bought(buyer, orderId)
    await dueIn(orderId, 2, -5)
    await runs(remindOrders)
    expect(await states(orderId)).toEqual(['scheduled', 'scheduled', 'scheduled'])
    contentOf(await sells(seller, orderId, 'confirm'))
    await dueIn(orderId, 2, 71)
    await runs(remindOrders)
    expect(await states(orderId)).toEqual(['due', 'due', 'scheduled'])
    await dueIn(orderId, 2, -1)
    await runs(remindOrders)
    expect(await states(orderId)).toEqual(['due', 'overdue', 'scheduled'])
    const titles = async (who: string) =>
      (await noticesOf(app, who, orderNo)).filter(({ event }) => event === 'payment.due').map(({ title }) => title)
    expect((await titles('buyer')).filter((title) => title.includes('到期'))).toHaveLength(1)
    expect((await titles('buyer')).filter((title) => title.includes('已逾期'))).toHaveLength(1)
    expect((await titles('seller')).filter((title) => title.includes('逾期未收'))).toHaveLength(1)
  })

  test('sends no reminders for ended orders', async () => {
    const { orderId } = await goodsOrder(app, buyer)
    const { orderNo } = await bought(buyer, orderId)
    await dueIn(orderId, 1, -1)
    contentOf(await buys(buyer, orderId, 'cancel'))
    await runs(remindOrders)
    expect((await noticesOf(app, 'buyer', orderNo)).filter(({ event }) => event === 'payment.due')).toEqual([])
    expect(failureOf(await buys(buyer, orderId, 'cancel'))).toBe('stepNotAllowed')
  })
})

test('reminds the supplier once of a promise for tomorrow and once of a missed one', async () => {
  const { orderId } = await offerOrder(app, buyer, seller)
  const { orderNo } = await bought(buyer, orderId)
  contentOf(await sells(seller, orderId, 'confirm', { promisedAt: '2027-06-30' }))
  const told = async () =>
    (await noticesOf(app, 'seller', orderNo)).filter(({ title }) => title.includes('承诺')).map(({ title }) => title)
  await runs(remindOrders)
  expect(await told()).toEqual([])
  await set(orderId, { promisedAt: ago(-0.9) })
  await runs(remindOrders)
  expect(await told()).toHaveLength(1)
  await set(orderId, { promisedAt: ago(0.1) })
  await runs(remindOrders)
  expect((await told()).at(-1)).toContain('已超过承诺的交付日期')
  expect(await told()).toHaveLength(2)
})
