import { and, arrayContains, count, eq, gte, lt, sql, inArray, gt } from 'drizzle-orm'
import type { classesCalls, ClassRow } from '../../../contract/live/classes.ts'
import { liveClasses } from '../../../db/tables/live.ts'
import { shops } from '../../../db/tables/shops.ts'
import { monthSpan } from '../../../domain/live/class-query.ts'
import { classPhases, type ClassPhase, isClassPublished, isClassCancelled } from '../../../domain/live/classes.ts'
import type { Handler } from '../../handler.ts'
import { containsWords } from '../../search/like-pattern.ts'
import { classesWithHosts, phaseConditions, presentClass } from './class-rows.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'

/** 直播中 first, then upcoming by start, then past by latest start. */
const scheduleOrder = [
  sql`case when ${phaseConditions.live} then 0 when ${phaseConditions.soon} then 1 else 2 end`,
  sql`case when ${liveClasses.startsAt} > now() then ${liveClasses.startsAt} end`,
  sql`${liveClasses.startsAt} desc`,
  sql`${liveClasses.id} desc`,
]

export const classes: Handler<typeof classesCalls.classes> = async (input, { db }) => {
  const { keyword, kind, topic, phase, month, current, pageSize } = input
  const span = month === undefined ? undefined : monthSpan(month)
  const wanted = and(
    eq(liveClasses.status, 'published'),
    kind === undefined ? undefined : eq(liveClasses.kind, kind),
    topic === undefined ? undefined : arrayContains(liveClasses.topics, [topic]),
    span && and(gte(liveClasses.startsAt, span.from), lt(liveClasses.startsAt, span.until)),
    containsWords([liveClasses.title, liveClasses.speaker, shops.name], keyword),
  )
  const countIn = (of: ClassPhase) => sql<number>`(count(*) filter (where ${phaseConditions[of]}))::int`
  const [counted] = await db
    .select({
      all: count(),
      soon: countIn('soon'),
      live: countIn('live'),
      replay: countIn('replay'),
      over: countIn('over'),
    })
    .from(liveClasses)
    .leftJoin(shops, eq(shops.companyId, liveClasses.companyId))
    .where(wanted)
  const rows = await classesWithHosts(db)
    .where(and(wanted, phase === undefined ? undefined : phaseConditions[phase]))
    .orderBy(...scheduleOrder)
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const now = new Date()
  const counts = Object.fromEntries(classPhases.map((each) => [each, counted?.[each] ?? 0]))
  return {
    total: phase === undefined ? (counted?.all ?? 0) : (counted?.[phase] ?? 0),
    counts,
    data: rows.map((row) => presentClass(row, now)),
  }
}

/** The stream is returned only while the class can be watched. */
export const classDetail: Handler<typeof classesCalls.class> = async ({ classId }, { db }) => {
  const shown = inArray(liveClasses.status, ['published', 'cancelled'])
  const [found] = await classesWithHosts(db)
    .where(and(eq(liveClasses.id, classId), shown))
    .limit(1)
  if (found === undefined) throw new CallFailed('notFound')
  const { outline, speakerAbout, stream, status, reason } = found.row
  const presented = presentClass(found, new Date())
  const isPlayable = isClassPublished(status) && (presented.phase === 'live' || presented.phase === 'replay')
  const cancelled = isClassCancelled(status)
  return {
    ...presented,
    outline,
    speakerAbout,
    stream: isPlayable ? stream : '',
    cancelled,
    reason: cancelled ? reason : '',
  }
}

/** Roadshows that are not over: featured ones first (latest first), then by start. */
export async function listUpcomingRoadshows(db: Db, limit: number): Promise<ClassRow[]> {
  const rows = await classesWithHosts(db)
    .where(
      and(eq(liveClasses.status, 'published'), eq(liveClasses.kind, 'roadshow'), gt(liveClasses.endsAt, sql`now()`)),
    )
    .orderBy(sql`${liveClasses.featuredAt} desc nulls last`, liveClasses.startsAt, liveClasses.id)
    .limit(limit)
  const now = new Date()
  return rows.map((row) => presentClass(row, now))
}
