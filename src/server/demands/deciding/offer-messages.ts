import { asc, eq } from 'drizzle-orm'
import type { offerDecisionsCalls } from '../../../contract/demands/offer-decisions.ts'
import { offerMessages as messages } from '../../../db/tables/demands.ts'
import { mostOfferMessages } from '../../../domain/demands/offer-messages.ts'
import type { Handler } from '../../handler.ts'
import { namesOf, offerForSide, presentMessage } from './offer-sides.ts'

export const offerMessages: Handler<typeof offerDecisionsCalls.offerMessages> = async ({ offerId }, { caller, db }) => {
  const sides = await offerForSide(db, offerId, caller)
  const names = await namesOf(db, sides)
  const rows = await db
    .select()
    .from(messages)
    .where(eq(messages.offerId, offerId))
    .orderBy(asc(messages.id))
    .limit(mostOfferMessages)
  return {
    side: sides.side,
    offerNo: sides.offer.offerNo,
    other: names[sides.side === 'buyer' ? 'seller' : 'buyer'],
    data: rows.map((row) => presentMessage(row, names)),
  }
}
