import { and, eq, gt, sql } from 'drizzle-orm'
import type { ClassRow } from '../../contract/live/classes.ts'
import type { Db } from '../../db/open.ts'
import { liveClasses } from '../../db/tables/live.ts'
import { classesWithHosts, presentClass } from './classes/class-rows.ts'

export { remindOfClasses } from './classes/remind.ts'
export { lateAwards } from './draw/late-awards.ts'
export { endClassChanges } from './hosting/end-class-changes.ts'

/** Roadshows that are not over: those the platform features first, the latest choice first, then what begins next. */
export async function roadshowsToCome(db: Db, most: number): Promise<ClassRow[]> {
  const rows = await classesWithHosts(db)
    .where(
      and(
        ...[eq(liveClasses.status, 'published'), eq(liveClasses.kind, 'roadshow')],
        gt(liveClasses.endsAt, sql`now()`),
      ),
    )
    .orderBy(sql`${liveClasses.featuredAt} desc nulls last`, liveClasses.startsAt, liveClasses.id)
    .limit(most)
  const now = new Date()
  return rows.map((row) => presentClass(row, now))
}
