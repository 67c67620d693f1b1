import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { paymentParts, refunds } from '../../../db/tables/payments.ts'
import { moveLine, type By } from '../payments/line-steps.ts'
import { lockLines } from '../payments/locks.ts'
import type { RefundRow } from './make-refunds.ts'

/** Lines of refunds that are under way wait for them, unless what goes back is only what they had too much. */
export async function linesGoBack(tx: Db, made: readonly Pick<RefundRow, 'partId'>[], by: By): Promise<void> {
  const of = await tx
    .select({ lineId: paymentParts.lineId })
    .from(paymentParts)
    .where(
      inArray(
        paymentParts.id,
        made.map(({ partId }) => partId),
      ),
    )
  const lines = await lockLines(
    tx,
    of.map(({ lineId }) => lineId),
  )
  const pending = await pendingOf(tx, [...lines.keys()])
  for (const line of lines.values()) {
    if (line.paid - (pending.get(line.id) ?? 0) < line.amount) await moveLine(tx, line, 'refund', refunder(by))
  }
}

/** The table knows suppliers and the system as those who give back. */
const refunder = (by: By): By => (by.side === 'buyer' ? { ...by, side: 'system' } : by)

/** What is under way back of some lines, in fen. */
export async function pendingOf(tx: Db, lineIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (lineIds.length === 0) return new Map()
  const rows = await tx
    .select({ lineId: paymentParts.lineId, amount: sql<number>`sum(${refunds.amount})::float8` })
    .from(refunds)
    .innerJoin(paymentParts, eq(paymentParts.id, refunds.partId))
    .where(and(inArray(paymentParts.lineId, [...lineIds]), eq(refunds.status, 'pending')))
    .groupBy(paymentParts.lineId)
  return new Map(rows.map(({ lineId, amount }) => [lineId, amount]))
}
