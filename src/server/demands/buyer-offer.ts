import { and, eq, gt, isNull, ne } from 'drizzle-orm'
import type { offersCalls } from '../../contract/demands/offers.ts'
import { CallFailed } from '../../contract/failures.ts'
import { demands, offers } from '../../db/tables/demands.ts'
import type { Handler } from '../handler.ts'
import { offerRows, presentOffers } from './present-offer.ts'

export const buyerOffer: Handler<typeof offersCalls.buyerOffer> = async ({ offerId }, { caller, db }) => {
  const own = and(eq(demands.companyId, caller.companyId), isNull(demands.deletedAt))
  // What was withdrawn is no longer offered.
  const offered = and(eq(offers.id, offerId), gt(offers.version, 0), ne(offers.status, 'withdrawn'))
  const [row] = await offerRows(db).where(and(offered, own))
  if (row === undefined) throw new CallFailed('notFound')
  const [presented] = await presentOffers(db, [row], 'buyer')
  if (presented === undefined || presented.sealed) throw new CallFailed('notFound')
  return presented
}
