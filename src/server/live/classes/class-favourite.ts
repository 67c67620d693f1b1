import { and, count, eq } from 'drizzle-orm'
import type { classesCalls } from '../../../contract/live/classes.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { users } from '../../../db/tables/accounts.ts'
import { liveBookings, liveClasses } from '../../../db/tables/live.ts'
import { mostFavourites } from '../../../domain/catalogue/favourite-limits.ts'
import { classTag } from '../../../domain/live/classes.ts'
import type { Handler } from '../../handler.ts'

/** Keeps a class, whatever its time; one that was cancelled may still be let go. */
export const classFavourite: Handler<typeof classesCalls.classFavourite> = async ({ classId, on }, context) => {
  const { caller, db, pages, after } = context
  const { userId } = caller
  const { total, changed } = await db.transaction(async (tx) => {
    // One after the other for a person: parallel ones would all see room.
    if (on) await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    const [found] = await tx
      .select({ status: liveClasses.status, favouriteCount: liveClasses.favouriteCount })
      .from(liveClasses)
      .where(eq(liveClasses.id, classId))
      .for('no key update')
    const mine = and(eq(liveBookings.userId, userId), eq(liveBookings.kind, 'favourite'))
    const [had] = await tx
      .select({ id: liveBookings.id })
      .from(liveBookings)
      .where(and(mine, eq(liveBookings.classId, classId)))
    if (found === undefined || (on && found.status !== 'published')) throw new CallFailed('notFound')
    if ((had !== undefined) === on) return { total: found.favouriteCount, changed: false }
    if (on) {
      const [kept] = await tx.select({ total: count() }).from(liveBookings).where(mine)
      if ((kept?.total ?? 0) >= mostFavourites) throw new CallFailed('tooManyFavourites')
      await tx.insert(liveBookings).values({ userId, classId, kind: 'favourite' })
    } else await tx.delete(liveBookings).where(and(mine, eq(liveBookings.classId, classId)))
    const total = Math.max(0, found.favouriteCount + (on ? 1 : -1))
    await tx.update(liveClasses).set({ favouriteCount: total }).where(eq(liveClasses.id, classId))
    return { total, changed: true }
  })
  if (changed) after(() => pages.invalidate([classTag(classId)]))
  return { on, count: total }
}
