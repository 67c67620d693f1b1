import { eq, sql } from 'drizzle-orm'
import type { offerDecisionsCalls } from '../../../contract/demands/offer-decisions.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { offerMessages } from '../../../db/tables/demands.ts'
import { canBeAsked, mostOfferMessages } from '../../../domain/demands/offer-messages.ts'
import { links } from '../../../domain/links.ts'
import { notify } from '../../accounts/public.ts'
import type { Context, Handler } from '../../handler.ts'
import { peopleOf } from '../../operations/public.ts'
import { isSealed } from '../present-offer.ts'
import { namesOf, offerForSide, presentMessage, type OfferSides } from './offer-sides.ts'

/** Runs inside the transaction of its idempotency key: pressed twice it is said once. */
export const offerMessageSave: Handler<typeof offerDecisionsCalls.offerMessageSave> = async (input, context) => {
  const { caller, db } = context
  const sides = await offerForSide(db, input.offerId, caller)
  if (!canBeAsked(sides.offer.status)) throw new CallFailed('stepNotAllowed')
  // While it is under seal neither side may speak of what is in it.
  if (isSealed(sides.version)) throw new CallFailed('offerSealed')
  await mustHaveRoom(db, input.offerId)
  const { userId, companyId } = caller
  const [saved] = await db
    .insert(offerMessages)
    .values({ offerId: input.offerId, side: sides.side, companyId, userId, text: input.text })
    .returning()
  if (saved === undefined) throw new CallFailed('conflict')
  await tellOther(db, context, sides, input.text)
  return presentMessage(saved, await namesOf(db, sides))
}

async function mustHaveRoom(tx: Db, offerId: number): Promise<void> {
  const [counted] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(offerMessages)
    .where(eq(offerMessages.offerId, offerId))
  if ((counted?.count ?? 0) >= mostOfferMessages) throw new CallFailed('questionsFull')
}

/** The supplier is told of a question, the buyer of what was answered. */
async function tellOther(tx: Db, context: Context<'company'>, { side, offer, demand }: OfferSides, text: string) {
  const short = text.length > 100 ? `${text.slice(0, 100)}…` : text
  if (side === 'buyer') {
    const people = (await peopleOf(tx, [offer.companyId], 'my_supply')).get(offer.companyId) ?? []
    const title = `需求「${demand.title}」的买家对您的报价提问`
    return notify(tx, context, 'offer.asked', people, { title, text: short, path: links.sellerOffer(offer.id) })
  }
  const people = (await peopleOf(tx, [demand.companyId], 'my_requirement')).get(demand.companyId) ?? []
  const title = `需求「${demand.title}」的供应商就报价 ${offer.offerNo} 回复了您`
  return notify(tx, context, 'offer.answered', people, { title, text: short, path: links.buyerDemand(demand.id) })
}
