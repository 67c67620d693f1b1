import { and, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { demands, offers, offerVersions } from '../../../db/tables/demands.ts'
import { awardFault } from '../../../domain/demands/award.ts'
import type { Context } from '../../handler.ts'
import { actorOf, recordSteps, type Actor } from '../../operations/public.ts'
import { orderFromOffer } from '../../orders/public.ts'
import { mustBeCertified } from '../../session/authorise.ts'
import { dropChanges } from '../demand-changes.ts'
import { isSealed } from '../present-offer.ts'
import { tellAwarded } from './tell-awarded.ts'

interface Choice {
  readonly offerId: number
  /** To the supplier, kept with the order. */
  readonly remark: string
  /** What the buyer was shown; without it the offer is taken as it stands. */
  readonly shown?: { readonly total: number; readonly version: number | undefined }
}

/**
 * The one way to choose an offer: demand, offers and order change together or not at all, so it runs inside the
 * transaction of its call's idempotency key. Of parallel ones the first decides, by the lock on the demand.
 */
export async function award(context: Context<'company'>, { offerId, remark, shown }: Choice) {
  const { caller, db, note } = context
  mustBeCertified(caller)
  const demand = await lockedDemand(db, offerId, caller.companyId)
  const { offer, version, certified } = await loadOffer(db, offerId)
  const fault = awardFault(demand.status, { ...offer, ...version, certified, sealed: isSealed(version) }, new Date())
  if (fault !== null) throw new CallFailed(fault)
  const changed =
    shown !== undefined && (shown.total !== version.total || (shown.version ?? version.version) !== version.version)
  if (changed) throw new CallFailed('conflict', { total: version.total, version: version.version })

  const buyer = actorOf(caller)
  await saveAward(db, demand, buyer)
  await accept(db, offerId, buyer)
  const losers = await lose(db, demand.id, offerId)
  const { items, milestones, total } = version
  const order = await orderFromOffer(db, {
    ...{ offerId, offerNo: offer.offerNo, demandId: demand.id, companyId: offer.companyId, title: demand.title },
    ...{ items, milestones, total, remark, buyer },
  })
  note(`${demand.demandNo}，报价 ${offer.offerNo}，订单 ${order.orderNo}`)
  await tellAwarded(context, { demand, order, winner: offer.companyId, losers })
  return order
}

type Demand = typeof demands.$inferSelect

/** The buyer's demand that the offer was made on, locked: of parallel deals one decides, the others see its decision. */
export async function lockedDemand(tx: Db, offerId: number, companyId: number): Promise<Demand> {
  const offered = sql`(select ${offers.demandId} from ${offers} where ${offers.id} = ${offerId} and ${offers.version} > 0)`
  const [demand] = await tx
    .select()
    .from(demands)
    .where(and(eq(demands.id, offered), eq(demands.companyId, companyId), isNull(demands.deletedAt)))
    .for('no key update')
  if (demand === undefined) throw new CallFailed('notFound')
  return demand
}

/** The offer with its version in force and whether its supplier's certification is; after the demand is locked. */
export async function loadOffer(tx: Db, offerId: number) {
  const [row] = await tx
    .select({ offer: offers, version: offerVersions, certification: companies.certification })
    .from(offers)
    .innerJoin(offerVersions, and(eq(offerVersions.offerId, offers.id), eq(offerVersions.version, offers.version)))
    .innerJoin(companies, eq(companies.id, offers.companyId))
    .where(and(eq(offers.id, offerId), gt(offers.version, 0)))
  if (row === undefined) throw new CallFailed('notFound')
  return { offer: row.offer, version: row.version, certified: row.certification === 'approved' }
}

async function saveAward(tx: Db, { id, status }: Demand, buyer: Actor): Promise<void> {
  const [awarded] = await tx
    .update(demands)
    .set({ status: 'awarded' })
    .where(and(eq(demands.id, id), eq(demands.status, status)))
    .returning({ id: demands.id })
  if (awarded === undefined) throw new CallFailed('demandDecided')
  await dropChanges(tx, [id], buyer, '已选定报价')
  const step = { event: 'award', fromStatus: status, toStatus: 'awarded' }
  await recordSteps(tx, [{ entity: 'demand', entityId: id, ...step, ...buyer }])
}

async function accept(tx: Db, offerId: number, buyer: Actor): Promise<void> {
  const [accepted] = await tx
    .update(offers)
    .set({ status: 'accepted' })
    .where(and(eq(offers.id, offerId), eq(offers.status, 'submitted')))
    .returning({ id: offers.id })
  if (accepted === undefined) throw new CallFailed('stepNotAllowed')
  const step = { event: 'accept', fromStatus: 'submitted', toStatus: 'accepted' }
  await recordSteps(tx, [{ entity: 'offer', entityId: offerId, ...step, ...buyer }])
}

/** Every other live offer of the demand is lost. Answers the companies whose submitted offers these were. */
async function lose(tx: Db, demandId: number, acceptedId: number): Promise<number[]> {
  const others = and(
    eq(offers.demandId, demandId),
    ne(offers.id, acceptedId),
    inArray(offers.status, ['submitted', 'draft']),
  )
  // The version tells what it was: only drafts have none. The state itself is gone after the update.
  const lost = await tx
    .update(offers)
    .set({ status: 'lost' })
    .where(others)
    .returning({ id: offers.id, companyId: offers.companyId, version: offers.version })
  const from = (version: number) => (version === 0 ? ('draft' as const) : ('submitted' as const))
  await recordSteps(
    tx,
    lost.map(({ id, version }) => ({
      ...{ entity: 'offer' as const, entityId: id, event: 'lose' },
      ...{ fromStatus: from(version), toStatus: 'lost', reason: '买家选定了其他报价' },
    })),
  )
  return lost.filter(({ version }) => version > 0).map(({ companyId }) => companyId)
}
