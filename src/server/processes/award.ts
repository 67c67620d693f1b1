import { and, eq, inArray, ne } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands, offers } from '../../db/tables/demands.ts'
import { awardBlocker } from '../../domain/demands/award.ts'
import type { Context, Handler } from '../handler.ts'
import { assertCertified } from '../session/authorise.ts'
import { loadSubmittedOffer, lockDemandOfOffer } from '../demands/deciding/offer-decisions.ts'
import { deleteDemandChanges } from '../demands/demand-changes.ts'
import { isSealed } from '../demands/present-offer.ts'
import { notifyAwarded } from '../demands/deciding/notify-awarded.ts'
import { actorOf, recordSteps, type Actor } from '../platform/history/record-steps.ts'
import { createOrderFromOffer } from '../orders/checkout/create-order-from-offer.ts'
import type { offerDecisionsCalls } from '../../contract/demands/offer-decisions.ts'

interface AwardChoice {
  readonly offerId: number
  /** Remark to the supplier, stored with the order. */
  readonly remark: string
  /** What the buyer was shown; without it the current version is awarded. */
  readonly shown?: { readonly total: number; readonly version: number | undefined }
}

/**
 * Awards an offer: demand, offers and order change atomically, within the transaction of the idempotency key of the
 * call. The lock on the demand serialises parallel awards.
 */
export async function awardOffer(context: Context<'company'>, { offerId, remark, shown }: AwardChoice) {
  const { caller, db, note } = context
  assertCertified(caller)
  const demand = await lockDemandOfOffer(db, offerId, caller.companyId)
  const { offer, version, certified } = await loadSubmittedOffer(db, offerId)
  const fault = awardBlocker(demand.status, { ...offer, ...version, certified, sealed: isSealed(version) }, new Date())
  if (fault !== null) throw new CallFailed(fault)
  const changed =
    shown !== undefined && (shown.total !== version.total || (shown.version ?? version.version) !== version.version)
  if (changed) throw new CallFailed('conflict', { total: version.total, version: version.version })

  const buyer = actorOf(caller)
  await saveAward(db, demand, buyer)
  await acceptOffer(db, offerId, buyer)
  const losers = await loseOtherOffers(db, demand.id, offerId)
  const { items, milestones, total } = version
  const order = await createOrderFromOffer(db, {
    offerId,
    offerNo: offer.offerNo,
    demandId: demand.id,
    companyId: offer.companyId,
    title: demand.title,
    items,
    milestones,
    total,
    remark,
    buyer,
  })
  note(`${demand.demandNo}，报价 ${offer.offerNo}，订单 ${order.orderNo}`)
  await notifyAwarded(context, { demand, order, winner: offer.companyId, losers })
  return order
}

async function saveAward(tx: Db, { id, status }: typeof demands.$inferSelect, buyer: Actor): Promise<void> {
  const [awarded] = await tx
    .update(demands)
    .set({ status: 'awarded' })
    .where(and(eq(demands.id, id), eq(demands.status, status)))
    .returning({ id: demands.id })
  if (awarded === undefined) throw new CallFailed('demandDecided')
  await deleteDemandChanges(tx, [id], buyer, '已选定报价')
  const step = { event: 'award', fromStatus: status, toStatus: 'awarded' }
  await recordSteps(tx, [{ entity: 'demand', entityId: id, ...step, ...buyer }])
}

async function acceptOffer(tx: Db, offerId: number, buyer: Actor): Promise<void> {
  const [accepted] = await tx
    .update(offers)
    .set({ status: 'accepted' })
    .where(and(eq(offers.id, offerId), eq(offers.status, 'submitted')))
    .returning({ id: offers.id })
  if (accepted === undefined) throw new CallFailed('stepNotAllowed')
  const step = { event: 'accept', fromStatus: 'submitted', toStatus: 'accepted' }
  await recordSteps(tx, [{ entity: 'offer', entityId: offerId, ...step, ...buyer }])
}

/** Marks all other live offers of the demand as lost. Returns the companies with submitted offers. */
async function loseOtherOffers(tx: Db, demandId: number, acceptedId: number): Promise<number[]> {
  const others = and(
    eq(offers.demandId, demandId),
    ne(offers.id, acceptedId),
    inArray(offers.status, ['submitted', 'draft']),
  )
  // Only drafts have no version; the previous state is not available after the update.
  const lost = await tx
    .update(offers)
    .set({ status: 'lost' })
    .where(others)
    .returning({ id: offers.id, companyId: offers.companyId, version: offers.version })
  const from = (version: number) => (version === 0 ? ('draft' as const) : ('submitted' as const))
  await recordSteps(
    tx,
    lost.map(({ id, version }) => ({
      entity: 'offer' as const,
      entityId: id,
      event: 'lose',
      fromStatus: from(version),
      toStatus: 'lost',
      reason: '买家选定了其他报价',
    })),
  )
  return lost.filter(({ version }) => version > 0).map(({ companyId }) => companyId)
}

/** Awards an offer in its current version. `demandOrderSubmit` also checks the version that was shown. */
export const deal: Handler<typeof offerDecisionsCalls.deal> = ({ offerId }, context) =>
  awardOffer(context, { offerId, remark: '' })

/** Awards an offer as shown to the buyer; refused when it has changed since. */
export const demandOrderSubmit: Handler<typeof offerDecisionsCalls.demandOrderSubmit> = (input, context) => {
  const { offerId, remark, total, version } = input
  return awardOffer(context, { offerId, remark, shown: { total, version } })
}
