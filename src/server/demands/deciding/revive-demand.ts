import { and, eq, gt, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { demands, offers, offerVersions } from '../../../db/tables/demands.ts'
import { canBeRevived } from '../../../domain/demands/award.ts'
import { demandTransitions } from '../../../domain/demands/demand-states.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Context } from '../../handler.ts'
import { demandTags } from '../demand-tags.ts'
import { restartIncompleteScoring } from '../evaluations/reveal-scores.ts'
import { openSeals } from '../offer-deadlines.ts'
import { notifyOfferOwners, type OwnedOffer } from '../notify-offer-owners.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'

/**
 * Locks a demand. Must be called before the order is locked, so that declining an order and a second award cannot
 * deadlock.
 */
export async function lockDemand(tx: Db, demandId: number): Promise<void> {
  await tx.select({ id: demands.id }).from(demands).where(eq(demands.id, demandId)).for('no key update')
}

/** Reasons of a failed order, as shown in the offer's history and to the other suppliers. */
const revivalReasons = {
  decline: { offer: '供应商未接单', others: '中选方未接单' },
  cancel: { offer: '订单已取消', others: '原订单已取消' },
} as const

/**
 * Reverts an award after its order failed: the demand returns to evaluating, the accepted offer is rejected, lost
 * offers that are still valid are submitted again. Runs in the transaction that ends the order, after `lockDemand`.
 * Returns false if the demand is no longer awarded.
 */
export async function reviveDemand(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push' | 'pages'>,
  of: { readonly demandId: number; readonly offerId: number; readonly why: keyof typeof revivalReasons },
): Promise<boolean> {
  const to = nextState(demandTransitions, 'awarded', 'revive', 'system')
  if (to === undefined) throw new Error('The table has no revive from awarded')
  const [demand] = await tx
    .update(demands)
    .set({ status: to })
    .where(and(eq(demands.id, of.demandId), eq(demands.status, 'awarded')))
    .returning()
  if (demand === undefined) return false
  await recordSteps(tx, [
    { entity: 'demand', entityId: demand.id, event: 'revive', fromStatus: 'awarded', toStatus: to },
  ])
  await rejectAcceptedOffer(tx, of.offerId, revivalReasons[of.why].offer)
  const revived = await reviveLostOffers(tx, demand)
  await restartIncompleteScoring(tx, demand)
  await notifyOfferOwners(tx, context, 'offer.decided', revived, {
    title: `需求“${demand.title}”恢复评选，您的报价重新有效`,
    text: `${revivalReasons[of.why].others}，您在有效期内的报价恢复参与评选，无需重新提交。`,
  })
  context.after(() => context.pages.invalidate(demandTags(demand.id)))
  return true
}

/** Rejects the accepted offer of a failed order. */
async function rejectAcceptedOffer(tx: Db, offerId: number, reason: string): Promise<void> {
  const [fallen] = await tx
    .update(offers)
    .set({ status: 'rejected' })
    .where(and(eq(offers.id, offerId), eq(offers.status, 'accepted')))
    .returning({ id: offers.id })
  if (fallen === undefined) return
  const step = { event: 'fall', fromStatus: 'accepted', toStatus: 'rejected', reason }
  await recordSteps(tx, [{ entity: 'offer', entityId: offerId, ...step }])
}

/**
 * Revives lost offers that are still valid. Sealed ones are opened only past the deadline; before it the job opens them
 * in time, otherwise an award made to be declined would open seals early. Offers of companies that closed their shop
 * stay lost. Returns the revived offers.
 */
async function reviveLostOffers(
  tx: Db,
  { id: demandId, deadline }: typeof demands.$inferSelect,
): Promise<OwnedOffer[]> {
  const now = new Date()
  const lost = await tx
    .select({
      id: offers.id,
      companyId: offers.companyId,
      version: offers.version,
      validUntil: offerVersions.validUntil,
    })
    .from(offers)
    .innerJoin(offerVersions, and(eq(offerVersions.offerId, offers.id), eq(offerVersions.version, offers.version)))
    .innerJoin(companies, and(eq(companies.id, offers.companyId), eq(companies.isSaler, true)))
    .where(and(eq(offers.demandId, demandId), eq(offers.status, 'lost'), gt(offers.version, 0)))
    .for('share', { of: companies })
  const revivable = lost.filter((offer) => canBeRevived(offer, now))
  if (revivable.length === 0) return []
  const ids = revivable.map(({ id }) => id)
  await tx
    .update(offers)
    .set({ status: 'submitted' })
    .where(and(inArray(offers.id, ids), eq(offers.status, 'lost')))
  const step = { entity: 'offer' as const, event: 'revive', fromStatus: 'lost', toStatus: 'submitted' }
  await recordSteps(
    tx,
    ids.map((entityId) => ({ ...step, entityId })),
  )
  if (deadline <= now) await openSeals(tx, [demandId])
  return revivable.map(({ id, companyId }) => ({ offerId: id, companyId }))
}
