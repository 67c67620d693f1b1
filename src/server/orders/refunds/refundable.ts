import { asc, eq, inArray, and, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { paymentLines } from '../../../db/tables/orders.ts'
import { paymentParts, payments, payoutLines, payouts, refunds } from '../../../db/tables/payments.ts'
import type { PaymentMethod } from '../../../domain/orders/payment-methods.ts'
import { pendingRefundStatuses } from '../../../domain/orders/payment-states.ts'

interface RefundablePart {
  readonly partId: number
  readonly lineId: number
  /** How it was paid. */
  readonly method: PaymentMethod
  readonly room: number
  /** Part of the room that was paid out to the supplier, who transfers it back. */
  readonly paidOut: number
  /** On its way to the supplier: not refundable before the bank has answered. */
  readonly inTransit: number
}

/** Refundable amounts of an order, in fen. */
export interface OrderRefundable {
  /** Received amount of each part minus refunds, done and on their way, and minus what a payout transfers now. */
  readonly parts: readonly RefundablePart[]
  /** Surplus of each line minus refunds on their way. */
  readonly over: ReadonlyMap<number, number>
}

/** Three queries; requires the order's lock if the result is acted on. */
export async function loadRefundable(db: Db, orderId: number): Promise<OrderRefundable> {
  const waiting = db
    .select({
      partId: refunds.partId,
      waiting: sql<string>`sum(${refunds.amount})`.as('waiting_sum'),
      // Of an online payment, the transfers are of what was paid out.
      transfers: sql<string>`coalesce(sum(${refunds.amount}) filter (where ${refunds.method} = 'bank'), 0)`.as(
        'waiting_transfers',
      ),
    })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), inArray(refunds.status, [...pendingRefundStatuses])))
    .groupBy(refunds.partId)
    .as('waiting')
  const rows = await db
    .select({
      partId: paymentParts.id,
      lineId: paymentParts.lineId,
      method: payments.method,
      paidOut: sql<number>`(${paymentParts.paidOut} - coalesce(${waiting.transfers}, 0))::float8`,
      inTransit: sql<number>`coalesce(${payoutLines.amount}, 0)::float8`,
      stands: sql<number>`(${paymentParts.received} - ${paymentParts.refunded})::float8`,
      waits: sql<number>`coalesce(${waiting.waiting}, 0)::float8`,
    })
    .from(paymentParts)
    .innerJoin(payments, eq(payments.id, paymentParts.paymentId))
    .leftJoin(waiting, eq(waiting.partId, paymentParts.id))
    .leftJoin(payoutLines, and(eq(payoutLines.partId, paymentParts.id), payoutLines.isOpen, inApprovedPayout(db)))
    .where(eq(paymentParts.orderId, orderId))
    .orderBy(asc(paymentParts.id))
  const lines = await db
    .select({ id: paymentLines.id, amount: paymentLines.amount, paid: paymentLines.paid })
    .from(paymentLines)
    .where(eq(paymentLines.orderId, orderId))
  const waitingOfLine = (lineId: number) =>
    rows.reduce((sum, row) => (row.lineId === lineId ? sum + row.waits : sum), 0)
  return {
    parts: rows.map(({ partId, lineId, method, stands, waits, paidOut, inTransit }) => ({
      partId,
      lineId,
      method,
      room: Math.max(0, stands - waits - inTransit),
      paidOut: method === 'bank' ? 0 : Math.max(0, paidOut),
      inTransit,
    })),
    over: new Map(lines.map(({ id, amount, paid }) => [id, Math.max(0, paid - amount - waitingOfLine(id))])),
  }
}

/** Lines of payouts whose bank transfer is on its way. */
const inApprovedPayout = (db: Db) =>
  inArray(payoutLines.payoutId, db.select({ id: payouts.id }).from(payouts).where(eq(payouts.status, 'approved')))

/** Amount on its way to the supplier; fen. */
export const inTransitSum = ({ parts }: OrderRefundable): number =>
  parts.reduce((sum, { inTransit }) => sum + inTransit, 0)

/** Refundable parts of one line; throws notFound for lines of other orders. */
export function refundableOfLine(refundable: OrderRefundable, lineId: number): OrderRefundable {
  if (!refundable.over.has(lineId)) throw new CallFailed('notFound')
  return { ...refundable, parts: refundable.parts.filter((part) => part.lineId === lineId) }
}
