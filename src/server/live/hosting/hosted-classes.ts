import { and, asc, count, desc, eq, ilike, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { hostingCalls } from '../../../contract/live/hosting.ts'
import type { Db } from '../../../db/open.ts'
import { liveClassChanges, liveClasses, liveQuestions } from '../../../db/tables/live.ts'
import { shops } from '../../../db/tables/shops.ts'
import type { ClassStatus } from '../../../domain/live/classes.ts'
import type { Handler } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { classesWithHosts, presentClass } from '../classes/class-rows.ts'
import { listClassChanges, classContent } from './class-changes.ts'
import { countsOf } from '../../platform/queries/counts-by-status.ts'

type Input = z.output<typeof hostingCalls.hostedClasses.input>

/** Condition, status column and order of a list of classes. */
interface ClassListQuery {
  readonly of: SQL | undefined
  readonly statusColumn: SQL<ClassStatus>
  readonly order: readonly SQL[]
}

/** Classes of the own shop, latest start first. */
export const hostedClasses: Handler<typeof hostingCalls.hostedClasses> = (input, { db, caller }) =>
  listClasses(db, input, {
    of: eq(liveClasses.companyId, caller.companyId),
    statusColumn: sql`${liveClasses.status}`,
    order: [desc(liveClasses.startsAt), desc(liveClasses.id)],
  })

/** Submission time of a change that can still be approved. */
const changedAt = sql`(select ${liveClassChanges.updatedAt} from ${liveClassChanges}
  where ${liveClassChanges.classId} = ${liveClasses.id} and ${liveClassChanges.status} = 'pending_review'
  and ${liveClasses.status} = 'published' and ${liveClasses.startsAt} > now())`
const submittedAt = sql`coalesce(${changedAt}, case when ${liveClasses.status} = 'pending_review' then ${liveClasses.updatedAt} end)`

/** All classes for operators: classes and changes waiting for review first. */
export const classReviews: Handler<typeof hostingCalls.classReviews> = (input, { db }) =>
  listClasses(db, input, {
    of: undefined,
    statusColumn: sql`(case when ${changedAt} is null then ${liveClasses.status} else 'pending_review' end)`,
    order: [sql`${submittedAt} asc nulls last`, desc(liveClasses.startsAt), asc(liveClasses.id)],
  })

async function listClasses(
  db: Db,
  { keyword, status, current, pageSize }: Input,
  { of, statusColumn, order }: ClassListQuery,
) {
  const part = likePattern(keyword)
  const found = and(
    of,
    keyword === ''
      ? undefined
      : or(ilike(liveClasses.title, part), ilike(liveClasses.speaker, part), ilike(shops.name, part)),
  )
  const byStatus = await db
    .select({ status: statusColumn, count: count() })
    .from(liveClasses)
    .leftJoin(shops, eq(shops.companyId, liveClasses.companyId))
    .where(found)
    .groupBy(sql`1`)
  const rows = await classesWithHosts(db)
    .where(and(found, status === undefined ? undefined : sql`${statusColumn} = ${status}`))
    .orderBy(...order)
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const ids = rows.map(({ row }) => row.id)
  const [open, changes] = [await countOpenQuestions(db, ids), await listClassChanges(db, ids)]
  const now = new Date()
  return {
    ...countsOf(byStatus, status),
    data: rows.map((each) => {
      const { id, reason, version, outline, speakerAbout, replay, stream, startsAt } = each.row
      const own = { status: each.row.status, reason, version, outline, speakerAbout, replay, stream }
      // Changes of started classes are ignored.
      const change = startsAt > now ? changes.find(({ classId }) => classId === id) : undefined
      return {
        ...presentClass(each, now),
        ...own,
        openQuestions: open.get(id) ?? 0,
        change: change === undefined ? null : { ...classContent(change), status: change.status, reason: change.reason },
      }
    }),
  }
}

/** Number of visible unanswered questions per class. */
async function countOpenQuestions(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ classId: liveQuestions.classId, count: count() })
    .from(liveQuestions)
    .where(and(inArray(liveQuestions.classId, [...ids]), eq(liveQuestions.answer, ''), isNull(liveQuestions.hiddenAt)))
    .groupBy(liveQuestions.classId)
  return new Map(rows.map((row) => [row.classId, row.count]))
}
