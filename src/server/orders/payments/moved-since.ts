import { and, gt, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { ledgerMovements, paymentParts, refunds } from '../../../db/tables/payments.ts'
import type { LockedPayment } from './locks.ts'

/** Whether, after a receipt, more money of its lines moved or is asked to go back. Everything is locked before. */
export async function movedSince(tx: Db, { parts, lines }: Pick<LockedPayment, 'parts' | 'lines'>): Promise<boolean> {
  const lineIds = [...lines.keys()]
  const own = parts.map(({ id }) => id)
  const ofLines = tx.select({ id: paymentParts.id }).from(paymentParts).where(inArray(paymentParts.lineId, lineIds))
  const [last] = await tx
    .select({ id: sql<number>`coalesce(max(${ledgerMovements.id}), 0)::int` })
    .from(ledgerMovements)
    .where(and(inArray(ledgerMovements.partId, own), inArray(ledgerMovements.kind, ['received', 'settled'])))
  const later = await tx.$count(
    ledgerMovements,
    and(inArray(ledgerMovements.partId, ofLines), gt(ledgerMovements.id, last?.id ?? 0)),
  )
  const asked = await tx.$count(
    refunds,
    and(inArray(refunds.partId, ofLines), inArray(refunds.status, ['requested', 'pending'])),
  )
  return later + asked > 0
}
