import { and, eq, sql } from 'drizzle-orm'
import type { classesCalls } from '../../../contract/live/classes.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { liveBookings, liveClasses } from '../../../db/tables/live.ts'
import { classTag, isFull } from '../../../domain/live/classes.ts'
import type { Handler } from '../../handler.ts'

/** Seats and bookings are counted under the class's row lock: booked from two tabs at once it is one seat. */
export const classBook: Handler<typeof classesCalls.classBook> = async ({ classId, on }, context) => {
  const { caller, db, pages, after } = context
  const { count, changed } = await db.transaction(async (tx) => {
    const found = await lockPublished(tx, classId)
    const { bookedCount, capacity } = found
    const mine = and(
      ...[eq(liveBookings.userId, caller.userId), eq(liveBookings.kind, 'booking')],
      eq(liveBookings.classId, classId),
    )
    const [had] = await tx.select({ id: liveBookings.id }).from(liveBookings).where(mine)
    if ((had !== undefined) === on) return { count: bookedCount, changed: false }
    if (found.began) throw new CallFailed('classBegan')
    if (on && isFull(capacity, bookedCount)) throw new CallFailed('classFull')
    if (on) await tx.insert(liveBookings).values({ userId: caller.userId, classId, kind: 'booking' })
    else await tx.delete(liveBookings).where(mine)
    const count = bookedCount + (on ? 1 : -1)
    await tx.update(liveClasses).set({ bookedCount: count }).where(eq(liveClasses.id, classId))
    return { count, changed: true }
  })
  if (changed) after(() => pages.invalidate([classTag(classId)]))
  return { on, count }
}

/** A published class, locked until the transaction ends. */
export async function lockPublished(tx: Db, classId: number) {
  const [row] = await tx
    .select({
      bookedCount: liveClasses.bookedCount,
      favouriteCount: liveClasses.favouriteCount,
      capacity: liveClasses.capacity,
      began: sql<boolean>`${liveClasses.startsAt} <= clock_timestamp()`,
    })
    .from(liveClasses)
    .where(and(eq(liveClasses.id, classId), eq(liveClasses.status, 'published')))
    .for('no key update')
  if (row === undefined) throw new CallFailed('notFound')
  return row
}
