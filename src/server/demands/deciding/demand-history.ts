import { and, asc, count, eq, gt, inArray, isNull, notInArray, or, sql, type SQL } from 'drizzle-orm'
import type { DemandStep, offerDecisionsCalls } from '../../../contract/demands/offer-decisions.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { demands, offers, offerVersions } from '../../../db/tables/demands.ts'
import { stateChanges } from '../../../db/tables/operations.ts'
import { maskCompany } from '../../../domain/demands/demand-rules.ts'
import { buyerOnlyEvents, scoringEvents, supplierVisibleStatuses } from '../../../domain/demands/history-labels.ts'
import type { Handler } from '../../handler.ts'
import { isSealed } from '../present-offer.ts'
import { mayReadScoring } from '../visible-demand.ts'

/**
 * History of a demand and its offers: the buyer sees every step, a supplier the public steps and those of its own
 * offers. Totals of sealed versions are hidden. Throws notFound for other companies.
 */
export const demandHistory: Handler<typeof offerDecisionsCalls.demandHistory> = async (input, { caller, db }) => {
  const [demand] = await db
    .select({ id: demands.id, companyId: demands.companyId })
    .from(demands)
    .where(and(eq(demands.id, input.demandId), isNull(demands.deletedAt)))
  if (demand === undefined) throw new CallFailed('notFound')
  const mine = demand.companyId === caller.companyId && caller.permissions.has('my_requirement')
  const seen = and(
    eq(offers.demandId, demand.id),
    mine ? gt(offers.version, 0) : eq(offers.companyId, caller.companyId),
  )
  const named = mine || (await offerExists(db, and(seen, eq(offers.status, 'accepted'))))
  if (!mine && (!caller.permissions.has('my_supply') || !(await offerExists(db, seen))))
    throw new CallFailed('notFound')
  const hidden = mine ? (mayReadScoring(caller) ? [] : scoringEvents) : buyerOnlyEvents
  const { total, steps } = await listSteps(db, { demandId: demand.id, visibleOffers: seen, mine, hidden }, input)
  const totals = await versionTotals(db, steps)
  return {
    total,
    data: steps.map(({ step, by, supplier, offerNo, version }): DemandStep => {
      const submitted = totals.get(`${step.entityId} ${version}`)
      const isOffer = step.entity === 'offer'
      return {
        event: step.event,
        fromStatus: step.fromStatus,
        toStatus: step.toStatus,
        reason: step.reason,
        by: by === null ? '系统' : step.companyId === demand.companyId && !named ? maskCompany(by) : by,
        at: step.createdAt.toISOString(),
        entity: isOffer ? 'offer' : 'demand',
        offerId: isOffer ? step.entityId : null,
        offerNo: offerNo ?? '',
        supplier: supplier ?? '',
        // Totals are hidden from the buyer while sealed.
        total: version === null || submitted === undefined || (mine && submitted.sealed) ? null : submitted.fen,
      }
    }),
  }
}

const offerExists = async (db: Db, which: SQL | undefined): Promise<boolean> =>
  (await db.select({ id: offers.id }).from(offers).where(which).limit(1)).length > 0

interface Scope {
  readonly demandId: number
  /** Condition: offers visible to the reader. */
  readonly visibleOffers: SQL | undefined
  readonly mine: boolean
  /** Events of the demand that the reader does not see. */
  readonly hidden: readonly string[]
}

/** One page of the steps visible to the reader, oldest first, with acting company, supplier and offer number. */
async function listSteps(
  db: Db,
  { demandId, visibleOffers, mine, hidden }: Scope,
  page: { current: number; pageSize: number },
) {
  const ofDemand = and(
    eq(stateChanges.entity, 'demand'),
    eq(stateChanges.entityId, demandId),
    mine ? undefined : inArray(stateChanges.toStatus, supplierVisibleStatuses),
    hidden.length === 0 ? undefined : notInArray(stateChanges.event, [...hidden]),
  )
  const own = db.select({ id: offers.id }).from(offers).where(visibleOffers)
  const which = or(ofDemand, and(eq(stateChanges.entity, 'offer'), inArray(stateChanges.entityId, own)))
  // The nth submission created the nth version.
  const version = sql<number | null>`case when ${stateChanges.entity} = 'offer' and ${stateChanges.event} = 'submit'
    then (select count(*)::int from state_changes s where s.entity = 'offer' and s.event = 'submit'
      and s.entity_id = ${stateChanges.entityId} and s.id <= ${stateChanges.id}) end`
  const supplier = sql<string | null>`(select c.short_name from companies c where c.id = ${offers.companyId})`
  const [counted] = await db.select({ total: count() }).from(stateChanges).where(which)
  const steps = await db
    .select({ step: stateChanges, by: companies.name, supplier, offerNo: offers.offerNo, version })
    .from(stateChanges)
    .leftJoin(companies, eq(companies.id, stateChanges.companyId))
    .leftJoin(offers, and(eq(stateChanges.entity, 'offer'), eq(offers.id, stateChanges.entityId)))
    .where(which)
    .orderBy(asc(stateChanges.id))
    .limit(page.pageSize)
    .offset((page.current - 1) * page.pageSize)
  return { total: counted?.total ?? 0, steps }
}

/** Totals of the versions created by some steps, by offer id and version. */
async function versionTotals(db: Db, steps: Awaited<ReturnType<typeof listSteps>>['steps']) {
  const ids = steps.flatMap(({ step, version }) => (version === null ? [] : [step.entityId]))
  if (ids.length === 0) return new Map<string, { fen: number; sealed: boolean }>()
  const rows = await db
    .select()
    .from(offerVersions)
    .where(and(inArray(offerVersions.offerId, [...new Set(ids)]), gt(offerVersions.version, 0)))
  return new Map(rows.map((row) => [`${row.offerId} ${row.version}`, { fen: row.total, sealed: isSealed(row) }]))
}
