import { asc, eq, inArray, and, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { paymentLines } from '../../../db/tables/orders.ts'
import { paymentParts, refunds } from '../../../db/tables/payments.ts'

/** Refundable amounts of an order, in fen. */
export interface OrderRefundable {
  /** Received amount of each part minus refunds (done, requested, pending). */
  readonly parts: readonly { readonly partId: number; readonly lineId: number; readonly room: number }[]
  /** Surplus of each line minus open refunds. */
  readonly over: ReadonlyMap<number, number>
}

/** Two queries; requires the order's lock if the result is acted on. */
export async function loadRefundable(db: Db, orderId: number): Promise<OrderRefundable> {
  const waiting = db
    .select({ partId: refunds.partId, waiting: sql<string>`sum(${refunds.amount})`.as('waiting_sum') })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), inArray(refunds.status, ['requested', 'pending'])))
    .groupBy(refunds.partId)
    .as('waiting')
  const rows = await db
    .select({
      partId: paymentParts.id,
      lineId: paymentParts.lineId,
      stands: sql<number>`(${paymentParts.received} - ${paymentParts.refunded})::float8`,
      waits: sql<number>`coalesce(${waiting.waiting}, 0)::float8`,
    })
    .from(paymentParts)
    .leftJoin(waiting, eq(waiting.partId, paymentParts.id))
    .where(eq(paymentParts.orderId, orderId))
    .orderBy(asc(paymentParts.id))
  const lines = await db
    .select({ id: paymentLines.id, amount: paymentLines.amount, paid: paymentLines.paid })
    .from(paymentLines)
    .where(eq(paymentLines.orderId, orderId))
  const waitingOfLine = (lineId: number) =>
    rows.reduce((sum, row) => (row.lineId === lineId ? sum + row.waits : sum), 0)
  return {
    parts: rows.map(({ partId, lineId, stands, waits }) => ({ partId, lineId, room: Math.max(0, stands - waits) })),
    over: new Map(lines.map(({ id, amount, paid }) => [id, Math.max(0, paid - amount - waitingOfLine(id))])),
  }
}

/** Refundable parts of one line; throws notFound for lines of other orders. */
export function refundableOfLine(refundable: OrderRefundable, lineId: number): OrderRefundable {
  if (!refundable.over.has(lineId)) throw new CallFailed('notFound')
  return { ...refundable, parts: refundable.parts.filter((part) => part.lineId === lineId) }
}
