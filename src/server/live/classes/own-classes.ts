import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { classesCalls } from '../../../contract/live/classes.ts'
import { liveBookings, liveClasses, liveWatches } from '../../../db/tables/live.ts'
import type { Handler } from '../../handler.ts'
import { classesWithHosts, presentClass } from './class-rows.ts'

/** What the caller booked, watched or keeps: the latest doing first. */
export const ownClasses: Handler<typeof classesCalls.ownClasses> = async ({ part, current, pageSize }, context) => {
  const { db, caller } = context
  const { userId } = caller
  const marked = (kind: 'booking' | 'favourite') => sql`(select ${liveBookings.createdAt} from ${liveBookings}
    where ${liveBookings.userId} = ${userId} and ${liveBookings.kind} = ${kind}
      and ${liveBookings.classId} = ${liveClasses.id})`
  const watched = sql`(select ${liveWatches.lastAt} from ${liveWatches}
    where ${liveWatches.userId} = ${userId} and ${liveWatches.classId} = ${liveClasses.id})`
  const is = (moment: ReturnType<typeof marked>) => sql`${moment} is not null`
  const [booking, favourite] = [marked('booking'), marked('favourite')]
  const conditions = {
    joined: or(is(booking), is(watched)),
    booked: is(booking),
    watched: is(watched),
    favourite: is(favourite),
  }
  const wanted = and(inArray(liveClasses.status, ['published', 'cancelled']), conditions[part])
  const latest = part === 'favourite' ? favourite : sql`greatest(${booking}, ${watched})`
  const [tally] = await db
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
    total: tally?.total ?? 0,
    data: found.map((each) => {
      const { id, status } = each.row
      const watch = watches.find(({ classId }) => classId === id)
      return {
        ...presentClass(each, now),
        ...{ booked: has(id, 'booking'), favourite: has(id, 'favourite'), cancelled: status === 'cancelled' },
        ...{ seconds: watch?.seconds ?? 0, points: watch?.points ?? 0 },
      }
    }),
  }
}
