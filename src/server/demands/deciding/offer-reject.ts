import { and, eq } from 'drizzle-orm'
import type { offerDecisionsCalls } from '../../../contract/demands/offer-decisions.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { offers } from '../../../db/tables/demands.ts'
import { offerTransitions } from '../../../domain/demands/offer-states.ts'
import { links } from '../../../domain/links.ts'
import { next } from '../../../domain/transition.ts'
import { notify } from '../../accounts/public.ts'
import type { Handler } from '../../handler.ts'
import { actorOf, peopleOf, recordSteps } from '../../operations/public.ts'
import { isSealed } from '../present-offer.ts'
import { loadOffer, lockedDemand } from './award.ts'

export const offerReject: Handler<typeof offerDecisionsCalls.offerReject> = ({ offerId, reason }, context) => {
  const { caller, note } = context
  return context.db.transaction(async (tx) => {
    const demand = await lockedDemand(tx, offerId, caller.companyId)
    const { offer, version } = await loadOffer(tx, offerId)
    const status = next(offerTransitions, offer.status, 'reject', 'buyer')
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
    const people = (await peopleOf(tx, [offer.companyId], 'my_supply')).get(offer.companyId) ?? []
    await notify(tx, context, 'offer.decided', people, {
      title: `您对「${demand.title}」的报价未被采纳`,
      text: `原因：${reason}${demand.status === 'open' ? '。截止前您可以重新报价。' : ''}`,
      path: links.sellerOffer(offerId),
    })
    return { status }
  })
}
