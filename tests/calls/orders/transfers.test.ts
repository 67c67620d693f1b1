import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { notices } from '../../../src/db/tables/operations.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { payments } from '../../../src/db/tables/payments.ts'
import { contentOf, failureOf, fieldsWithErrors } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import {
  accept,
  clock,
  confirm,
  demandOrder,
  expectBooksAgree,
  lineOf,
  linesOf,
  open,
  orderRow,
  paymentRow,
  reject,
  submitted,
  voucherOf,
} from '../../support/scenes/orders/pay.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')

describe('a transfer', () => {
  test('waits with its voucher until the payee confirms it: updates line and order, notifies both sides', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    const paymentId = await submitted(app, buyer, orderId)
    expect((await lineOf(app, orderId)).status).toBe('submitted')
    expect(failureOf(await open(buyer, [(await lineOf(app, orderId)).id], 'demo'))).toBe('paidAlready')
    const waiting = contentOf(await seller.api.orders.sellerPayments({ orderId }))
    expect(waiting.data[0]).toMatchObject({ paymentId, status: 'submitted', amount: 300_000, waits: true })
    expect(waiting.counts).toEqual({ submitted: 1 })
    const shown = contentOf(await accept(seller, paymentId, 300_000))
    expect(shown).toMatchObject({ status: 'confirmed', received: 300_000, waits: false })
    expect(await lineOf(app, orderId)).toMatchObject({ status: 'confirmed', paid: 300_000 })
    const order = contentOf(await buyer.api.orders.buyerOrder({ orderId }))
    expect(order).toMatchObject({ paid: 300_000, paymentState: 'part_paid' })
    const told = await app.db.select().from(notices).where(eq(notices.event, 'payment.confirmed'))
    expect(told.filter(({ title }) => title.includes(order.orderNo)).length).toBeGreaterThanOrEqual(2)
    const asked = await app.db.select().from(notices).where(eq(notices.event, 'payment.submitted'))
    expect(asked.some(({ title }) => title.includes(order.orderNo))).toBe(true)
    await expectBooksAgree(app, [orderId])
  })

  test('with too little leaves the rest to pay, and only that is requested then', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    const paymentId = await submitted(app, buyer, orderId)
    contentOf(await accept(seller, paymentId, 120_001))
    expect(await lineOf(app, orderId)).toMatchObject({ status: 'due', paid: 120_001 })
    const { payment } = contentOf(await open(buyer, [(await lineOf(app, orderId)).id]))
    expect(payment.amount).toBe(179_999)
    contentOf(await confirm(buyer, payment.paymentId, await voucherOf(buyer)))
    contentOf(await accept(seller, payment.paymentId, 179_999))
    expect(await lineOf(app, orderId)).toMatchObject({ status: 'confirmed', paid: 300_000 })
    await expectBooksAgree(app, [orderId])
  })

  test('with too much keeps the surplus for the buyer, reported as overpaid', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    const line = await lineOf(app, orderId)
    const others = (await linesOf(app, orderId)).map(({ id }) => id)
    const { payment } = contentOf(await open(buyer, others))
    contentOf(await confirm(buyer, payment.paymentId, await voucherOf(buyer)))
    contentOf(await accept(seller, payment.paymentId, 1_000_101))
    expect((await linesOf(app, orderId)).map(({ paid }) => paid)).toEqual([300_000, 450_000, 250_101])
    expect(contentOf(await buyer.api.orders.buyerOrder({ orderId })).paymentState).toBe('overpaid')
    expect(failureOf(await open(buyer, [line.id]))).toBe('paidAlready')
    await expectBooksAgree(app, [orderId])
  })

  test('that did not arrive is rejected with a reason, and can be paid again', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    const paymentId = await submitted(app, buyer, orderId)
    const given = { paymentId, verdict: 'reject' as const, reason: '' }
    const empty = await seller.api.orders.paymentVerdict(given, { idempotencyKey: newKey() })
    expect(fieldsWithErrors(empty)).toEqual(['reason'])
    contentOf(await reject(seller, paymentId))
    expect((await lineOf(app, orderId)).status).toBe('rejected')
    const seen = contentOf(await buyer.api.orders.paymentState({ paymentId }))
    expect(seen).toMatchObject({ status: 'rejected', reason: '未查到该笔款项' })
    expect(failureOf(await accept(seller, paymentId, 300_000))).toBe('stepNotAllowed')
    expect(await submitted(app, buyer, orderId)).not.toBe(paymentId)
    await expectBooksAgree(app, [orderId])
  })

  test('can be withdrawn before the verdict; a line not yet due is not due then', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    const paymentId = await submitted(app, buyer, orderId, 2)
    expect(failureOf(await other.api.orders.paymentClose({ paymentId }))).toBe('notFound')
    expect(contentOf(await buyer.api.orders.paymentClose({ paymentId })).status).toBe('closed')
    expect((await lineOf(app, orderId, 2)).status).toBe('scheduled')
    expect(failureOf(await buyer.api.orders.paymentClose({ paymentId }))).toBe('stepNotAllowed')
    // The money had left the bank anyway.
    contentOf(await accept(seller, paymentId, 450_000))
    expect(await lineOf(app, orderId, 2)).toMatchObject({ status: 'confirmed', paid: 450_000 })
    await expectBooksAgree(app, [orderId])
  })

  test('accepts only an own voucher, and only while it is open', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    const { payment } = contentOf(await open(buyer, [(await lineOf(app, orderId)).id]))
    expect(failureOf(await confirm(buyer, payment.paymentId, await voucherOf(other)))).toBe('notFound')
    expect(failureOf(await confirm(other, payment.paymentId, await voucherOf(other)))).toBe('notFound')
    await app.db
      .update(payments)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(payments.id, payment.paymentId))
    expect(failureOf(await confirm(buyer, payment.paymentId, await voucherOf(buyer)))).toBe('paymentOver')
    await clock(app)
    expect((await paymentRow(app, payment.paymentId)).status).toBe('closed')
  })

  test('can be confirmed by its payee only', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    const paymentId = await submitted(app, buyer, orderId)
    expect(failureOf(await accept(seller3, paymentId, 300_000))).toBe('notFound')
    expect(failureOf(await accept(buyer, paymentId, 300_000))).toBe('notSeller')
    expect(contentOf(await seller3.api.orders.sellerPayments({ orderId })).data).toEqual([])
    expect(failureOf(await accept(seller, paymentId, 300_000 * 1000))).toBe('invalidInput')
  })

  test('suspends the payment deadline of an order; a rejection restores it', async () => {
    const orderId = await demandOrder(app, buyer, seller, { confirmed: false })
    const unpaidUntil = new Date(Date.now() + 3_600_000)
    await app.db.update(orders).set({ source: 'cart', unpaidUntil }).where(eq(orders.id, orderId))
    const paymentId = await submitted(app, buyer, orderId)
    expect((await orderRow(app, orderId)).unpaidUntil).toBeNull()
    contentOf(await reject(seller, paymentId))
    const again = (await orderRow(app, orderId)).unpaidUntil?.getTime() ?? 0
    expect(again - Date.now()).toBeGreaterThan(23 * 3_600_000)
  })
})
