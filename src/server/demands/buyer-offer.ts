import { and, eq, gt, isNull } from 'drizzle-orm'
import type { offersCalls } from '../../contract/demands/offers.ts'
import { CallFailed } from '../../contract/failures.ts'
import { demands, offers } from '../../db/tables/demands.ts'
import type { Handler } from '../handler.ts'
import { offerRows, presentOffer, versionsOf } from './present-offer.ts'

export const buyerOffer: Handler<typeof offersCalls.buyerOffer> = async ({ offerId }, { caller, db }) => {
  const own = and(eq(demands.companyId, caller.companyId), isNull(demands.deletedAt))
  const [row] = await offerRows(db).where(and(eq(offers.id, offerId), gt(offers.version, 0), own))
  if (row === undefined) throw new CallFailed('notFound')
  return presentOffer(row, await versionsOf(db, [offerId]))
}
