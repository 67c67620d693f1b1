import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { demandsCalls } from '../../contract/demands/demands.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { demands, offers } from '../../db/tables/demands.ts'
import { maskCompany } from '../../domain/demands/demand-rules.ts'
import type { Caller, Handler, RequestFacts } from '../handler.ts'
import { historyOf } from '../operations/public.ts'
import { changeOf, type DemandChange } from './demand-changes.ts'
import { demandFilesOf } from './demand-files.ts'
import { presentDemand, type LoadedDemand } from './present-demand.ts'
import { isMine, keeps, visibleDemand } from './visible-demand.ts'

export const demand: Handler<typeof demandsCalls.demand> = async ({ demandId }, { caller, db, request, after }) => {
  const row = await visibleDemand(db, demandId, caller)
  if (!isMine(row, caller) && countsAsView(caller, request)) after(() => countView(db, demandId))
  return detailOf(db, row, caller)
}

/** A demand whole, as its reader may see it. */
export async function detailOf(db: Db, row: LoadedDemand, caller: Caller | null) {
  const mine = isMine(row, caller)
  const kept = keeps(row, caller)
  const demandId = row.demand.id
  const [company] = await db
    .select({ name: companies.name, certification: companies.certification })
    .from(companies)
    .where(eq(companies.id, row.demand.companyId))
  if (company === undefined) throw new CallFailed('notFound')
  return {
    ...presentDemand(row),
    facts: row.demand.facts,
    districtCode: row.demand.districtCode,
    deliverBy: row.demand.deliverBy,
    viewCount: row.demand.viewCount,
    templateKey: row.demand.templateKey,
    templateVersion: row.demand.templateVersion,
    questions: row.demand.questions.map((each) => ({ ...each, options: [...each.options] })),
    ...(await demandFilesOf(db, demandId)),
    ownTerms: row.demand.ownTerms,
    version: row.demand.version,
    companyName: mine ? company.name : maskCompany(company.name),
    orgId: mine ? row.demand.companyId : null,
    certified: company.certification === 'approved',
    reason: kept ? row.demand.reason : '',
    mine,
    ownOfferId: mine ? null : await ownOfferId(db, demandId, caller),
    createdAt: row.demand.createdAt.toISOString(),
    change: kept ? changeShown(row.demand, await changeOf(db, demandId)) : null,
    history: kept ? await historyOf(db, 'demand', demandId) : [],
  }
}

/** How a change stands beside a demand that is still open. */
const changeShown = ({ status }: { readonly status: string }, change: DemandChange | undefined) =>
  status === 'open' && change !== undefined ? { status: change.status, reason: change.reason } : null

/** The live offer of the caller's company, else its latest. */
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
 * Public pages are drawn without a caller and kept for everyone, so a drawing is not a view:
 * people who are signed in and other apps are counted.
 */
const countsAsView = (caller: Caller | null, request: RequestFacts) => caller !== null || request.appId !== 'web'

const countView = (db: Db, demandId: number) =>
  db
    .update(demands)
    .set({ viewCount: sql`${demands.viewCount} + 1` })
    .where(eq(demands.id, demandId))
