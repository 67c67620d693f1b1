import { asc, eq, inArray, and, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { paymentLines } from '../../../db/tables/orders.ts'
import { paymentParts, refunds } from '../../../db/tables/payments.ts'

/** What of an order's money can go back. Amounts in fen. */
export interface OrderRoom {
  /** What stands of each part, refunds asked for or under way taken off. */
  readonly parts: readonly { readonly partId: number; readonly lineId: number; readonly room: number }[]
  /** What each line has too much, refunds that wait taken off. */
  readonly over: ReadonlyMap<number, number>
}

/** Two reads; under the order's lock where something is done with it. */
export async function roomOf(db: Db, orderId: number): Promise<OrderRoom> {
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
  const waitsOf = (lineId: number) => rows.reduce((sum, row) => (row.lineId === lineId ? sum + row.waits : sum), 0)
  return {
    parts: rows.map(({ partId, lineId, stands, waits }) => ({ partId, lineId, room: Math.max(0, stands - waits) })),
    over: new Map(lines.map(({ id, amount, paid }) => [id, Math.max(0, paid - amount - waitsOf(id))])),
  }
}
