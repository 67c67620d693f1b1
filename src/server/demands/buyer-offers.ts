import { and, asc, eq, sql } from 'drizzle-orm'
import type { offersCalls } from '../../contract/demands/offers.ts'
import { offers, offerVersions } from '../../db/tables/demands.ts'
import type { Handler } from '../handler.ts'
import { offerRows, presentOffers } from './present-offer.ts'
import { ownDemandOf, readableOffers, sealedOffers } from './received-offers.ts'

export const buyerOffers: Handler<typeof offersCalls.buyerOffers> = async (input, { caller, db }) => {
  const { id } = await ownDemandOf(db, input.demandId, caller.companyId)
  const where = readableOffers(id)
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(offers)
    .innerJoin(offerVersions, and(eq(offerVersions.offerId, offers.id), eq(offerVersions.version, offers.version)))
    .where(where)
  const rows = await offerRows(db)
    .where(where)
    .orderBy(asc(offerVersions.total), asc(offers.id))
    .limit(input.pageSize)
    .offset((input.current - 1) * input.pageSize)
  const sealed = await sealedOffers(db, id)
  return {
    total: counted?.total ?? 0,
    data: await presentOffers(db, rows, 'buyer'),
    sealed: sealed.map(({ offer, company, shopId, current }) => ({
      ...{ offerId: offer.id, offerNo: offer.offerNo, orgId: offer.companyId, companyName: company.name, shopId },
      ...{ version: offer.version, hash: current.hash },
      submittedAt: offer.submittedAt?.toISOString() ?? null,
    })),
  }
}
