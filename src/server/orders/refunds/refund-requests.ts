import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { orderLines, paymentLines } from '../../../db/tables/orders.ts'
import { refundRequestItems, refundRequestLines, refundRequests } from '../../../db/tables/payments.ts'
import { dealFile, type DealSide } from '../../../domain/orders/deal-record.ts'
import { isOrderDisputed } from '../../../domain/orders/order-states.ts'
import {
  openRequestStatuses,
  refundAnswerDue,
  refundRequestTransitions,
  sumOfLines,
  type LineAmount,
  type RefundRequestEvent,
} from '../../../domain/orders/refund-requests.ts'
import type { Side } from '../../../domain/sides.ts'
import { nextState } from '../../../domain/transition.ts'
import type { FileRow } from '../../platform/files/files.ts'
import { recordDeal } from '../deal-record/record-deal.ts'
import { lockOrder, lockOrderOfAnyCompany, type Order } from '../lock-order.ts'
import type { StepActor } from '../move-order.ts'
import type { PaymentActor } from '../payments/move-payment-line.ts'
import type { NotifyContext } from '../payments/notify-payment.ts'
import { createRefunds } from './create-refunds.ts'
import { loadRefundable, refundableOfLine, type OrderRefundable } from './refundable.ts'

export type RequestRow = typeof refundRequests.$inferSelect

interface RequestItem {
  readonly orderLineId: number
  readonly quantity: number
  /** fen */
  readonly amount: number
}

interface NewRequest {
  readonly side: Side
  readonly by: StepActor
  readonly lines: readonly LineAmount[]
  readonly items: readonly RequestItem[]
  readonly reason: string
  readonly files: readonly FileRow[]
}

const isRequestOpen = inArray(refundRequests.status, [...openRequestStatuses])

/** Refundable amount by line in their sequence; `isOpen`: an unanswered request names it; fen. */
export async function loadLineRooms(db: Db, orderId: number) {
  const { parts } = await loadRefundable(db, orderId)
  const asked = await db
    .select({ lineId: refundRequestLines.lineId })
    .from(refundRequestLines)
    .innerJoin(refundRequests, eq(refundRequests.id, refundRequestLines.requestId))
    .where(and(eq(refundRequests.orderId, orderId), isRequestOpen))
  const rows = await db
    .select({ lineId: paymentLines.id, name: paymentLines.name, paid: paymentLines.paid })
    .from(paymentLines)
    .where(eq(paymentLines.orderId, orderId))
    .orderBy(asc(paymentLines.seq))
  return rows.map((row) => ({
    ...row,
    isOpen: asked.some(({ lineId }) => lineId === row.lineId),
    inTransit: parts.reduce((sum, part) => (part.lineId === row.lineId ? sum + part.inTransit : sum), 0),
    amount: parts.reduce((sum, part) => (part.lineId === row.lineId ? sum + part.room : sum), 0),
  }))
}

/**
 * Asserts that the lines of a locked order may be refunded now. Throws notFound for lines of other orders, and
 * refundDisputed, refundOpen, refundLineUnpaid, refundTooMuch, payoutUnderWay.
 */
export async function assertRefundable(tx: Db, order: Order, lines: readonly LineAmount[]): Promise<void> {
  if (isOrderDisputed(order.status)) throw new CallFailed('refundDisputed')
  const rooms = await loadLineRooms(tx, order.id)
  for (const { lineId, amount } of lines) {
    const room = rooms.find((each) => each.lineId === lineId)
    if (room === undefined) throw new CallFailed('notFound')
    if (room.isOpen) throw new CallFailed('refundOpen')
    if (room.paid === 0) throw new CallFailed('refundLineUnpaid')
    if (amount > room.amount + room.inTransit) throw new CallFailed('refundTooMuch', { refundable: room.amount })
    if (amount > room.amount) throw new CallFailed('payoutUnderWay', { refundable: room.amount })
  }
}

/** Creates a request of a locked order; one of the supplier is agreed to at once. The lines must have been asserted. */
export async function createRequest(tx: Db, order: Order, request: NewRequest): Promise<RequestRow> {
  const { side, by, lines, items, reason, files } = request
  const now = new Date()
  const isGiven = side === 'seller'
  const [row] = await tx
    .insert(refundRequests)
    .values({
      orderId: order.id,
      side,
      userId: by.userId,
      status: isGiven ? 'agreed' : 'requested',
      reason,
      fileIds: files.map(({ id }) => id),
      answerUntil: refundAnswerDue(now),
      answeredAt: isGiven ? now : null,
    })
    .returning()
  if (row === undefined) throw new Error('No refund request')
  await tx.insert(refundRequestLines).values(
    lines.map(({ lineId, amount }) => ({
      requestId: row.id,
      lineId,
      asked: amount,
      agreed: isGiven ? amount : null,
    })),
  )
  if (items.length > 0)
    await tx.insert(refundRequestItems).values(items.map((item) => ({ requestId: row.id, ...item })))
  const facts = {
    requestId: row.id,
    amount: sumOfLines(lines),
    lines: await lineFacts(tx, lines),
    items: items.map(({ orderLineId, quantity, amount }) => ({ item: orderLineId, quantity, amount })),
    files: files.map(dealFile),
  }
  const history = { entity: 'refund_request', entityId: row.id, fromStatus: '', toStatus: row.status, reason } as const
  const event = isGiven ? 'offer' : 'ask'
  await recordDeal(tx, [{ orderId: order.id, kind: 'refund', event, side, by, facts, history }])
  return row
}

/** Amounts with the numbers of their lines, as the deal record names them. */
async function lineFacts(tx: Db, lines: readonly LineAmount[]) {
  const rows = await tx
    .select({ lineId: paymentLines.id, line: paymentLines.seq })
    .from(paymentLines)
    .where(
      inArray(
        paymentLines.id,
        lines.map(({ lineId }) => lineId),
      ),
    )
  const numbers = new Map(rows.map(({ lineId, line }) => [lineId, line]))
  return lines.map(({ lineId, amount }) => ({ line: numbers.get(lineId) ?? 0, amount }))
}

/** Asked amounts of a request by line, in the sequence of the lines. */
export const loadAskedLines = (db: Db, requestId: number): Promise<LineAmount[]> =>
  db
    .select({ lineId: refundRequestLines.lineId, amount: refundRequestLines.asked })
    .from(refundRequestLines)
    .innerJoin(paymentLines, eq(paymentLines.id, refundRequestLines.lineId))
    .where(eq(refundRequestLines.requestId, requestId))
    .orderBy(asc(paymentLines.seq))

/** Locks a request with its order for a company on one side; throws notFound for others. */
export async function lockRequest(tx: Db, side: Side, companyId: number, requestId: number) {
  const order = await lockOrder(tx, side, companyId, await orderOfRequest(tx, requestId))
  return { order, request: await loadRequest(tx, requestId) }
}

/** As `lockRequest`, for operators. */
export async function lockRequestOfAnyCompany(tx: Db, requestId: number) {
  const order = await lockOrderOfAnyCompany(tx, await orderOfRequest(tx, requestId))
  return { order, request: await loadRequest(tx, requestId) }
}

async function orderOfRequest(tx: Db, requestId: number): Promise<number> {
  const [found] = await tx
    .select({ orderId: refundRequests.orderId })
    .from(refundRequests)
    .where(eq(refundRequests.id, requestId))
  if (found === undefined) throw new CallFailed('notFound')
  return found.orderId
}

async function loadRequest(tx: Db, requestId: number): Promise<RequestRow> {
  const [request] = await tx.select().from(refundRequests).where(eq(refundRequests.id, requestId))
  if (request === undefined) throw new CallFailed('notFound')
  return request
}

/** Who moves a request: a side, the system, or an operator. */
export interface RequestActor {
  readonly side: DealSide
  /** null = a job. */
  readonly by: StepActor | null
}

interface RequestMove extends RequestActor {
  readonly event: RefundRequestEvent
  readonly reason?: string
  /** Agreed amounts by line. */
  readonly agreed?: readonly LineAmount[]
  readonly set?: Partial<typeof refundRequests.$inferInsert>
}

/**
 * Applies one step of the transition table to a request of a locked order, with history and deal record. Of parallel
 * steps one succeeds; the others throw stepNotAllowed.
 */
export async function moveRequest(
  tx: Db,
  request: RequestRow,
  { event, side, by, reason = '', agreed = [], set }: RequestMove,
): Promise<RequestRow> {
  const { id, orderId, status: fromStatus } = request
  const status = nextState(refundRequestTransitions, fromStatus, event, side)
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  const [moved] = await tx
    .update(refundRequests)
    .set({ ...set, status })
    .where(and(eq(refundRequests.id, id), eq(refundRequests.status, fromStatus)))
    .returning()
  if (moved === undefined) throw new CallFailed('stepNotAllowed')
  const facts = {
    requestId: id,
    ...(agreed.length === 0 ? {} : { amount: sumOfLines(agreed), lines: await lineFacts(tx, agreed) }),
  }
  const history = { entity: 'refund_request', entityId: id, fromStatus, toStatus: status, reason } as const
  await recordDeal(tx, [{ orderId, kind: 'refund', event, side, by, facts, history }])
  return moved
}

/**
 * Carries out an agreement: saves the agreed amounts and creates the refunds of each line. Throws refundTooMuch if a
 * line has less by now.
 */
export async function carryOutRequest(
  tx: Db,
  notify: NotifyContext,
  order: Order,
  request: Pick<RequestRow, 'id' | 'reason'>,
  agreed: readonly LineAmount[],
  by: PaymentActor,
): Promise<void> {
  const refundable: OrderRefundable = await loadRefundable(tx, order.id)
  const amounts = new Map(agreed.map(({ lineId, amount }) => [lineId, amount]))
  for (const { lineId } of await loadAskedLines(tx, request.id)) {
    const amount = amounts.get(lineId) ?? 0
    await tx
      .update(refundRequestLines)
      .set({ agreed: amount })
      .where(and(eq(refundRequestLines.requestId, request.id), eq(refundRequestLines.lineId, lineId)))
    if (amount === 0) continue
    const ofLine = refundableOfLine(refundable, lineId)
    await createRefunds(tx, notify, order, {
      refundable: ofLine,
      amount,
      reason: request.reason,
      requestId: request.id,
      by,
    })
  }
}

/** Withdraws the unanswered requests of an ending order; they are part of its refund. The order must be locked. */
export async function withdrawOpenRequests(tx: Db, orderId: number): Promise<void> {
  const open = await tx
    .select()
    .from(refundRequests)
    .where(and(eq(refundRequests.orderId, orderId), isRequestOpen))
    .orderBy(asc(refundRequests.id))
  for (const request of open)
    await moveRequest(tx, request, { event: 'withdraw', side: 'system', by: null, reason: '订单结束，并入订单退款' })
}

/** Whether an unanswered request names one of the lines. */
export async function hasOpenRequest(tx: Db, lineIds: readonly number[]): Promise<boolean> {
  if (lineIds.length === 0) return false
  const [row] = await tx
    .select({ id: refundRequests.id })
    .from(refundRequests)
    .innerJoin(refundRequestLines, eq(refundRequestLines.requestId, refundRequests.id))
    .where(and(inArray(refundRequestLines.lineId, [...lineIds]), isRequestOpen))
    .limit(1)
  return row !== undefined
}

/**
 * Items of an order of goods with what requests took of them: unanswered ones what they ask for, agreed ones their share
 * of what was agreed.
 */
export async function loadRefundableItems(db: Db, orderId: number) {
  const { requestId, asked, agreed } = refundRequestLines
  const shares = db
    .select({
      requestId,
      share: sql<number>`sum(coalesce(${agreed}, ${asked}))::numeric / sum(${asked})`.as('share'),
    })
    .from(refundRequestLines)
    .innerJoin(refundRequests, eq(refundRequests.id, requestId))
    .where(eq(refundRequests.orderId, orderId))
    .groupBy(requestId)
    .as('shares')
  const taken = db
    .select({
      orderLineId: refundRequestItems.orderLineId,
      quantity: sql<number>`sum(round(${refundRequestItems.quantity} * ${shares.share}))`.as('taken_quantity'),
      amount: sql<number>`sum(round(${refundRequestItems.amount} * ${shares.share}))`.as('taken_amount'),
    })
    .from(refundRequestItems)
    .innerJoin(shares, eq(shares.requestId, refundRequestItems.requestId))
    .innerJoin(refundRequests, eq(refundRequests.id, refundRequestItems.requestId))
    .where(and(eq(refundRequests.orderId, orderId), inArray(refundRequests.status, [...openRequestStatuses, 'agreed'])))
    .groupBy(refundRequestItems.orderLineId)
    .as('taken')
  return db
    .select({
      orderLineId: orderLines.id,
      name: orderLines.name,
      specName: orderLines.specName,
      unit: orderLines.unit,
      quantity: orderLines.quantity,
      amount: orderLines.amount,
      takenQuantity: sql<number>`coalesce(${taken.quantity}, 0)::int`,
      takenAmount: sql<number>`coalesce(${taken.amount}, 0)::float8`,
    })
    .from(orderLines)
    .leftJoin(taken, eq(taken.orderLineId, orderLines.id))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.id))
}
