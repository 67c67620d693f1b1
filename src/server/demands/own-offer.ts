import { and, desc, eq, sql } from 'drizzle-orm'
import type { offersCalls } from '../../contract/demands/offers.ts'
import { offers } from '../../db/tables/demands.ts'
import type { Handler } from '../handler.ts'
import { draftBeside, offerRows, presentOffers, versionsOf } from './present-offer.ts'

/** The company's live offer on a demand, else its latest. */
export const ownOffer: Handler<typeof offersCalls.ownOffer> = async ({ demandId }, { caller, db }) => {
  const [row] = await offerRows(db)
    .where(and(eq(offers.demandId, demandId), eq(offers.companyId, caller.companyId)))
    .orderBy(sql`${offers.status} in ('draft', 'submitted', 'accepted') desc`, desc(offers.id))
    .limit(1)
  if (row === undefined) return null
  const versions = await versionsOf(db, [row.offer.id])
  const [presented] = await presentOffers(db, [row], 'seller')
  return presented === undefined ? null : { ...presented, draft: draftBeside(row, versions) }
}
