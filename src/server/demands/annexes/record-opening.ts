import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { annexOpenings, demandAcceptances } from '../../../db/tables/demands.ts'
import { seatOf, type Seat } from './seat.ts'

/** What is opened: a file, or the confidential part of the description (null). */
export interface Opened {
  readonly demandId: number
  readonly fileId: string | null
}
interface Opener {
  readonly companyId: number
  readonly userId: number
}

/**
 * Lets a supplier's person open something and logs it, or tells why not. The acceptance is locked, so nothing is opened
 * after the buyer's stop has been confirmed, and two requests of one click make one line.
 */
export async function openAsSupplier(db: Db, opened: Opened, { companyId, userId }: Opener): Promise<Seat> {
  return db.transaction(async (tx) => {
    await tx
      .select({ id: demandAcceptances.id })
      .from(demandAcceptances)
      .where(and(eq(demandAcceptances.demandId, opened.demandId), eq(demandAcceptances.companyId, companyId)))
      .for('no key update')
    const seat = await seatOf(tx, opened.demandId, companyId)
    if (!seat.isOwner && seat.state === 'open') await recordOpening(tx, opened, { companyId, userId })
    return seat
  })
}

/**
 * Logs an opening. The same person with the same thing within a minute is one opening: a browser asks in several
 * pieces, and people press twice.
 */
export async function recordOpening(tx: Db, { demandId, fileId }: Opened, opener: Opener): Promise<void> {
  const [before] = await tx
    .select({ id: annexOpenings.id })
    .from(annexOpenings)
    .where(
      and(
        eq(annexOpenings.demandId, demandId),
        eq(annexOpenings.userId, opener.userId),
        fileId === null ? isNull(annexOpenings.fileId) : eq(annexOpenings.fileId, fileId),
        gt(annexOpenings.openedAt, sql`now() - interval '1 minute'`),
      ),
    )
    .limit(1)
  if (before === undefined) await tx.insert(annexOpenings).values({ demandId, fileId, ...opener })
}
