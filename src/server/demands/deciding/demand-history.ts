import { and, asc, count, eq, gt, inArray, isNull, notInArray, or, sql, type SQL } from 'drizzle-orm'
import type { DemandStep, offerDecisionsCalls } from '../../../contract/demands/offer-decisions.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { demands, offers, offerVersions } from '../../../db/tables/demands.ts'
import { stateChanges } from '../../../db/tables/operations.ts'
import { maskCompany } from '../../../domain/demands/demand-rules.ts'
import { buyersOwnEvents, toldStatuses } from '../../../domain/demands/history-words.ts'
import type { Handler } from '../../handler.ts'
import { isSealed } from '../present-offer.ts'

/**
 * What happened to a demand and its offers, as far as it concerns the reader: the buyer reads every step, a supplier
 * those that the public could see and those of its own offers. Of sealed versions it tells that they are there and
 * nothing of them. Whoever is neither finds nothing.
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
  const named = mine || (await isAny(db, and(seen, eq(offers.status, 'accepted'))))
  if (!mine && (!caller.permissions.has('my_supply') || !(await isAny(db, seen)))) throw new CallFailed('notFound')
  const { total, steps } = await stepsOf(db, { demandId: demand.id, seen, mine }, input)
  const totals = await totalsOf(db, steps)
  return {
    total,
    data: steps.map(({ step, by, supplier, offerNo, version }): DemandStep => {
      const submitted = totals.get(`${step.entityId} ${version}`)
      const isOffer = step.entity === 'offer'
      return {
        ...{ event: step.event, fromStatus: step.fromStatus, toStatus: step.toStatus, reason: step.reason },
        by: by === null ? '系统' : step.companyId === demand.companyId && !named ? maskCompany(by) : by,
        at: step.createdAt.toISOString(),
        entity: isOffer ? 'offer' : 'demand',
        ...{ offerId: isOffer ? step.entityId : null, offerNo: offerNo ?? '', supplier: supplier ?? '' },
        // A supplier knows its own versions; the buyer those that are not under seal.
        total: version === null || submitted === undefined || (mine && submitted.sealed) ? null : submitted.fen,
      }
    }),
  }
}

const isAny = async (db: Db, which: SQL | undefined): Promise<boolean> =>
  (await db.select({ id: offers.id }).from(offers).where(which).limit(1)).length > 0

interface Scope {
  readonly demandId: number
  /** The offers that the reader may know of. */
  readonly seen: SQL | undefined
  readonly mine: boolean
}

/** A page of the steps that concern the reader, the oldest first, with who made them and whose offer it is. */
async function stepsOf(db: Db, { demandId, seen, mine }: Scope, page: { current: number; pageSize: number }) {
  const ofDemand = and(
    ...[eq(stateChanges.entity, 'demand'), eq(stateChanges.entityId, demandId)],
    mine ? undefined : inArray(stateChanges.toStatus, toldStatuses),
    mine ? undefined : notInArray(stateChanges.event, buyersOwnEvents),
  )
  const own = db.select({ id: offers.id }).from(offers).where(seen)
  const which = or(ofDemand, and(eq(stateChanges.entity, 'offer'), inArray(stateChanges.entityId, own)))
  // The nth submission brought the nth version.
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

/** Totals of the versions that some steps brought, by offer and number. */
async function totalsOf(db: Db, steps: Awaited<ReturnType<typeof stepsOf>>['steps']) {
  const ids = steps.flatMap(({ step, version }) => (version === null ? [] : [step.entityId]))
  if (ids.length === 0) return new Map<string, { fen: number; sealed: boolean }>()
  const rows = await db
    .select()
    .from(offerVersions)
    .where(and(inArray(offerVersions.offerId, [...new Set(ids)]), gt(offerVersions.version, 0)))
  return new Map(rows.map((row) => [`${row.offerId} ${row.version}`, { fen: row.total, sealed: isSealed(row) }]))
}
