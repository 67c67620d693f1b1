import { and, count, eq, gte, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { sellerShopCalls } from '../../../contract/shops/seller-shop.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { inquiries } from '../../../db/tables/interest.ts'
import { shopPictures, shopQualifications, shops } from '../../../db/tables/shops.ts'
import type { Handler } from '../../handler.ts'
import { holidayToday, today } from '../today.ts'
import { isCertified } from '../../../domain/accounts/certification.ts'

/** Days before its last day from which a certificate counts as expiring. */
const expiringDays = 60

/** Overview of the shop: state, counters, missing content. */
export const shopGlance: Handler<typeof sellerShopCalls.shopGlance> = async (_input, { caller, db }) => {
  const { shopId, companyId } = caller
  const [row] = await db
    .select({ shop: shops, certification: companies.certification })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(eq(shops.id, shopId))
  if (row === undefined) throw new CallFailed('notFound')
  const { shop } = row
  const ofServices = await listingCounts(db, services, shopId)
  const ofProducts = await listingCounts(db, products, shopId)
  const qualifications = await qualificationCounts(db, shopId)
  return {
    shopId,
    orgId: companyId,
    shopName: shop.name,
    shopLogo: shop.logo,
    backdrop: shop.backdrop,
    certified: isCertified(row.certification),
    holiday: holidayToday(shop),
    serviceAccount: shop.serviceCount,
    productAccount: shop.productCount,
    followCount: shop.followCount,
    viewCount: ofServices.views + ofProducts.views,
    favouriteCount: ofServices.favourites + ofProducts.favourites,
    waitingCount: ofServices.waiting + ofProducts.waiting,
    rejectedCount: ofServices.rejected + ofProducts.rejected,
    openInquiries: await db.$count(
      inquiries,
      and(eq(inquiries.sellerCompanyId, companyId), inArray(inquiries.status, ['open', 'follow_up'])),
    ),
    endingQualifications: qualifications.ending,
    waitingQualifications: qualifications.waiting,
    rejectedQualifications: qualifications.rejected,
    facts: {
      logo: shop.logo !== '',
      briefLength: [...shop.brief].length,
      introduction: shop.introduction !== '',
      pictures: await db.$count(shopPictures, eq(shopPictures.shopId, shopId)),
      capabilities: shop.capabilities.length,
      qualifications: qualifications.inForce,
      waitingQualifications: qualifications.waiting,
      listings: shop.serviceCount + shop.productCount,
    },
    mayClose: caller.isOwner,
  }
}

async function listingCounts(db: Db, t: typeof services | typeof products, shopId: number) {
  const [row] = await db
    .select({
      views: sql<number>`coalesce(sum(${t.viewCount}), 0)::float8`,
      favourites: sql<number>`coalesce(sum(${t.followCount}), 0)::int`,
      waiting: sql<number>`(count(*) filter (where ${t.status} = 'pending_review'))::int`,
      rejected: sql<number>`(count(*) filter (where ${t.status} = 'rejected'))::int`,
    })
    .from(t)
    .where(and(eq(t.shopId, shopId), isNull(t.deletedAt)))
  return row ?? { views: 0, favourites: 0, waiting: 0, rejected: 0 }
}

async function qualificationCounts(db: Db, shopId: number) {
  const { status, until } = shopQualifications
  const day = today()
  const inForce = and(eq(status, 'approved'), sql`(${until} is null or ${gte(until, day)})`)
  const countWhere = (condition: ReturnType<typeof and>) => sql<number>`(count(*) filter (where ${condition}))::int`
  const [row] = await db
    .select({
      all: count(),
      inForce: countWhere(inForce),
      ending: countWhere(
        and(eq(status, 'approved'), gte(until, day), lte(until, sql`${day}::date + ${expiringDays}::int`)),
      ),
      waiting: countWhere(eq(status, 'pending_review')),
      rejected: countWhere(eq(status, 'rejected')),
    })
    .from(shopQualifications)
    .where(eq(shopQualifications.shopId, shopId))
  return row ?? { inForce: 0, ending: 0, waiting: 0, rejected: 0 }
}
