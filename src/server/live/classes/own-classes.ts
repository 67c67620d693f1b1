import { and, eq, inArray, or, sql, count } from 'drizzle-orm'
import type { classesCalls } from '../../../contract/live/classes.ts'
import { liveBookings, liveClasses, liveWatches, scoreAccounts } from '../../../db/tables/live.ts'
import type { Handler } from '../../handler.ts'
import { classesWithHosts, presentClass } from './class-rows.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { isHost } from './host.ts'
import type { Db } from '../../../db/open.ts'
import {
  classTag,
  isClassFull,
  isClassCancelled,
  isClassInReview,
  isClassRejected,
  isClassPublished,
} from '../../../domain/live/classes.ts'
import { users } from '../../../db/tables/accounts.ts'
import { maxFavourites } from '../../../domain/catalogue/favourites.ts'

/** Classes the caller booked, watched or favourited, latest activity first. */
export const ownClasses: Handler<typeof classesCalls.ownClasses> = async ({ part, current, pageSize }, context) => {
  const { db, caller } = context
  const { userId } = caller
  const bookedAt = (kind: 'booking' | 'favourite') => sql`(select ${liveBookings.createdAt} from ${liveBookings}
    where ${liveBookings.userId} = ${userId} and ${liveBookings.kind} = ${kind}
      and ${liveBookings.classId} = ${liveClasses.id})`
  const watched = sql`(select ${liveWatches.lastAt} from ${liveWatches}
    where ${liveWatches.userId} = ${userId} and ${liveWatches.classId} = ${liveClasses.id})`
  const is = (moment: ReturnType<typeof bookedAt>) => sql`${moment} is not null`
  const [booking, favourite] = [bookedAt('booking'), bookedAt('favourite')]
  const conditions = {
    joined: or(is(booking), is(watched)),
    booked: is(booking),
    watched: is(watched),
    favourite: is(favourite),
  }
  const wanted = and(inArray(liveClasses.status, ['published', 'cancelled']), conditions[part])
  const latest = part === 'favourite' ? favourite : sql`greatest(${booking}, ${watched})`
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(liveClasses)
    .where(wanted)
  const found = await classesWithHosts(db)
    .where(wanted)
    .orderBy(sql`${latest} desc`, sql`${liveClasses.id} desc`)
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const ids = found.map(({ row }) => row.id)
  const own =
    ids.length === 0
      ? []
      : await db
          .select({ classId: liveBookings.classId, kind: liveBookings.kind })
          .from(liveBookings)
          .where(and(eq(liveBookings.userId, userId), inArray(liveBookings.classId, ids)))
  const watches =
    ids.length === 0
      ? []
      : await db
          .select({ classId: liveWatches.classId, seconds: liveWatches.seconds, points: liveWatches.points })
          .from(liveWatches)
          .where(and(eq(liveWatches.userId, userId), inArray(liveWatches.classId, ids)))
  const now = new Date()
  const has = (classId: number, kind: 'booking' | 'favourite') =>
    own.some((mark) => mark.classId === classId && mark.kind === kind)
  return {
    total: counted?.total ?? 0,
    data: found.map((each) => {
      const { id, status } = each.row
      const watch = watches.find(({ classId }) => classId === id)
      return {
        ...presentClass(each, now),
        booked: has(id, 'booking'),
        favourite: has(id, 'favourite'),
        cancelled: isClassCancelled(status),
        seconds: watch?.seconds ?? 0,
        points: watch?.points ?? 0,
      }
    }),
  }
}

export const ownClass: Handler<typeof classesCalls.ownClass> = async ({ classId }, { db, caller }) => {
  const [row] = await db
    .select({ companyId: liveClasses.companyId, status: liveClasses.status })
    .from(liveClasses)
    .where(eq(liveClasses.id, classId))
  if (row === undefined || isClassInReview(row.status) || isClassRejected(row.status)) throw new CallFailed('notFound')
  const { userId } = caller
  const bookings = await db
    .select({ kind: liveBookings.kind })
    .from(liveBookings)
    .where(and(eq(liveBookings.userId, userId), eq(liveBookings.classId, classId)))
  const [watch] = await db
    .select({ seconds: liveWatches.seconds, points: liveWatches.points })
    .from(liveWatches)
    .where(and(eq(liveWatches.userId, userId), eq(liveWatches.classId, classId)))
  const [account] = await db
    .select({ balance: scoreAccounts.balance })
    .from(scoreAccounts)
    .where(eq(scoreAccounts.userId, userId))
  const has = (kind: 'booking' | 'favourite') => bookings.some((mark) => mark.kind === kind)
  return {
    booked: has('booking'),
    favourite: has('favourite'),
    isHost: isHost(caller, row),
    seconds: watch?.seconds ?? 0,
    points: watch?.points ?? 0,
    balance: account?.balance ?? 0,
  }
}

/** Bookings are counted under the class's row lock, so that concurrent bookings keep the capacity. */
export const classBook: Handler<typeof classesCalls.classBook> = async ({ classId, on }, context) => {
  const { caller, db, pages, after } = context
  const { count, changed } = await db.transaction(async (tx) => {
    const found = await lockPublished(tx, classId)
    const { bookedCount, capacity } = found
    const mine = and(
      eq(liveBookings.userId, caller.userId),
      eq(liveBookings.kind, 'booking'),
      eq(liveBookings.classId, classId),
    )
    const [had] = await tx.select({ id: liveBookings.id }).from(liveBookings).where(mine)
    if ((had !== undefined) === on) return { count: bookedCount, changed: false }
    if (found.began) throw new CallFailed('classBegan')
    if (on && isClassFull(capacity, bookedCount)) throw new CallFailed('classFull')
    if (on) await tx.insert(liveBookings).values({ userId: caller.userId, classId, kind: 'booking' })
    else await tx.delete(liveBookings).where(mine)
    const count = bookedCount + (on ? 1 : -1)
    await tx.update(liveClasses).set({ bookedCount: count }).where(eq(liveClasses.id, classId))
    return { count, changed: true }
  })
  if (changed) after(() => pages.invalidate([classTag(classId)]))
  return { on, count }
}

/** Loads a published class and locks it until the transaction ends. */
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

/** Adds a favourite in any phase of the class; favourites of cancelled classes can be removed. */
export const classFavourite: Handler<typeof classesCalls.classFavourite> = async ({ classId, on }, context) => {
  const { caller, db, pages, after } = context
  const { userId } = caller
  const { total, changed } = await db.transaction(async (tx) => {
    // Serialises concurrent requests of one person, so that the limit holds.
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
    if (found === undefined || (on && !isClassPublished(found.status))) throw new CallFailed('notFound')
    if ((had !== undefined) === on) return { total: found.favouriteCount, changed: false }
    if (on) {
      const [kept] = await tx.select({ total: count() }).from(liveBookings).where(mine)
      if ((kept?.total ?? 0) >= maxFavourites) throw new CallFailed('tooManyFavourites')
      await tx.insert(liveBookings).values({ userId, classId, kind: 'favourite' })
    } else await tx.delete(liveBookings).where(and(mine, eq(liveBookings.classId, classId)))
    const total = Math.max(0, found.favouriteCount + (on ? 1 : -1))
    await tx.update(liveClasses).set({ favouriteCount: total }).where(eq(liveClasses.id, classId))
    return { total, changed: true }
  })
  if (changed) after(() => pages.invalidate([classTag(classId)]))
  return { on, count: total }
}
