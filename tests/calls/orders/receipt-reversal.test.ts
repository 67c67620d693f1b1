import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notices } from '../../../src/db/tables/operations.ts'
import { ledgerMovements, paymentParts, payments } from '../../../src/db/tables/payments.ts'
import { contentOf, failureOf, fieldsWithErrors, type Client } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import {
  accept,
  confirm,
  demandOrder,
  expectBooksAgree,
  lineOf,
  open,
  paid,
  paymentRow,
  submitted,
  voucherOf,
} from '../../support/scenes/orders/pay.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

/** Receipts confirmed with a wrong amount: the difference needs agreement, and the receipt can be reversed. */

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')

const say = (paymentId: number, received: number, difference?: number) =>
  seller.api.orders.paymentVerdict(
    { paymentId, verdict: 'confirm', received, ...(difference === undefined ? {} : { difference }) },
    { idempotencyKey: newKey() },
  )
const undo = (client: Client, paymentId: number, reason = '金额填错', idempotencyKey = newKey()) =>
  client.api.orders.paymentUndo({ paymentId, reason }, { idempotencyKey })
const buyerSees = async (orderId: number) => contentOf(await buyer.api.orders.buyerOrder({ orderId }))

test('confirming an amount that differs from the requested one requires the difference', async () => {
  const orderId = await demandOrder(app, buyer, seller)
  const paymentId = await submitted(app, buyer, orderId)
  const refused = await say(paymentId, 624_000)
  expect(failureOf(refused)).toBe('receiptDiffers')
  expect(refused).toMatchObject({ failure: { content: { difference: 324_000 } } })
  expect(failureOf(await say(paymentId, 624_000, 1))).toBe('receiptDiffers')
  expect(failureOf(await say(paymentId, 300_000, 5))).toBe('receiptDiffers')
  expect(await lineOf(app, orderId)).toMatchObject({ status: 'submitted', paid: 0 })
  expect(contentOf(await say(paymentId, 240_000, -60_000))).toMatchObject({ status: 'confirmed', received: 240_000 })
  await expectBooksAgree(app, [orderId])
})

test('a receipt can be reversed within a day: ledger, line and both sides as before, the voucher waits again', async () => {
  const orderId = await demandOrder(app, buyer, seller)
  const first = await paid(app, { buyer, seller }, orderId, 1, 500_000)
  expect((await buyerSees(orderId)).paymentState).toBe('part_paid')
  expect(failureOf(await undo(seller3, first))).toBe('notFound')
  expect(fieldsWithErrors(await undo(seller, first, ''))).toEqual(['reason'])
  const key = newKey()
  const waiting = contentOf(await undo(seller, first, '金额填错', key))
  expect(contentOf(await undo(seller, first, '金额填错', key))).toEqual(waiting)
  expect(waiting).toMatchObject({ status: 'submitted', amount: 300_000, received: null, waits: true, undoUntil: null })
  expect(await lineOf(app, orderId)).toMatchObject({ status: 'submitted', paid: 0 })
  expect(await paymentRow(app, first)).toMatchObject({ status: 'undone', received: 500_000, reason: '金额填错' })
  await expectBooksAgree(app, [orderId])
  const kinds = await app.db
    .select({ kind: ledgerMovements.kind })
    .from(ledgerMovements)
    .where(eq(ledgerMovements.orderId, orderId))
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['received', 'reversed', 'settled'])
  const told = await app.db.select().from(notices).where(eq(notices.event, 'payment.confirmed'))
  expect(told.some(({ title, text }) => title.includes('已撤销') && text.includes('金额填错'))).toBe(true)
  contentOf(await accept(seller, waiting.paymentId, 240_000))
  const order = await buyerSees(orderId)
  expect(order.moneyMoves.map(({ kind, amount, method }) => [kind, amount, method])).toEqual([
    ['received', 500_000, 'bank'],
    ['reversed', 500_000, 'bank'],
    ['received', 240_000, 'bank'],
  ])
  expect(order.paid).toBe(240_000)
  await expectBooksAgree(app, [orderId])
})

test('one of two parallel reversals succeeds; reversed or waiting payments cannot be reversed', async () => {
  const orderId = await demandOrder(app, buyer, seller)
  const paymentId = await paid(app, { buyer, seller }, orderId)
  const answers = await Promise.all([undo(seller, paymentId), undo(seller, paymentId), undo(seller, paymentId)])
  expect(answers.map(failureOf).toSorted()).toEqual(['none', 'stepNotAllowed', 'stepNotAllowed'])
  const again = answers.flatMap((answer) => (answer.ok ? [answer.content.paymentId] : []))
  expect(failureOf(await undo(seller, again[0] ?? 0))).toBe('stepNotAllowed')
  await expectBooksAgree(app, [orderId])
})

test('refuses a reversal after a day, after later movements of the line, or with an open refund request', async () => {
  const late = await demandOrder(app, buyer, seller)
  const old = await paid(app, { buyer, seller }, late)
  await app.db
    .update(payments)
    .set({ confirmedAt: new Date(Date.now() - 24 * 3_600_000 - 1_000) })
    .where(eq(payments.id, old))
  expect(failureOf(await undo(seller, old))).toBe('receiptSettled')

  const asked = await demandOrder(app, buyer, seller)
  const paymentId = await paid(app, { buyer, seller }, asked, 1, 500_000)
  const { id: lineId } = await lineOf(app, asked)
  const wanted = { orderId: asked, lines: [{ lineId, amount: 200_000 }], reason: '多付' }
  contentOf(await buyer.api.orders.refundAsk(wanted, { idempotencyKey: newKey() }))
  expect(failureOf(await undo(seller, paymentId))).toBe('receiptUsed')

  const more = await demandOrder(app, buyer, seller)
  const short = await paid(app, { buyer, seller }, more, 1, 100_000)
  const rest = contentOf(await open(buyer, [(await lineOf(app, more)).id])).payment.paymentId
  contentOf(await confirm(buyer, rest, await voucherOf(buyer)))
  expect(failureOf(await undo(seller, short))).toBe('receiptUsed')
  contentOf(await accept(seller, rest, 200_000))
  expect(failureOf(await undo(seller, short))).toBe('receiptUsed')
  // The newer one can be reversed, and then the older one.
  contentOf(await undo(seller, rest))
  expect(await lineOf(app, more)).toMatchObject({ status: 'submitted', paid: 100_000 })
  await expectBooksAgree(app, [late, asked, more])
})

test('closes an open attempt to pay the rest, since its amount is outdated', async () => {
  const orderId = await demandOrder(app, buyer, seller)
  const short = await paid(app, { buyer, seller }, orderId, 1, 100_000)
  const rest = contentOf(await open(buyer, [(await lineOf(app, orderId)).id], 'demo')).payment.paymentId
  contentOf(await undo(seller, short))
  expect(await paymentRow(app, rest)).toMatchObject({ status: 'closed' })
  const parts = await app.db.select().from(paymentParts).where(eq(paymentParts.paymentId, short))
  expect(parts.map(({ received }) => received)).toEqual([0])
  await expectBooksAgree(app, [orderId])
})

test('the yearly statistics of both sides count paid amounts, not ordered ones', async () => {
  const figure = async (desk: 'buyerDashboard' | 'sellerDashboard', label: string) => {
    const { figures } = contentOf(await (desk === 'buyerDashboard' ? buyer : seller).api.orders[desk]({}))
    return figures.find((one) => one.label === label)?.value ?? 0
  }
  const both = async () => [await figure('buyerDashboard', '本年已付'), await figure('sellerDashboard', '本年已收')]
  const [bought = 0, sold = 0] = await both()
  const orderId = await demandOrder(app, buyer, seller)
  expect(await both()).toEqual([bought, sold])
  const paymentId = await paid(app, { buyer, seller }, orderId)
  expect(await both()).toEqual([bought + 300_000, sold + 300_000])
  contentOf(await undo(seller, paymentId))
  expect(await both()).toEqual([bought, sold])
})
