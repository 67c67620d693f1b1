import { asc, eq, inArray, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { z } from 'zod'
import { ledgerEntries, ledgerMovements, paymentParts, payments, refunds } from '../../../../src/db/tables/payments.ts'
import { orders, paymentLines } from '../../../../src/db/tables/orders.ts'
import type { PaymentMethod } from '../../../../src/domain/orders/payment-methods.ts'
import { closeDuePayments } from '../../../../src/server/orders/payments/close-due-payments.ts'
import { sendRefunds } from '../../../../src/server/orders/refunds/send-refunds.ts'
import { bookGatewayPayment } from '../../../../src/server/orders/payments/book-gateway-payment.ts'
import type { TestApp } from '../../app.ts'
import { contentOf, failureOf, type Client } from '../../client.ts'
import { newKey } from '../../sentinels.ts'
import { pdf } from '../../uploads.ts'
import { openDemand, submittedOffer } from '../demands/demand.ts'

/** An order of the buyer over ¥10,000.01 in three payments, confirmed by default. */
export async function demandOrder(
  app: TestApp,
  buyer: Client,
  seller: Client,
  { confirmed = true }: { readonly confirmed?: boolean } = {},
): Promise<number> {
  const demandId = await openDemand(app, buyer)
  const offerId = await submittedOffer(seller, demandId)
  const { orderId } = contentOf(await buyer.api.demands.deal({ offerId }, { idempotencyKey: newKey() }))
  if (confirmed) contentOf(await seller.api.orders.sellerOrderStep({ orderId, event: 'confirm' }))
  return orderId
}

/** Payment lines of an order, by sequence. */
export const linesOf = (app: Pick<TestApp, 'db'>, orderId: number) =>
  app.db.select().from(paymentLines).where(eq(paymentLines.orderId, orderId)).orderBy(asc(paymentLines.seq))

export async function lineOf(app: Pick<TestApp, 'db'>, orderId: number, seq = 1) {
  const line = (await linesOf(app, orderId)).find((each) => each.seq === seq)
  if (line === undefined) throw new Error(`Order ${orderId} has no line ${seq}`)
  return line
}

export const open = (client: Client, lineIds: readonly number[], method: PaymentMethod = 'bank') =>
  client.api.orders.paymentOpen({ lineIds: [...lineIds], method })

/** A voucher uploaded by the client. */
export const voucherOf = async (client: Client): Promise<string> =>
  contentOf(await client.upload('attachment', new File([pdf], '转账回单.pdf', { type: 'application/pdf' }))).fileId

export const confirm = (client: Client, paymentId: number, voucherId: string, idempotencyKey = newKey()) =>
  client.api.orders.paymentConfirm({ paymentId, voucherId }, { idempotencyKey })

/** Confirms a receipt, accepting a reported difference as in the dialog. */
export async function accept(client: Client, paymentId: number, received: number, idempotencyKey = newKey()) {
  const input = { paymentId, verdict: 'confirm' as const, received }
  const answer = await client.api.orders.paymentVerdict(input, { idempotencyKey })
  if (answer.ok || failureOf(answer) !== 'receiptDiffers') return answer
  const { difference } = z.object({ difference: z.int() }).parse(answer.failure.content)
  return client.api.orders.paymentVerdict({ ...input, difference }, { idempotencyKey })
}

export const reject = (client: Client, paymentId: number, reason = '未查到该笔款项') =>
  client.api.orders.paymentVerdict({ paymentId, verdict: 'reject', reason }, { idempotencyKey: newKey() })

/** A transfer of a line with its voucher, waiting for confirmation. */
export async function submitted(app: TestApp, buyer: Client, orderId: number, seq = 1): Promise<number> {
  const line = await lineOf(app, orderId, seq)
  const { paymentId } = contentOf(await open(buyer, [line.id])).payment
  contentOf(await confirm(buyer, paymentId, await voucherOf(buyer)))
  return paymentId
}

/** A line paid by transfer, with the amount confirmed by the payee. */
export async function paid(
  app: TestApp,
  { buyer, seller }: { readonly buyer: Client; readonly seller: Client },
  orderId: number,
  seq = 1,
  received?: number,
): Promise<number> {
  const paymentId = await submitted(app, buyer, orderId, seq)
  contentOf(await accept(seller, paymentId, received ?? (await lineOf(app, orderId, seq)).amount))
  return paymentId
}

const quiet = (app: TestApp) => ({
  push: app.runtime.push,
  after: () => {},
  jobs: { wake: async () => {} },
})

/** Books a receipt of the demo gateway, as after verification of its signature. */
export const book = (app: TestApp, paymentNo: string, amount: number, tradeNo = `T${newKey()}`) =>
  bookGatewayPayment(app.db, quiet(app), { method: 'demo', paymentNo, tradeNo, amount, paidAt: new Date() })

const around = ({ runtime: { providers, push, log } }: TestApp) => ({ providers, push, log })
export const clock = (app: TestApp) => closeDuePayments(app.db, around(app))
export const sendBack = (app: TestApp) => sendRefunds(app.db, around(app))

export const paymentRow = async (app: Pick<TestApp, 'db'>, paymentId: number) => {
  const [row] = await app.db.select().from(payments).where(eq(payments.id, paymentId))
  if (row === undefined) throw new Error(`No payment ${paymentId}`)
  return row
}
export const orderRow = async (app: Pick<TestApp, 'db'>, orderId: number) => {
  const [row] = await app.db.select().from(orders).where(eq(orders.id, orderId))
  if (row === undefined) throw new Error(`No order ${orderId}`)
  return row
}
export const refundRows = (app: Pick<TestApp, 'db'>, orderId: number) =>
  app.db.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(asc(refunds.id))

/** Asserts that lines, parts, refunds and ledger of some orders are consistent. */
export async function expectBooksAgree(app: Pick<TestApp, 'db'>, orderIds: readonly number[]): Promise<void> {
  const lines = await app.db
    .select()
    .from(paymentLines)
    .where(inArray(paymentLines.orderId, [...orderIds]))
  const parts = await app.db
    .select()
    .from(paymentParts)
    .where(inArray(paymentParts.orderId, [...orderIds]))
  const back = await app.db
    .select()
    .from(refunds)
    .where(inArray(refunds.orderId, [...orderIds]))
  const entries = await app.db
    .select({ account: ledgerEntries.account, sum: sql<number>`sum(${ledgerEntries.amount})::float8` })
    .from(ledgerEntries)
    .innerJoin(ledgerMovements, eq(ledgerMovements.id, ledgerEntries.movementId))
    .where(inArray(ledgerMovements.orderId, [...orderIds]))
    .groupBy(ledgerEntries.account)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  for (const line of lines) {
    const own = parts.filter(({ lineId }) => lineId === line.id)
    expect(line.paid, `line ${line.id}`).toBe(sum(own.map(({ received, refunded }) => received - refunded)))
    expect(line.refunded, `line ${line.id}`).toBe(sum(own.map(({ refunded }) => refunded)))
  }
  for (const part of parts) {
    const done = back.filter(({ partId, status }) => partId === part.id && status === 'done')
    expect(part.refunded, `part ${part.id}`).toBe(sum(done.map(({ amount }) => amount)))
    const waiting = back.filter(
      ({ partId, status }) => partId === part.id && (status === 'pending' || status === 'sent'),
    )
    expect(sum(waiting.map(({ amount }) => amount))).toBeLessThanOrEqual(part.received - part.refunded)
  }
  const balance = (prefix: string) =>
    sum(entries.filter(({ account }) => account.startsWith(prefix)).map(({ sum: all }) => all))
  expect(sum(entries.map(({ sum: all }) => all))).toBe(0)
  const held = sum(parts.map((part) => part.held))
  expect(balance('held:')).toBe(held)
  expect(balance('seller:') + held + balance('fee')).toBe(
    sum(lines.map(({ paid: has, amount }) => Math.min(has, amount))),
  )
  expect(balance('buyer:')).toBe(sum(lines.map(({ paid: has, amount }) => Math.max(0, has - amount))))
  for (const { account, sum: all } of entries) {
    // What a supplier transferred back after its payout came through a gateway.
    if (account === 'bank') continue
    const isOutside = !/^(?:seller|buyer|held):|^fee$/.test(account)
    expect(isOutside ? -all : all, account).toBeGreaterThanOrEqual(0)
  }
}
