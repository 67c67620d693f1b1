import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { offersCalls } from '../../contract/demands/offers.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands, offers, offerVersions } from '../../db/tables/demands.ts'
import { demandTransitions } from '../../domain/demands/demand-states.ts'
import { offerTransitions } from '../../domain/demands/offer-states.ts'
import { links } from '../../domain/links.ts'
import { next } from '../../domain/transition.ts'
import type { Handler, Member } from '../handler.ts'
import { actorOf, peopleOf, recordSteps, tell } from '../operations/public.ts'
import { orderFromOffer } from '../orders/public.ts'
import { mustBeCertified } from '../session/authorise.ts'
import { demandTags } from './demand-tags.ts'

/** Runs inside the transaction of its idempotency key: demand, offers and order change together or not at all. */
export const deal: Handler<typeof offersCalls.deal> = async ({ offerId }, context) => {
  const { caller, db, push, pages, after, note } = context
  mustBeCertified(caller)
  const demand = await demandOf(db, offerId, caller.companyId)
  await award(db, demand, caller)
  const offer = await acceptable(db, offerId)
  await accept(db, offer, caller)
  const losers = await lose(db, demand.id, offerId)
  const order = await orderFromOffer(db, { ...offer, demandId: demand.id, title: demand.title, buyer: actorOf(caller) })
  note(`${demand.demandNo}，报价 ${offer.offerNo}，订单 ${order.orderNo}`)
  const sellers = await peopleOf(db, [offer.companyId, ...losers], 'my_supply')
  const buyers = await peopleOf(db, [caller.companyId], 'my_requirement')
  after(() => {
    pages.invalidate(demandTags(demand.id))
    const won = {
      title: `您对「${demand.title}」的报价已中标，请确认订单`,
      path: links.sellerConfirmOrder(order.orderId),
    }
    tell(push, sellers.get(offer.companyId), won)
    const lost = { title: `需求「${demand.title}」已选定其他报价`, path: links.sellerOffers() }
    for (const companyId of losers) tell(push, sellers.get(companyId), lost)
    const made = { title: `已选定报价，订单 ${order.orderNo} 待供应商确认`, path: links.buyerOrder(order.orderId) }
    tell(push, buyers.get(caller.companyId), made)
  })
  return order
}

type Demand = typeof demands.$inferSelect

/** The buyer's demand that the offer was made on, locked: of parallel deals one decides, the others see its decision. */
async function demandOf(tx: Db, offerId: number, companyId: number): Promise<Demand> {
  const offered = sql`(select ${offers.demandId} from ${offers} where ${offers.id} = ${offerId} and ${offers.version} > 0)`
  const [demand] = await tx
    .select()
    .from(demands)
    .where(and(eq(demands.id, offered), eq(demands.companyId, companyId), isNull(demands.deletedAt)))
    .for('no key update')
  if (demand === undefined) throw new CallFailed('notFound')
  return demand
}

async function award(tx: Db, demand: Demand, caller: Member): Promise<void> {
  const status = next(demandTransitions, demand.status, 'award', 'buyer')
  if (status === undefined) throw new CallFailed(demand.status === 'awarded' ? 'demandDecided' : 'stepNotAllowed')
  const [awarded] = await tx
    .update(demands)
    .set({ status })
    .where(and(eq(demands.id, demand.id), eq(demands.status, demand.status)))
    .returning({ id: demands.id })
  if (awarded === undefined) throw new CallFailed('demandDecided')
  await recordSteps(tx, [
    {
      entity: 'demand',
      entityId: demand.id,
      event: 'award',
      fromStatus: demand.status,
      toStatus: status,
      ...actorOf(caller),
    },
  ])
}

/** The offer with its version in force, while it can be accepted. */
async function acceptable(tx: Db, offerId: number) {
  const [row] = await tx
    .select({ offer: offers, version: offerVersions })
    .from(offers)
    .innerJoin(offerVersions, and(eq(offerVersions.offerId, offers.id), eq(offerVersions.version, offers.version)))
    .where(eq(offers.id, offerId))
  if (row === undefined) throw new CallFailed('notFound')
  const { offer, version } = row
  if (offer.status === 'expired') throw new CallFailed('offerExpired')
  if (offer.status === 'submitted' && version.validUntil <= new Date()) throw new CallFailed('offerExpired')
  return { ...version, offerId, offerNo: offer.offerNo, companyId: offer.companyId, status: offer.status }
}

async function accept(tx: Db, offer: Awaited<ReturnType<typeof acceptable>>, caller: Member): Promise<void> {
  const status = next(offerTransitions, offer.status, 'accept', 'buyer')
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  const [accepted] = await tx
    .update(offers)
    .set({ status })
    .where(and(eq(offers.id, offer.offerId), eq(offers.status, offer.status)))
    .returning({ id: offers.id })
  if (accepted === undefined) throw new CallFailed('stepNotAllowed')
  await recordSteps(tx, [
    {
      entity: 'offer',
      entityId: offer.offerId,
      event: 'accept',
      fromStatus: offer.status,
      toStatus: status,
      ...actorOf(caller),
    },
  ])
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
