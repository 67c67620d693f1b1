import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { DemandStep, offerDecisionsCalls } from '../../../contract/demands/offer-decisions.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { demands, offers, offerVersions } from '../../../db/tables/demands.ts'
import { stateChanges } from '../../../db/tables/operations.ts'
import { maskCompany } from '../../../domain/demands/demand-rules.ts'
import { stepConcernsSuppliers } from '../../../domain/demands/history-words.ts'
import type { Handler, Member } from '../../handler.ts'
import { isSealed } from '../present-offer.ts'

export const demandHistory: Handler<typeof offerDecisionsCalls.demandHistory> = async (
  { demandId },
  { caller, db },
) => {
  const [demand] = await db
    .select({ id: demands.id, companyId: demands.companyId })
    .from(demands)
    .where(and(eq(demands.id, demandId), isNull(demands.deletedAt)))
  if (demand === undefined) throw new CallFailed('notFound')
  return { data: await historyOfDemand(db, demand, caller) }
}

type Demand = Pick<typeof demands.$inferSelect, 'id' | 'companyId'>

/**
 * What happened to a demand and its offers, as far as it concerns the reader: the buyer reads every step, a supplier
 * those that the public could see and those of its own offers. Of sealed versions it tells that they are there and
 * nothing of them. Whoever is neither finds nothing.
 */
export async function historyOfDemand(db: Db, demand: Demand, reader: Member): Promise<DemandStep[]> {
  const mine = demand.companyId === reader.companyId && reader.permissions.has('my_requirement')
  const own = mine ? undefined : eq(offers.companyId, reader.companyId)
  const shown = await db
    .select({ id: offers.id, offerNo: offers.offerNo, companyId: offers.companyId, status: offers.status })
    .from(offers)
    .where(and(eq(offers.demandId, demand.id), own, mine ? gt(offers.version, 0) : undefined))
  if (!mine && (shown.length === 0 || !reader.permissions.has('my_supply'))) throw new CallFailed('notFound')
  const ids = shown.map(({ id }) => id)
  const [steps, totals] = await Promise.all([stepsOf(db, demand.id, ids), totalsOf(db, ids)])
  const named = mine || shown.some(({ status }) => status === 'accepted')
  const submits = new Map<number, number>()
  return steps.flatMap(({ step, by, supplier }) => {
    const offer = step.entity === 'offer' ? shown.find(({ id }) => id === step.entityId) : undefined
    if (offer === undefined && !mine && !stepConcernsSuppliers(step)) return []
    // The nth submission brought the nth version.
    const version = (submits.get(step.entityId) ?? 0) + 1
    if (offer !== undefined && step.event === 'submit') submits.set(offer.id, version)
    const total = offer !== undefined && step.event === 'submit' ? totals.get(`${offer.id} ${version}`) : undefined
    const isBuyer = step.companyId === demand.companyId
    return [
      {
        ...{ event: step.event, fromStatus: step.fromStatus, toStatus: step.toStatus, reason: step.reason },
        by: by === null ? '系统' : isBuyer && !named ? maskCompany(by) : by,
        at: step.createdAt.toISOString(),
        entity: offer === undefined ? ('demand' as const) : ('offer' as const),
        ...{ offerId: offer?.id ?? null, offerNo: offer?.offerNo ?? '', supplier: supplier ?? '' },
        // A supplier knows its own versions; the buyer those that are not under seal.
        total: total === undefined || (mine && total.sealed) ? null : total.fen,
      },
    ]
  })
}

/** Steps of a demand and of some offers, the oldest first, with who made them and whose offer it is. */
function stepsOf(db: Db, demandId: number, offerIds: readonly number[]) {
  const ofOffers = and(eq(stateChanges.entity, 'offer'), inArray(stateChanges.entityId, [...offerIds]))
  const ofDemand = and(eq(stateChanges.entity, 'demand'), eq(stateChanges.entityId, demandId))
  const supplier = sql<string | null>`(select c.short_name from companies c join offers o on o.company_id = c.id
    where ${stateChanges.entity} = 'offer' and o.id = ${stateChanges.entityId})`
  return db
    .select({ step: stateChanges, by: companies.name, supplier })
    .from(stateChanges)
    .leftJoin(companies, eq(companies.id, stateChanges.companyId))
    .where(offerIds.length === 0 ? ofDemand : or(ofDemand, ofOffers))
    .orderBy(asc(stateChanges.id))
}

/** Totals of all submitted versions, by offer and number. */
async function totalsOf(db: Db, offerIds: readonly number[]) {
  if (offerIds.length === 0) return new Map<string, { fen: number; sealed: boolean }>()
  const rows = await db
    .select()
    .from(offerVersions)
    .where(and(inArray(offerVersions.offerId, [...offerIds]), gt(offerVersions.version, 0)))
  return new Map(rows.map((row) => [`${row.offerId} ${row.version}`, { fen: row.total, sealed: isSealed(row) }]))
}
