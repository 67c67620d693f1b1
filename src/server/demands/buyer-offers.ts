import { asc } from 'drizzle-orm'
import type { offersCalls } from '../../contract/demands/offers.ts'
import { offers, offerVersions } from '../../db/tables/demands.ts'
import type { Handler } from '../handler.ts'
import { offerRows, presentOffers } from './present-offer.ts'
import { countReceived, ownDemandOf, readableOffers, sealedOffers } from './received-offers.ts'

export const buyerOffers: Handler<typeof offersCalls.buyerOffers> = async (input, { caller, db }) => {
  const { id } = await ownDemandOf(db, input.demandId, caller.companyId)
  const where = readableOffers(id)
  const [limit, offset] = [input.pageSize, (input.current - 1) * input.pageSize]
  const rows = await offerRows(db)
    .where(where)
    .orderBy(asc(offerVersions.total), asc(offers.id))
    .limit(limit)
    .offset(offset)
  const sealed = await offerRows(db).where(sealedOffers(id)).orderBy(asc(offers.id)).limit(limit).offset(offset)
  return {
    total: await countReceived(db, where),
    data: await presentOffers(db, rows, 'buyer'),
    sealedTotal: await countReceived(db, sealedOffers(id)),
    sealed: sealed.map(({ offer, company, shopId, current }) => ({
      ...{ offerId: offer.id, offerNo: offer.offerNo, orgId: offer.companyId, companyName: company.name, shopId },
      ...{ version: offer.version, hash: current.hash },
      submittedAt: offer.submittedAt?.toISOString() ?? null,
    })),
  }
}
