import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { liveBookings, liveClasses } from '../../../db/tables/live.ts'
import { classReminderMinutes } from '../../../domain/live/classes.ts'
import { links } from '../../../domain/links.ts'
import { monthMinute } from '../../../domain/time.ts'
import type { Context } from '../../handler.ts'
import { createJobContext } from '../../platform/job-context.ts'
import { notify } from '../../accounts/notifications/notify.ts'

/** Bookings per transaction; the rest is handled by the next run. */
const reminderBatch = 2_000

/**
 * Reminds people who booked a class that starts soon, each once: bookings are selected and marked in one statement, so
 * concurrent runs do not remind twice. Late bookings are handled by the next run.
 */
export async function sendClassReminders(db: Db, { push }: Pick<Context, 'push'>): Promise<void> {
  const { context, notifyAll } = createJobContext(push)
  await db.transaction(async (tx) => {
    const soon = tx
      .select({ id: liveClasses.id })
      .from(liveClasses)
      .where(
        and(
          eq(liveClasses.status, 'published'),
          sql`${liveClasses.startsAt} > now()`,
          sql`${liveClasses.startsAt} <= now() + make_interval(mins => ${classReminderMinutes})`,
        ),
      )
    const due = tx
      .select({ id: liveBookings.id })
      .from(liveBookings)
      .where(
        and(eq(liveBookings.kind, 'booking'), isNull(liveBookings.remindedAt), inArray(liveBookings.classId, soon)),
      )
      .orderBy(asc(liveBookings.id))
      .limit(reminderBatch)
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
    const activeUsers = new Set(here.map(({ id }) => id))
    const classIds = [...new Set(taken.map(({ classId }) => classId))]
    const rows = await tx.select().from(liveClasses).where(inArray(liveClasses.id, classIds))
    for (const { id, title, speaker, startsAt } of rows) {
      const people = taken.filter(({ classId, userId }) => classId === id && activeUsers.has(userId))
      await notify(
        tx,
        context,
        'class.soon',
        people.map(({ userId }) => userId),
        {
          title: `课程即将开始：“${title}”`,
          text: `${speaker}主讲，${monthMinute(startsAt.toISOString())} 开始，预约后到课可得积分。`,
          path: links.liveClass(id),
        },
      )
    }
  })
  await notifyAll()
}
