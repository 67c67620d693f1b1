import { and, asc, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { liveClassChanges, liveClasses } from '../../../db/tables/live.ts'
import type { Context } from '../../handler.ts'
import { newsOfJob } from '../../jobs/news-of-job.ts'
import { changeOf, dropChange } from './class-changes.ts'
import { tellHost } from './tell-host.ts'

/** Taken in one transaction; what is left comes with the next run. */
const batch = 500

/** Gives up changes whose class began before an operator came to them, and tells the host of those that waited. */
export async function endClassChanges(db: Db, { push }: Pick<Context, 'push'>): Promise<void> {
  const { news, tellAll } = newsOfJob(push)
  await db.transaction(async (tx) => {
    const changed = tx.select({ id: liveClassChanges.classId }).from(liveClassChanges)
    const begun = await tx
      .select()
      .from(liveClasses)
      .where(and(lte(liveClasses.startsAt, sql`now()`), inArray(liveClasses.id, changed)))
      .orderBy(asc(liveClasses.id))
      .limit(batch)
      // Whoever holds a class right now is deciding about it; the next minute sees what became of it.
      .for('no key update', { skipLocked: true })
    for (const found of begun) {
      const change = await changeOf(tx, found.id)
      await dropChange(tx, found.id, {}, '课程已开始')
      if (change?.status !== 'pending_review') continue
      await tellHost(tx, news, found, {
        title: `课程的修改未及审核：「${found.title}」`,
        text: '课程已按原内容开始，这次修改作废。',
      })
    }
  })
  await tellAll()
}
