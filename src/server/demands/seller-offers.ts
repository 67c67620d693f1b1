import { and, eq, ilike, or, sql } from 'drizzle-orm'
import type { offersCalls } from '../../contract/demands/offers.ts'
import { demands, offers } from '../../db/tables/demands.ts'
import type { Handler } from '../handler.ts'
import { countsOf, descending } from '../operations/public.ts'
import { anywhere } from '../search/anywhere.ts'
import { isSealed, offerRows } from './present-offer.ts'

export const sellerOffers: Handler<typeof offersCalls.sellerOffers> = async (input, { caller, db }) => {
  const { keyword, status, current, pageSize } = input
  const named =
    keyword === ''
      ? undefined
      : or(...[demands.title, demands.demandNo, offers.offerNo].map((column) => ilike(column, anywhere(keyword))))
  const own = and(eq(offers.companyId, caller.companyId), named)
  const counted = await db
    .select({ status: offers.status, count: sql<number>`count(*)::int` })
    .from(offers)
    .innerJoin(demands, eq(demands.id, offers.demandId))
    .where(own)
    .groupBy(offers.status)
  const rows = await offerRows(db)
    .where(and(own, status === undefined ? undefined : eq(offers.status, status)))
    .orderBy(descending(offers.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const data = rows.map(({ offer, current: version, demand, orderId }) => ({
    offerId: offer.id,
    offerNo: offer.offerNo,
    status: offer.status,
    version: offer.version,
    total: version.total,
    durationDays: version.durationDays,
    validUntil: version.validUntil.toISOString(),
    submittedAt: offer.submittedAt?.toISOString() ?? null,
    sealed: isSealed(version),
    demandId: offer.demandId,
    demandTitle: demand.title,
    demandStatus: demand.status,
    deadline: demand.deadline.toISOString(),
    orderId,
  }))
  return { ...countsOf(counted, status), data }
}
