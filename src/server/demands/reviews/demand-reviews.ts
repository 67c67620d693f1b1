import { and, asc, count, eq, ilike, isNull, or, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { DemandReviewRow, demandReviewsCalls } from '../../../contract/demands/demand-reviews.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { demands } from '../../../db/tables/demands.ts'
import { stateChanges } from '../../../db/tables/operations.ts'
import type { Handler } from '../../handler.ts'
import { historyOf } from '../../operations/public.ts'
import { anywhere } from '../../search/anywhere.ts'
import { demandFilesOf } from '../demand-files.ts'
import { demandRows, presentDemand, type LoadedDemand } from '../present-demand.ts'

const waiting = and(eq(demands.status, 'pending_review'), isNull(demands.deletedAt))

/** When a demand was submitted last. */
const submittedAt = sql<Date>`coalesce((select max(${stateChanges.createdAt}) from ${stateChanges}
  where ${stateChanges.entity} = 'demand' and ${stateChanges.entityId} = ${demands.id}
  and ${stateChanges.event} = 'submit'), ${demands.createdAt})`

export const demandReviews: Handler<typeof demandReviewsCalls.demandReviews> = async (input, { db }) => {
  const { keyword, current, pageSize } = input
  const part = anywhere(keyword)
  const named = keyword === '' ? undefined : or(ilike(demands.title, part), ilike(demands.demandNo, part))
  const where = and(waiting, named)
  const [counted] = await db.select({ total: count() }).from(demands).where(where)
  const rows = await demandRows(db)
    .where(where)
    .orderBy(asc(submittedAt), asc(demands.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return { total: counted?.total ?? 0, data: await presentReviews(db, rows) }
}

/** The rest of some demands in one query. */
async function presentReviews(db: Db, rows: readonly LoadedDemand[]): Promise<DemandReviewRow[]> {
  const ids = rows.map(({ demand }) => demand.id)
  const beside = await db
    .select({ id: demands.id, companyName: companies.name, submittedAt: sql<string>`${submittedAt}::text` })
    .from(demands)
    .innerJoin(companies, eq(companies.id, demands.companyId))
    .where(sql`${demands.id} = any(${sql.param(ids)}::int[])`)
  const besideOf = new Map(beside.map((each) => [each.id, each]))
  return rows.map((row) => {
    const more = besideOf.get(row.demand.id)
    return {
      ...presentDemand(row),
      companyName: more?.companyName ?? '',
      orgId: row.demand.companyId,
      submittedAt: (more === undefined ? row.demand.createdAt : new Date(more.submittedAt)).toISOString(),
    }
  })
}

export const demandForReview: Handler<typeof demandReviewsCalls.demandForReview> = async ({ demandId }, { db }) => {
  const [row] = await demandRows(db)
    .where(and(waiting, eq(demands.id, demandId)))
    .limit(1)
  const [shown] = row === undefined ? [] : await presentReviews(db, [row])
  if (row === undefined || shown === undefined) throw new CallFailed('notFound')
  const { demand } = row
  return {
    ...shown,
    facts: demand.facts,
    deliverBy: demand.deliverBy,
    questions: demand.questions.map((each) => ({ ...each, options: [...each.options] })),
    ...(await demandFilesOf(db, demandId)),
    ownTerms: demand.ownTerms,
    version: demand.version,
    history: await historyOf(db, 'demand', demandId),
  }
}
