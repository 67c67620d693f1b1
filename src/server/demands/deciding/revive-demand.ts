import { and, eq, gt, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { demands, offers, offerVersions } from '../../../db/tables/demands.ts'
import { holdsAgain } from '../../../domain/demands/award.ts'
import { demandTransitions } from '../../../domain/demands/demand-states.ts'
import { links } from '../../../domain/links.ts'
import { next } from '../../../domain/transition.ts'
import { notify } from '../../accounts/public.ts'
import type { Context } from '../../handler.ts'
import { peopleOf, recordSteps } from '../../operations/public.ts'
import { demandTags } from '../demand-tags.ts'
import { openSeals } from '../open-seals.ts'

/**
 * Takes the lock that all decisions about a demand take first. To be called before the order itself is touched, so
 * that a declined order and a second deal never wait for each other crosswise.
 */
export async function holdDemand(tx: Db, demandId: number): Promise<void> {
  await tx.select({ id: demands.id }).from(demands).where(eq(demands.id, demandId)).for('no key update')
}

/** Why an order came to nothing, to those whom it concerns. */
const whys = {
  decline: { offer: '供应商未接单', others: '中选方未接单' },
  cancel: { offer: '订单已取消', others: '原订单已取消' },
} as const

/**
 * The order of a demand came to nothing: the demand is evaluated again, the offer it was made of ends, and those that
 * lost against it and still hold may be chosen. In the transaction that ends the order, after `holdDemand`. Answers
 * whether the demand came back: one that is no longer awarded stays as it is, and the order ends all the same.
 */
export async function reviveDemand(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push' | 'pages'>,
  of: { readonly demandId: number; readonly offerId: number; readonly why: keyof typeof whys },
): Promise<boolean> {
  const to = next(demandTransitions, 'awarded', 'revive', 'system')
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
  await fall(tx, of.offerId, whys[of.why].offer)
  const back = await comeBack(tx, demand)
  const people = await peopleOf(tx, back, 'my_supply')
  await notify(tx, context, 'offer.decided', [...people.values()].flat(), {
    title: `需求「${demand.title}」恢复评选，您的报价重新有效`,
    text: `${whys[of.why].others}，您在有效期内的报价恢复参与评选，无需重新提交。`,
    path: links.sellerOffers(),
  })
  context.after(() => context.pages.invalidate(demandTags(demand.id)))
  return true
}

/** The accepted offer ends with its order. */
async function fall(tx: Db, offerId: number, reason: string): Promise<void> {
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
 * What lost and still holds is offered again. What of it is under seal is opened where the deadline is over; before it
 * the clock does so in its time, or a deal that was meant to be declined would open seals early. Whoever closed their shop
 * since could not answer an order: what they offered stays lost. Answers the companies of these offers.
 */
async function comeBack(tx: Db, { id: demandId, deadline }: typeof demands.$inferSelect): Promise<number[]> {
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
  const holding = lost.filter((offer) => holdsAgain(offer, now))
  if (holding.length === 0) return []
  const ids = holding.map(({ id }) => id)
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
  return holding.map(({ companyId }) => companyId)
}
