import { and, desc, eq, sql } from 'drizzle-orm'
import { orders } from '../../../../src/db/tables/orders.ts'
import { paymentParts, payoutLines, payouts } from '../../../../src/db/tables/payments.ts'
import { makePayouts, refreshPayouts } from '../../../../src/server/orders/payouts/make-payouts.ts'
import { today } from '../../../../src/domain/time.ts'
import type { TestApp } from '../../app.ts'
import { contentOf, visitor, type Client } from '../../client.ts'
import { newKey } from '../../sentinels.ts'
import { setCompleted } from './completed.ts'
import { pdf } from '../../uploads.ts'
import { demandOrder, lineOf, open } from './pay.ts'

const job = ({ runtime: { push, log, config } }: TestApp) => ({ push, log, config })
/** Makes payouts of what is due, as the job does every day. */
export const makeDue = (app: TestApp) => makePayouts(app.db, job(app))
/** Holds, releases and amends payouts, as the job does every few minutes. */
export const refresh = (app: TestApp) => refreshPayouts(app.db, job(app))

/** An order whose first line was paid online; completed so many days ago, 8 by default. */
export async function paidOnline(
  app: TestApp,
  buyer: Client,
  seller: Client,
  { daysAgo = 8 }: { readonly daysAgo?: number } = {},
) {
  const orderId = await demandOrder(app, buyer, seller)
  const line = await lineOf(app, orderId)
  const { paymentNo } = await payOnline(app, buyer, line.id)
  await setCompleted(app, orderId, daysAgo)
  return { orderId, lineId: line.id, amount: line.amount, paymentNo }
}

/** Pays a payment line at the demo cashier; returns the payment. */
export async function payOnline(app: TestApp, buyer: Client, lineId: number) {
  const { payment, url } = contentOf(await open(buyer, [lineId], 'demo'))
  contentOf(await visitor(app).api.orders.demoPay({ ticket: new URL(url ?? '').searchParams.get('ticket') ?? '' }))
  return payment
}

/** The newest payout with money of an order. */
export async function payoutRow(app: Pick<TestApp, 'db'>, orderId: number) {
  const [row] = await app.db
    .select({ payout: payouts })
    .from(payouts)
    .innerJoin(payoutLines, eq(payoutLines.payoutId, payouts.id))
    .where(and(eq(payoutLines.orderId, orderId)))
    .orderBy(desc(payouts.id))
    .limit(1)
  if (row === undefined) throw new Error(`No payout of order ${orderId}`)
  return row.payout
}

/** A due payout of an order paid online, which is its only one. */
export async function duePayout(app: TestApp, buyer: Client, seller: Client) {
  const order = await paidOnline(app, buyer, seller)
  await makeDue(app)
  const payout = await payoutRow(app, order.orderId)
  return { ...order, payoutId: payout.id, total: payout.amount }
}

type ShownAccount = Parameters<Client['api']['orders']['payoutApprove']>[0]['account']
/** Account of a payout as an operator sees it; null = none, or the payout is closed to the client. */
async function shownAccount(client: Client, payoutId: number): Promise<ShownAccount> {
  const answer = await client.api.orders.payout({ payoutId })
  return answer.ok ? answer.content.account : null
}

/** Approves a payout as it is shown; `idempotencyKey`: of the press. */
export async function approve(client: Client, payoutId: number, amount: number, idempotencyKey = newKey()) {
  const account = await shownAccount(client, payoutId)
  return client.api.orders.payoutApprove({ payoutId, amount, account }, { idempotencyKey })
}

/** Two approvals. */
export async function approveTwice(one: Client, other: Client, payoutId: number, amount: number): Promise<void> {
  contentOf(await approve(one, payoutId, amount))
  contentOf(await approve(other, payoutId, amount))
}

/** A bank receipt uploaded by the client; receipts with the same text are copies. */
export const receiptOf = async (client: Client, text: string = newKey()): Promise<string> => {
  const file = new File([pdf, `%${text}\n`], '银行回单.pdf', { type: 'application/pdf' })
  return contentOf(await client.upload('attachment', file)).fileId
}

type Paid = Partial<Parameters<Client['api']['orders']['payoutPaid']>[0]>
/** Registers a transfer with a receipt and a number of its own. */
export async function markPaid(client: Client, payoutId: number, more: Paid = {}) {
  const receiptId = more.receiptId ?? (await receiptOf(client))
  const bankReference = `B${receiptId}`
  return client.api.orders.payoutPaid(
    { payoutId, receiptId, bankReference, paidOn: today(), ...more },
    { idempotencyKey: newKey() },
  )
}
interface PayoutPeople {
  readonly buyer: Client
  readonly seller: Client
  /** Operators who confirmed their persons. */
  readonly finance: Client
  readonly ops: Client
}

/** A payout of one order that two operators approved. */
export async function approvedPayout(app: TestApp, { buyer, seller, finance, ops }: PayoutPeople) {
  const payout = await duePayout(app, buyer, seller)
  await approveTwice(finance, ops, payout.payoutId, payout.amount)
  return payout
}

/** A payout of one order that was transferred. `text`: of its receipt, another one each time by default. */
export async function paidPayout(app: TestApp, people: PayoutPeople, text?: string) {
  const payout = await approvedPayout(app, people)
  const receiptId = await receiptOf(people.ops, text)
  const { bankReference, receiptUrl } = contentOf(await markPaid(people.ops, payout.payoutId, { receiptId }))
  return { ...payout, bankReference, receiptUrl }
}
export const markFailed = (client: Client, payoutId: number, reason = '账号与户名不符') =>
  client.api.orders.payoutFailed({ payoutId, reason }, { idempotencyKey: newKey() })

export const setDisputed = (app: Pick<TestApp, 'db'>, orderId: number, status: 'disputed' | 'completed') =>
  app.db.update(orders).set({ status }).where(eq(orders.id, orderId))
type Bounced = Partial<Parameters<Client['api']['orders']['payoutBounce']>[0]>
/** Registers that the bank returned a payout; by default the transfers back are confirmed as they are shown. */
export async function markBounced(client: Client, payoutId: number, more: Bounced = {}) {
  const rerouted = more.rerouted ?? (await shownReroutes(client, payoutId))
  return client.api.orders.payoutBounce(
    { payoutId, reason: '收款账户已销户', ...more, rerouted },
    { idempotencyKey: newKey() },
  )
}
/** Transfers back of a payout as an operator sees them; none, if the payout is closed to the client. */
async function shownReroutes(client: Client, payoutId: number): Promise<number[]> {
  const answer = await client.api.orders.payout({ payoutId })
  return answer.ok ? answer.content.reroutes.map(({ refundId }) => refundId) : []
}
export const retry = (client: Client, payoutId: number) =>
  client.api.orders.payoutRetry({ payoutId }, { idempotencyKey: newKey() })

/** Makes the payouts of the demo and removes them, so that a file has only those of its own orders. */
export async function removeDemoPayouts(app: TestApp): Promise<void> {
  await makeDue(app)
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`alter table payouts disable trigger payouts_kept`)
    await tx.execute(sql`alter table payout_lines disable trigger payout_lines_kept`)
    await tx.delete(payoutLines)
    await tx.update(payouts).set({ status: 'void', amount: 0, fee: 0 })
    await tx.update(paymentParts).set({ held: 0 })
    await tx.execute(sql`set constraints all immediate`)
    await tx.execute(sql`alter table payouts enable trigger payouts_kept`)
    await tx.execute(sql`alter table payout_lines enable trigger payout_lines_kept`)
  })
}

/** The payment part of an order paid once. */
export async function partOf(app: Pick<TestApp, 'db'>, orderId: number) {
  const [part] = await app.db.select().from(paymentParts).where(eq(paymentParts.orderId, orderId))
  if (part === undefined) throw new Error('No part')
  return part
}
