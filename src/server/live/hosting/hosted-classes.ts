import { and, asc, count, desc, eq, ilike, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { hostingCalls } from '../../../contract/live/hosting.ts'
import type { Db } from '../../../db/open.ts'
import { liveClasses, liveQuestions } from '../../../db/tables/live.ts'
import { shops } from '../../../db/tables/shops.ts'
import type { Handler } from '../../handler.ts'
import { countsOf } from '../../operations/public.ts'
import { anywhere } from '../../search/anywhere.ts'
import { classesWithHosts, presentClass } from '../classes/class-rows.ts'

type Input = z.output<typeof hostingCalls.hostedClasses.input>

/** The shop's own, what begins last first. */
export const hostedClasses: Handler<typeof hostingCalls.hostedClasses> = (input, { db, caller }) =>
  listed(db, input, eq(liveClasses.companyId, caller.companyId), [desc(liveClasses.startsAt), desc(liveClasses.id)])

/** Everybody's, for operators: what waits for them first. */
export const classReviews: Handler<typeof hostingCalls.classReviews> = (input, { db }) =>
  listed(db, input, undefined, [
    desc(eq(liveClasses.status, 'pending_review')),
    sql`case when ${liveClasses.status} = 'pending_review' then ${liveClasses.updatedAt} end`,
    desc(liveClasses.startsAt),
    asc(liveClasses.id),
  ])

async function listed(db: Db, { keyword, status, current, pageSize }: Input, of: SQL | undefined, order: SQL[]) {
  const part = anywhere(keyword)
  const found = and(
    of,
    keyword === ''
      ? undefined
      : or(ilike(liveClasses.title, part), ilike(liveClasses.speaker, part), ilike(shops.name, part)),
  )
  const byStatus = await db
    .select({ status: liveClasses.status, count: count() })
    .from(liveClasses)
    .leftJoin(shops, eq(shops.companyId, liveClasses.companyId))
    .where(found)
    .groupBy(liveClasses.status)
  const rows = await classesWithHosts(db)
    .where(and(found, status === undefined ? undefined : eq(liveClasses.status, status)))
    .orderBy(...order)
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const open = await openQuestions(
    db,
    rows.map(({ row }) => row.id),
  )
  const now = new Date()
  return {
    ...countsOf(byStatus, status),
    data: rows.map((each) => {
      const { id, reason, version, outline, speakerAbout, replay, stream } = each.row
      const own = { status: each.row.status, reason, version, outline, speakerAbout, replay, stream }
      return { ...presentClass(each, now), ...own, openQuestions: open.get(id) ?? 0 }
    }),
  }
}

/** How many visible questions of some classes wait for an answer. */
async function openQuestions(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ classId: liveQuestions.classId, count: count() })
    .from(liveQuestions)
    .where(
      and(...[inArray(liveQuestions.classId, [...ids]), eq(liveQuestions.answer, ''), isNull(liveQuestions.hiddenAt)]),
    )
    .groupBy(liveQuestions.classId)
  return new Map(rows.map((row) => [row.classId, row.count]))
}
