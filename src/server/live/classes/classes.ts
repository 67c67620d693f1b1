import { and, arrayContains, count, eq, gte, ilike, lt, or, sql } from 'drizzle-orm'
import type { classesCalls } from '../../../contract/live/classes.ts'
import { liveClasses } from '../../../db/tables/live.ts'
import { shops } from '../../../db/tables/shops.ts'
import { monthSpan } from '../../../domain/live/class-query.ts'
import { classPhases, type ClassPhase } from '../../../domain/live/classes.ts'
import type { Handler } from '../../handler.ts'
import { anywhere } from '../../search/anywhere.ts'
import { classesWithHosts, inPhase, presentClass } from './class-rows.ts'

/** 直播中 first, then what begins next, then what was on last. */
const order = [
  sql`case when ${inPhase.live} then 0 when ${inPhase.soon} then 1 else 2 end`,
  sql`case when ${liveClasses.startsAt} > now() then ${liveClasses.startsAt} end`,
  sql`${liveClasses.startsAt} desc`,
  sql`${liveClasses.id} desc`,
]

export const classes: Handler<typeof classesCalls.classes> = async (input, { db }) => {
  const { keyword, kind, topic, phase, month, current, pageSize } = input
  const part = anywhere(keyword)
  const span = month === undefined ? undefined : monthSpan(month)
  const wanted = and(
    eq(liveClasses.status, 'published'),
    kind === undefined ? undefined : eq(liveClasses.kind, kind),
    topic === undefined ? undefined : arrayContains(liveClasses.topics, [topic]),
    span && and(gte(liveClasses.startsAt, span.from), lt(liveClasses.startsAt, span.until)),
    keyword === ''
      ? undefined
      : or(ilike(liveClasses.title, part), ilike(liveClasses.speaker, part), ilike(shops.name, part)),
  )
  const many = (of: ClassPhase) => sql<number>`(count(*) filter (where ${inPhase[of]}))::int`
  const [tally] = await db
    .select({ all: count(), soon: many('soon'), live: many('live'), replay: many('replay'), over: many('over') })
    .from(liveClasses)
    .leftJoin(shops, eq(shops.companyId, liveClasses.companyId))
    .where(wanted)
  const rows = await classesWithHosts(db)
    .where(and(wanted, phase === undefined ? undefined : inPhase[phase]))
    .orderBy(...order)
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const now = new Date()
  const counts = Object.fromEntries(classPhases.map((each) => [each, tally?.[each] ?? 0]))
  return {
    total: phase === undefined ? (tally?.all ?? 0) : (tally?.[phase] ?? 0),
    counts,
    data: rows.map((row) => presentClass(row, now)),
  }
}
