import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { liveBookings, liveClasses } from '../../../db/tables/live.ts'
import { remindMinutes } from '../../../domain/live/classes.ts'
import { links } from '../../../domain/links.ts'
import { monthMinute } from '../../../domain/time.ts'
import { notify } from '../../accounts/public.ts'
import type { Context } from '../../handler.ts'
import { newsOfJob } from '../../jobs/news-of-job.ts'

/** Taken in one transaction; what is left comes with the next run. */
const batch = 2_000

/**
 * Reminds those who booked a class that soon begins, each once: the statement that takes a booking marks it, so that
 * two runs at once never tell the same. Whoever books in the last minutes hears it at the next run.
 */
export async function remindOfClasses(db: Db, { push }: Pick<Context, 'push'>): Promise<void> {
  const { news, tellAll } = newsOfJob(push)
  await db.transaction(async (tx) => {
    const soon = tx
      .select({ id: liveClasses.id })
      .from(liveClasses)
      .where(
        and(
          eq(liveClasses.status, 'published'),
          sql`${liveClasses.startsAt} > now()`,
          sql`${liveClasses.startsAt} <= now() + make_interval(mins => ${remindMinutes})`,
        ),
      )
    const due = tx
      .select({ id: liveBookings.id })
      .from(liveBookings)
      .where(
        and(eq(liveBookings.kind, 'booking'), isNull(liveBookings.remindedAt), inArray(liveBookings.classId, soon)),
      )
      .orderBy(asc(liveBookings.id))
      .limit(batch)
      .for('update', { skipLocked: true })
    const taken = await tx
      .update(liveBookings)
      .set({ remindedAt: sql`now()` })
      .where(inArray(liveBookings.id, due))
      .returning({ classId: liveBookings.classId, userId: liveBookings.userId })
    if (taken.length === 0) return
    const here = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(inArray(users.id, [...new Set(taken.map(({ userId }) => userId))]), eq(users.locked, false)))
    const standing = new Set(here.map(({ id }) => id))
    const classIds = [...new Set(taken.map(({ classId }) => classId))]
    const rows = await tx.select().from(liveClasses).where(inArray(liveClasses.id, classIds))
    for (const { id, title, speaker, startsAt } of rows) {
      const people = taken.filter(({ classId, userId }) => classId === id && standing.has(userId))
      await notify(
        tx,
        news,
        'class.soon',
        people.map(({ userId }) => userId),
        {
          title: `课程即将开始：「${title}」`,
          text: `${speaker}主讲，${monthMinute(startsAt.toISOString())} 开始，预约后到课可得积分。`,
          path: links.liveClass(id),
        },
      )
    }
  })
  await tellAll()
}
