import { and, desc, eq, inArray, sql, arrayContains, ne } from 'drizzle-orm'
import type { demandsCalls } from '../../contract/demands/demands.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { demands, offers } from '../../db/tables/demands.ts'
import { maskCompany } from '../../domain/demands/demand-rules.ts'
import { isScoringStep } from '../../domain/demands/history-labels.ts'
import type { Caller, Handler, RequestFacts } from '../handler.ts'
import { getDemandChange, type DemandChange } from './demand-changes.ts'
import { publicDemandFiles } from './demand-files.ts'
import { presentDemand, type LoadedDemand, demandRows } from './present-demand.ts'
import { isOwnDemand, canManageDemand, getVisibleDemand, mayReadScoring } from './visible-demand.ts'
import { historyOf } from '../platform/history/histories.ts'
import { isInvited } from './is-invited.ts'
import { isOpenForOffers } from './demand-filter.ts'
import { countUpTo } from './demands.ts'
import { isCertified } from '../../domain/accounts/certification.ts'
import { isDemandOpen, type DemandStatus } from '../../domain/demands/demand-states.ts'

export const demand: Handler<typeof demandsCalls.demand> = async ({ demandId }, { caller, db, request, after }) => {
  const row = await getVisibleDemand(db, demandId, caller)
  if (!isOwnDemand(row, caller) && isCountedView(caller, request)) after(() => countView(db, demandId))
  return presentDemandDetail(db, row, caller)
}

/** Full demand, limited to what the caller may see. */
export async function presentDemandDetail(db: Db, row: LoadedDemand, caller: Caller | null) {
  const mine = isOwnDemand(row, caller)
  const canManage = canManageDemand(row, caller)
  const demandId = row.demand.id
  const [company] = await db
    .select({ name: companies.name, certification: companies.certification })
    .from(companies)
    .where(eq(companies.id, row.demand.companyId))
  if (company === undefined) throw new CallFailed('notFound')
  return {
    ...presentDemand(row),
    facts: row.demand.facts,
    requiredTags: row.demand.requiredTags,
    districtCode: row.demand.districtCode,
    deliverBy: row.demand.deliverBy,
    viewCount: row.demand.viewCount,
    templateKey: row.demand.templateKey,
    templateVersion: row.demand.templateVersion,
    questions: row.demand.questions.map((each) => ({ ...each, options: [...each.options] })),
    ...(await publicDemandFiles(db, demandId)),
    ownTerms: row.demand.ownTerms,
    version: row.demand.version,
    companyName: mine ? company.name : maskCompany(company.name),
    orgId: mine ? row.demand.companyId : null,
    certified: isCertified(company.certification),
    reason: canManage ? row.demand.reason : '',
    mine,
    ownOfferId: mine ? null : await ownOfferId(db, demandId, caller),
    invited: !mine && caller?.companyId != null && (await isInvited(db, demandId, caller.companyId)),
    createdAt: row.demand.createdAt.toISOString(),
    change: canManage ? presentChange(row.demand, await getDemandChange(db, demandId)) : null,
    history: canManage ? await ownHistory(db, demandId, caller) : [],
  }
}

/** History of an own demand; steps of the scoring only for those who may read it. */
async function ownHistory(db: Db, demandId: number, caller: Caller | null) {
  const steps = await historyOf(db, 'demand', demandId)
  return caller !== null && mayReadScoring(caller) ? steps : steps.filter((step) => !isScoringStep(step))
}

/** Status of the change of an open demand. */
const presentChange = ({ status }: { readonly status: DemandStatus }, change: DemandChange | undefined) =>
  isDemandOpen(status) && change !== undefined ? { status: change.status, reason: change.reason } : null

/** Active offer of the caller's company, otherwise its latest. */
async function ownOfferId(db: Db, demandId: number, caller: Caller | null): Promise<number | null> {
  if (caller?.companyId == null || caller.shopId === null) return null
  const [offer] = await db
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.demandId, demandId), eq(offers.companyId, caller.companyId)))
    .orderBy(sql`${inArray(offers.status, ['draft', 'submitted', 'accepted'])} desc`, desc(offers.id))
    .limit(1)
  return offer?.id ?? null
}

/**
 * Public pages are rendered without a caller and cached, so rendering is not a page view: only requests of signed-in
 * users and of other apps are counted.
 */
const isCountedView = (caller: Caller | null, request: RequestFacts) => caller !== null || request.appId !== 'web'

const countView = (db: Db, demandId: number) =>
  db
    .update(demands)
    .set({ viewCount: sql`${demands.viewCount} + 1` })
    .where(eq(demands.id, demandId))

/** Maximum number of similar demands. */
const maxSimilar = 100

export const similarDemands: Handler<typeof demandsCalls.similarDemands> = async (input, { db, caller }) => {
  const { demand } = await getVisibleDemand(db, input.demandId, caller)
  const stageId = demand.categoryPath[1] ?? demand.categoryId
  const where = and(isOpenForOffers(), arrayContains(demands.categoryPath, [stageId]), ne(demands.id, demand.id))
  const total = await countUpTo(db, where, maxSimilar)
  const offset = (input.current - 1) * input.pageSize
  if (offset >= total) return { total, data: [] }
  const rows = await demandRows(db)
    .where(where)
    // A longer common category path means more similar work.
    .orderBy(
      sql`cardinality(array(select unnest(${demands.categoryPath}) intersect
        select unnest(${`{${demand.categoryPath.join(',')}}`}::int[]))) desc`,
      desc(demands.publishedAt),
      desc(demands.id),
    )
    .limit(input.pageSize)
    .offset(offset)
  return { total, data: rows.map(presentDemand) }
}
