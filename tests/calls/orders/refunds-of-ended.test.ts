import { describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { orders } from '../../../src/db/tables/orders.ts'
import { closePayments } from '../../../src/server/orders/payments/close-payments.ts'
import { refundOrder } from '../../../src/server/orders/refunds/refund-order.ts'
import { contentOf } from '../../support/client.ts'
import {
  accept,
  book,
  demandOrder,
  expectBooksAgree,
  lineOf,
  linesOf,
  open,
  orderRow,
  paid,
  paymentRow,
  refundRows,
  submitted,
} from '../../support/scenes/orders/pay.ts'
import { ask, ofLine } from '../../support/scenes/orders/refund.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')

async function paidOrder(): Promise<number> {
  const orderId = await demandOrder(app, buyer, seller)
  await paid(app, { buyer, seller }, orderId)
  return orderId
}
describe('an ending order', () => {
  const end = (orderId: number, amount: number | 'all') =>
    app.db.transaction(async (tx) => {
      const [order] = await tx.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, orderId)).returning()
      if (order === undefined) throw new Error('No order')
      await closePayments(tx, [orderId])
      const news = { push: app.runtime.push, after: () => {}, jobs: { wake: async () => {} } }
      return refundOrder(tx, news, order, { amount, reason: '双方协商取消' })
    })

  test('refunds everything, including open refund requests, by the original method', async () => {
    const orderId = await paidOrder()
    await paid(app, { buyer, seller }, orderId, 2, 460_000)
    const line = await lineOf(app, orderId)
    contentOf(await ask(buyer, ofLine(orderId, line.id, 10_000)))
    expect(await end(orderId, 'all')).toBe(760_000)
    const rows = await refundRows(app, orderId)
    expect(rows.map(({ status, amount }) => [status, amount])).toEqual([
      ['pending', 460_000],
      ['pending', 300_000],
    ])
    expect((await linesOf(app, orderId)).slice(0, 2).map(({ status }) => status)).toEqual([
      'refund_pending',
      'refund_pending',
    ])
    await expectBooksAgree(app, [orderId])
  })

  test('refunds a partial amount, surplus first, and refuses more than is available', async () => {
    const orderId = await paidOrder()
    await paid(app, { buyer, seller }, orderId, 2)
    await expect(end(orderId, 750_001)).rejects.toMatchObject({ failure: 'refundTooMuch' })
    expect((await orderRow(app, orderId)).status).toBe('confirmed')
    expect(await end(orderId, 500_000)).toBe(500_000)
    const rows = await refundRows(app, orderId)
    expect(rows.map(({ amount }) => amount)).toEqual([450_000, 50_000])
    await expectBooksAgree(app, [orderId])
  })

  test('closes pending payments; later receipts are booked and refunded', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    const paymentId = await submitted(app, buyer, orderId)
    const { payment } = contentOf(await open(buyer, [(await lineOf(app, orderId, 2)).id], 'demo'))
    expect(await end(orderId, 'all')).toBe(0)
    expect((await paymentRow(app, paymentId)).status).toBe('closed')
    expect((await paymentRow(app, payment.paymentId)).status).toBe('closed')
    expect((await lineOf(app, orderId)).status).toBe('due')
    expect(await book(app, payment.paymentNo, payment.amount)).toBe('booked')
    contentOf(await accept(seller, paymentId, 300_000))
    const rows = await refundRows(app, orderId)
    expect(rows.map(({ status, amount }) => [status, amount])).toEqual([
      ['pending', 450_000],
      ['pending', 300_000],
    ])
    await expectBooksAgree(app, [orderId])
  })
})
