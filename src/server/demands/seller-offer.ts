import { and, eq } from 'drizzle-orm'
import type { offersCalls } from '../../contract/demands/offers.ts'
import { CallFailed } from '../../contract/failures.ts'
import { offers } from '../../db/tables/demands.ts'
import { maskCompany } from '../../domain/demands/demand-rules.ts'
import type { Handler } from '../handler.ts'
import { historyOf } from '../operations/public.ts'
import { draftBeside, offerRows, presentOffer, versionsOf } from './present-offer.ts'

export const sellerOffer: Handler<typeof offersCalls.sellerOffer> = async ({ offerId }, { caller, db }) => {
  const [row] = await offerRows(db).where(and(eq(offers.id, offerId), eq(offers.companyId, caller.companyId)))
  if (row === undefined) throw new CallFailed('notFound')
  const versions = await versionsOf(db, [offerId])
  // The buyer is named to the supplier it deals with, to the others it stays masked.
  const named = row.offer.status === 'accepted'
  const history = await historyOf(db, 'offer', offerId, ({ id, name }) =>
    named || id === caller.companyId ? name : maskCompany(name),
  )
  const { demand, orderId } = row
  return {
    ...presentOffer(row, versions),
    draft: draftBeside(row, versions),
    demandTitle: demand.title,
    history,
    orderId,
  }
}
