import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { demands, offers, offerVersions } from '../../../db/tables/demands.ts'
import type { offerDecisionsCalls } from '../../../contract/demands/offer-decisions.ts'
import { offerTransitions } from '../../../domain/demands/offer-states.ts'
import { links } from '../../../domain/links.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Handler } from '../../handler.ts'
import { revealScores } from '../evaluations/reveal-scores.ts'
import { isSealed } from '../present-offer.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { actorOf, recordSteps } from '../../platform/history/record-steps.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import { isCertified } from '../../../domain/accounts/certification.ts'
import { isDemandOpen } from '../../../domain/demands/demand-states.ts'

type Demand = typeof demands.$inferSelect

/** Loads and locks the buyer's demand of an offer, so that parallel awards are serialised. */
export async function lockDemandOfOffer(tx: Db, offerId: number, companyId: number): Promise<Demand> {
  const offered = sql`(select ${offers.demandId} from ${offers} where ${offers.id} = ${offerId} and ${offers.version} > 0)`
  const [demand] = await tx
    .select()
    .from(demands)
    .where(and(eq(demands.id, offered), eq(demands.companyId, companyId), isNull(demands.deletedAt)))
    .for('no key update')
  if (demand === undefined) throw new CallFailed('notFound')
  return demand
}

/** Loads a submitted offer with current version and certification; the demand must be locked. */
export async function loadSubmittedOffer(tx: Db, offerId: number) {
  const [row] = await tx
    .select({ offer: offers, version: offerVersions, certification: companies.certification })
    .from(offers)
    .innerJoin(offerVersions, and(eq(offerVersions.offerId, offers.id), eq(offerVersions.version, offers.version)))
    .innerJoin(companies, eq(companies.id, offers.companyId))
    .where(and(eq(offers.id, offerId), gt(offers.version, 0)))
  if (row === undefined) throw new CallFailed('notFound')
  return { offer: row.offer, version: row.version, certified: isCertified(row.certification) }
}

export const offerReject: Handler<typeof offerDecisionsCalls.offerReject> = ({ offerId, reason }, context) => {
  const { caller, note } = context
  return context.db.transaction(async (tx) => {
    const demand = await lockDemandOfOffer(tx, offerId, caller.companyId)
    const { offer, version } = await loadSubmittedOffer(tx, offerId)
    const status = nextState(offerTransitions, offer.status, 'reject', 'buyer')
    if (status === undefined) throw new CallFailed('stepNotAllowed')
    if (isSealed(version)) throw new CallFailed('offerSealed')
    const [moved] = await tx
      .update(offers)
      .set({ status })
      .where(and(eq(offers.id, offerId), eq(offers.status, offer.status)))
      .returning({ id: offers.id })
    if (moved === undefined) throw new CallFailed('stepNotAllowed')
    const step = { event: 'reject', fromStatus: offer.status, toStatus: status, reason }
    await recordSteps(tx, [{ entity: 'offer', entityId: offerId, ...step, ...actorOf(caller) }])
    note(`${offer.offerNo}，婉拒`)
    const people = (await recipientsWithPermission(tx, [offer.companyId], 'my_supply')).get(offer.companyId) ?? []
    await notify(tx, context, 'offer.decided', people, {
      title: `您对“${demand.title}”的报价未被采纳`,
      text: `原因：${reason}${isDemandOpen(demand.status) ? '。截止前您可以重新报价。' : ''}`,
      path: links.sellerOffer(offerId),
    })
    await revealScores(tx, context, demand)
    return { status }
  })
}
