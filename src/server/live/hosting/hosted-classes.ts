import { and, asc, count, desc, eq, ilike, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { hostingCalls } from '../../../contract/live/hosting.ts'
import type { Db } from '../../../db/open.ts'
import { liveClassChanges, liveClasses, liveQuestions } from '../../../db/tables/live.ts'
import { shops } from '../../../db/tables/shops.ts'
import type { ClassStatus } from '../../../domain/live/classes.ts'
import type { Handler } from '../../handler.ts'
import { countsOf } from '../../operations/public.ts'
import { anywhere } from '../../search/anywhere.ts'
import { classesWithHosts, presentClass } from '../classes/class-rows.ts'
import { changesOf, contentOf } from './class-changes.ts'

type Input = z.output<typeof hostingCalls.hostedClasses.input>

/** A list of classes: which, how they stand in its filter, and in which order. */
interface List {
  readonly of: SQL | undefined
  readonly standing: SQL<ClassStatus>
  readonly order: readonly SQL[]
}

/** The shop's own, what begins last first. */
export const hostedClasses: Handler<typeof hostingCalls.hostedClasses> = (input, { db, caller }) =>
  listed(db, input, {
    of: eq(liveClasses.companyId, caller.companyId),
    standing: sql`${liveClasses.status}`,
    order: [desc(liveClasses.startsAt), desc(liveClasses.id)],
  })

/** A change waits as long as it could pass. */
const changedAt = sql`(select ${liveClassChanges.updatedAt} from ${liveClassChanges}
  where ${liveClassChanges.classId} = ${liveClasses.id} and ${liveClassChanges.status} = 'pending_review'
  and ${liveClasses.status} = 'published' and ${liveClasses.startsAt} > now())`
const submittedAt = sql`coalesce(${changedAt}, case when ${liveClasses.status} = 'pending_review' then ${liveClasses.updatedAt} end)`

/** Everybody's, for operators: what waits for them first, classes and changes of them alike. */
export const classReviews: Handler<typeof hostingCalls.classReviews> = (input, { db }) =>
  listed(db, input, {
    of: undefined,
    standing: sql`(case when ${changedAt} is null then ${liveClasses.status} else 'pending_review' end)`,
    order: [sql`${submittedAt} asc nulls last`, desc(liveClasses.startsAt), asc(liveClasses.id)],
  })

async function listed(db: Db, { keyword, status, current, pageSize }: Input, { of, standing, order }: List) {
  const part = anywhere(keyword)
  const found = and(
    of,
    keyword === ''
      ? undefined
      : or(ilike(liveClasses.title, part), ilike(liveClasses.speaker, part), ilike(shops.name, part)),
  )
  const byStatus = await db
    .select({ status: standing, count: count() })
    .from(liveClasses)
    .leftJoin(shops, eq(shops.companyId, liveClasses.companyId))
    .where(found)
    .groupBy(sql`1`)
  const rows = await classesWithHosts(db)
    .where(and(found, status === undefined ? undefined : sql`${standing} = ${status}`))
    .orderBy(...order)
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const ids = rows.map(({ row }) => row.id)
  const [open, changes] = [await openQuestions(db, ids), await changesOf(db, ids)]
  const now = new Date()
  return {
    ...countsOf(byStatus, status),
    data: rows.map((each) => {
      const { id, reason, version, outline, speakerAbout, replay, stream, startsAt } = each.row
      const own = { status: each.row.status, reason, version, outline, speakerAbout, replay, stream }
      // A change that came too late is none.
      const change = startsAt > now ? changes.find(({ classId }) => classId === id) : undefined
      return {
        ...{ ...presentClass(each, now), ...own, openQuestions: open.get(id) ?? 0 },
        change: change === undefined ? null : { ...contentOf(change), status: change.status, reason: change.reason },
      }
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
