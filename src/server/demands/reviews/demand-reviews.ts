import { and, asc, count, eq, ilike, isNull, or, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { DemandReviewRow, demandReviewsCalls } from '../../../contract/demands/demand-reviews.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { demandChanges, demands } from '../../../db/tables/demands.ts'
import { stateChanges } from '../../../db/tables/operations.ts'
import { openChanges } from '../../../domain/demands/open-changes.ts'
import type { Handler } from '../../handler.ts'
import { historyOf } from '../../operations/public.ts'
import { anywhere } from '../../search/anywhere.ts'
import { changeOf, contentOf, type DemandChange } from '../demand-changes.ts'
import { demandFilesOf, filesByIds } from '../demand-files.ts'
import { demandRows, presentDemand, type LoadedDemand } from '../present-demand.ts'
import { filesNamed } from '../write-demand-files.ts'
import { isConfidential } from '../write-demand.ts'

/** A change waits as long as it could pass. */
const changeWaits = sql`(${demands.status} = 'open' and ${demands.deadline} > now() and ${demands.id} in (
  select ${demandChanges.demandId} from ${demandChanges} where ${demandChanges.status} = 'pending_review'))`
const waiting = and(or(eq(demands.status, 'pending_review'), changeWaits), isNull(demands.deletedAt))

/** When a demand, or its change, was submitted last. */
const submittedAt = sql<Date>`coalesce((select ${demandChanges.updatedAt} from ${demandChanges}
  where ${demandChanges.demandId} = ${demands.id} and ${demands.status} = 'open'), (select max(${stateChanges.createdAt}) from ${stateChanges}
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
      isChange: row.demand.status === 'open',
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
  const change = demand.status === 'open' ? await changeOf(db, demandId) : undefined
  return {
    ...shown,
    facts: demand.facts,
    deliverBy: demand.deliverBy,
    questions: demand.questions.map((each) => ({ ...each, options: [...each.options] })),
    ...(await demandFilesOf(db, demandId)),
    ownTerms: demand.ownTerms,
    version: demand.version,
    history: await historyOf(db, 'demand', demandId),
    ...(change === undefined ? { before: null } : await changed(db, demand, change)),
  }
}

/** A change as the public would read it; of the confidential part only that it is there. */
async function changed(db: Db, demand: LoadedDemand['demand'], change: DemandChange) {
  const { summary, facts, fileIds, annexIds, ...rest } = contentOf(change)
  const after = { summary, facts, fileIds, annexIds, ...rest, deadline: demand.deadline }
  const changes = openChanges({ ...demand, ...(await filesNamed(db, demand.id)) }, after)
  return {
    ...{ summary, facts, ownTerms: rest.ownTerms },
    ...{ files: await filesByIds(db, fileIds), annexCount: annexIds.length, confidential: isConfidential(after) },
    before: { summary: demand.summary, facts: demand.facts, changes },
  }
}
