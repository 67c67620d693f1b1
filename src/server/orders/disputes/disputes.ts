import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { disputesCalls } from '../../../contract/orders/disputes.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { disputeEvidence, disputes as disputeTable } from '../../../db/tables/disputes.ts'
import { orders } from '../../../db/tables/orders.ts'
import { refunds as refundTable } from '../../../db/tables/payments.ts'
import { endOfDay } from '../../../domain/orders/deadlines.ts'
import { disputeLabel, evidenceDays, maxEvidenceDays, type DisputeRuling } from '../../../domain/orders/disputes.ts'
import { isOrderDisputed } from '../../../domain/orders/order-states.ts'
import { paidShare } from '../../../domain/orders/payment-states.ts'
import { sentence } from '../../../domain/sentence.ts'
import { otherSide, type Side } from '../../../domain/sides.ts'
import { date } from '../../../domain/time.ts'
import type { Handler } from '../../handler.ts'
import { endOrder } from '../end-order.ts'
import { noCancellationRequest } from '../fulfilment/cancellation-request.ts'
import { completeOrder } from '../fulfilment/complete-order.ts'
import { recordDeal } from '../deal-record/record-deal.ts'
import { lockOrderOfAnyCompany, type Order } from '../lock-order.ts'
import { closeAllMilestones, loadMilestones, resumeMilestones } from '../milestones/milestones.ts'
import { moveOrder, type StepActor } from '../move-order.ts'
import { notifyOperatorsOfDispute, notifyOrderSide, type OrderContext } from '../notify-order.ts'
import { loadPaymentLines } from '../present-order.ts'
import { loadOperatorDispute, type DisputeRecord } from './load-disputes.ts'

const buyers = alias(companies, 'buyers')
const sellers = alias(companies, 'sellers')
const openDisputes = isNull(disputeTable.outcome)
const dayMs = 86_400_000

export const disputes: Handler<typeof disputesCalls.disputes> = async ({ current, pageSize }, { db }) => {
  const [counted] = await db.select({ total: count() }).from(disputeTable).where(openDisputes)
  const rows = await db
    .select({ dispute: disputeTable, order: orders, buyerName: buyers.name, sellerName: sellers.name })
    .from(disputeTable)
    .innerJoin(orders, eq(orders.id, disputeTable.orderId))
    .innerJoin(buyers, eq(buyers.id, orders.buyerCompanyId))
    .innerJoin(sellers, eq(sellers.id, orders.sellerCompanyId))
    .where(openDisputes)
    .orderBy(asc(disputeTable.createdAt), asc(disputeTable.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const pieces = await countEvidence(
    db,
    rows.map(({ dispute }) => dispute.id),
  )
  const lines = await loadPaymentLines(
    db,
    rows.map(({ order }) => order.id),
  )
  const data = rows.map(({ dispute, order, buyerName, sellerName }) => ({
    disputeId: dispute.id,
    orderId: order.id,
    orderNo: order.orderNo,
    title: order.title,
    buyerName,
    sellerName,
    total: order.total,
    paid: paidShare(lines.filter(({ orderId }) => orderId === order.id)).paid,
    reason: dispute.reason,
    disputedBy: dispute.side === 'seller' ? sellerName : buyerName,
    evidence: pieces.get(dispute.id) ?? 0,
    evidenceUntil: dispute.evidenceUntil.toISOString(),
    since: dispute.createdAt.toISOString(),
  }))
  return { total: counted?.total ?? 0, data }
}

async function countEvidence(db: Db, disputeIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (disputeIds.length === 0) return new Map()
  const rows = await db
    .select({ disputeId: disputeEvidence.disputeId, pieces: count() })
    .from(disputeEvidence)
    .where(inArray(disputeEvidence.disputeId, [...disputeIds]))
    .groupBy(disputeEvidence.disputeId)
  return new Map(rows.map(({ disputeId, pieces }) => [disputeId, pieces]))
}

export const dispute: Handler<typeof disputesCalls.dispute> = ({ disputeId }, { caller, db }) =>
  loadOperatorDispute(db, caller, disputeId)

/** Locks the order of an open dispute for an operator. Of parallel rulings one succeeds: disputeRuled. */
async function lockOpenDispute(
  tx: Db,
  disputeId: number,
  mayEnd: boolean,
): Promise<{ order: Order; open: DisputeRecord }> {
  const [found] = await tx.select().from(disputeTable).where(eq(disputeTable.id, disputeId))
  if (found === undefined) throw new CallFailed('notFound')
  const order = await lockOrderOfAnyCompany(tx, found.orderId, { mayEnd })
  const [open] = await tx
    .select()
    .from(disputeTable)
    .where(and(eq(disputeTable.id, disputeId), openDisputes))
  if (open === undefined || !isOrderDisputed(order.status)) throw new CallFailed('disputeRuled')
  return { order, open }
}

const subjectOf = ({ id, buyerCompanyId, sellerCompanyId }: Order) =>
  ({ kind: 'order', id, companyIds: [buyerCompanyId, sellerCompanyId] }) as const

/** Moves the end of the time for evidence; only later ones, since both sides rely on it. */
export const disputeExtend: Handler<typeof disputesCalls.disputeExtend> = async (input, context) => {
  const { caller, db, note } = context
  const until = endOfDay(input.until)
  const evidenceUntil = await db.transaction(async (tx) => {
    const { order, open } = await lockOpenDispute(tx, input.disputeId, false)
    if (until <= open.evidenceUntil || until.getTime() < Date.now())
      throw fieldFailed({ field: 'until', message: '新的截止日期须晚于现在的截止日期' })
    if (until.getTime() > Date.now() + (maxEvidenceDays + 1) * dayMs)
      throw fieldFailed({ field: 'until', message: `最晚为今天起 ${maxEvidenceDays} 天` })
    note(`${order.orderNo}，延长至 ${input.until}`, subjectOf(order))
    await tx.update(disputeTable).set({ evidenceUntil: until }).where(eq(disputeTable.id, open.id))
    const by = { userId: caller.userId, companyId: null }
    const facts = { disputeId: open.id, until: until.toISOString() }
    await recordDeal(tx, [{ orderId: order.id, kind: 'dispute', event: 'extend', side: 'operator', by, facts }])
    const title = `订单 ${order.orderNo} 的举证时间延长至 ${input.until}`
    const text = '您可以在订单中继续补充说明与文件。'
    await notifyOrderSide(tx, context, order, 'buyer', { title, text })
    await notifyOrderSide(tx, context, order, 'seller', { title, text })
    return until
  })
  return { evidenceUntil: evidenceUntil.toISOString() }
}

type Verdict = Parameters<typeof disputeVerdict>[0]
const rulingText = (ruling: DisputeRuling) => disputeLabel(ruling).label

/** Ruling of an operator on a dispute; forbidden for orders of the own company. */
export const disputeVerdict: Handler<typeof disputesCalls.disputeVerdict> = async (input, context) => {
  const { caller, db, note } = context
  const order = await db.transaction(async (tx) => {
    const { order: locked, open } = await lockOpenDispute(tx, input.disputeId, input.event === 'cancel')
    note(`${locked.orderNo}，${rulingText(input.event)}`, subjectOf(locked))
    const refunded = await refundedBefore(tx, locked.id)
    const moved = await applyVerdict(tx, context, locked, input, { userId: caller.userId, companyId: null })
    const amount = (await refundedBefore(tx, locked.id)) - refunded
    await tx.update(disputeTable).set({ refunded: amount }).where(eq(disputeTable.id, open.id))
    return moved
  })
  return { status: order.status }
}

/** Refunds of an order, on their way and done, in fen: what a ruling adds to it is its refund. */
async function refundedBefore(tx: Db, orderId: number): Promise<number> {
  const rows = await tx.select({ amount: refundTable.amount }).from(refundTable).where(eq(refundTable.orderId, orderId))
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}

async function applyVerdict(
  tx: Db,
  context: OrderContext,
  order: Order,
  input: Verdict,
  by: StepActor,
): Promise<Order> {
  const { event, reason, refunds } = input
  const step = { actor: 'operator', by, reason } as const
  if (event === 'cancel') return endOrder(tx, context, order, { ...step, event, refund: refunds ?? 'all' })
  const moved =
    event === 'complete'
      ? await completeByRuling(tx, context, order, by, reason)
      : await resumeByRuling(tx, order, by, reason)
  const title = `订单 ${order.orderNo} 的争议已由平台裁定`
  const text = `${event === 'complete' ? '订单视为完成' : '订单继续执行'}。理由：${reason}`
  await notifyOrderSide(tx, context, moved, 'buyer', { title, text })
  await notifyOrderSide(tx, context, moved, 'seller', { title, text })
  return moved
}

/** The order counts as completed, and with it every stage of it. */
async function completeByRuling(tx: Db, context: OrderContext, order: Order, by: StepActor, reason: string) {
  await closeAllMilestones(tx, await loadMilestones(tx, order.id), by, reason)
  return completeOrder(tx, context, order, { event: 'complete', actor: 'operator', by, reason })
}

/** The order continues; one with stages where its milestones stood. */
async function resumeByRuling(tx: Db, order: Order, by: StepActor, reason: string): Promise<Order> {
  const set = { ...noCancellationRequest, deliveredAt: null }
  const resumed = await moveOrder(tx, order, { event: 'resume', actor: 'operator', by, reason, set })
  return resumeMilestones(tx, resumed, by)
}

/** Opens a dispute with a reason: the order is suspended until a ruling or a mutual cancellation. */
export async function disputeOrder(
  tx: Db,
  context: OrderContext,
  order: Order,
  { side, by, reason }: { readonly side: Side; readonly by: StepActor; readonly reason: string },
): Promise<Order> {
  if (reason === '') throw fieldFailed({ field: 'reason', message: '请写明争议的原因' })
  const moved = await moveOrder(tx, order, { event: 'dispute', actor: side, by, reason })
  const lastDay = date(new Date(Date.now() + evidenceDays * dayMs).toISOString())
  const evidenceUntil = endOfDay(lastDay)
  await tx.insert(disputeTable).values({ orderId: order.id, side, userId: by.userId, reason, evidenceUntil })
  await notifyOrderSide(tx, context, moved, otherSide(side), {
    title: `${side === 'buyer' ? '买家' : '供应商'}对订单 ${order.orderNo} 发起了争议`,
    text: `原因：${sentence(reason)}请在 ${lastDay} 前在订单中补充说明与文件，平台据此裁定。`,
  })
  await notifyOperatorsOfDispute(tx, context, moved, reason)
  return moved
}
