import { and, desc, eq, sql } from 'drizzle-orm'
import type { recommendedCalls, RecommendedShop } from '../../contract/shops/recommended.ts'
import { companies } from '../../db/tables/accounts.ts'
import { demands, offers } from '../../db/tables/demands.ts'
import { inquiries } from '../../db/tables/interest.ts'
import { shops } from '../../db/tables/shops.ts'
import { companyCategoryKey } from '../../domain/reference/dictionary-keys.ts'
import { recommendationScore } from '../../domain/shops/recommendation.ts'
import { regionNames } from '../reference/region-names.ts'
import type { Context, Handler } from '../handler.ts'
import { cachedReads } from '../cached-reads.ts'
import { completedOrdersOf } from './supplier-facts.ts'
import { dictionaryTexts } from '../reference/dictionaries.ts'
import { isOpen, presentShop, shopRowColumns } from './shop-rows.ts'

/** Maximum number of most followed certified shops considered. */
const maxCandidates = 200
const offerPeriod = '180 days'
const cachedRanking = cachedReads<readonly RecommendedShop[]>({ tags: ['shops', 'services', 'products', 'demands'] })

export const suppliersRecommended: Handler<typeof recommendedCalls.suppliersRecommended> = async ({ most }, context) =>
  (await cachedRanking(context, 'all', () => rankShops(context))).slice(0, most)

async function rankShops(context: Pick<Context, 'db' | 'pages'>): Promise<RecommendedShop[]> {
  const { db } = context
  const count = (from: ReturnType<typeof sql>) => sql<number>`(select count(*)::int from ${from})`
  const rows = await db
    .select({
      ...shopRowColumns,
      serviceClasses: companies.serviceClasses,
      completedOrders: completedOrdersOf(shops.companyId),
      offers: count(
        sql`${offers} join ${demands} on ${demands.id} = ${offers.demandId} where ${offers.companyId} = ${shops.companyId}
          and ${offers.status} <> 'draft' and ${demands.publishedAt} > now() - ${offerPeriod}::interval`,
      ),
      inquiries: count(sql`${inquiries} where ${inquiries.sellerCompanyId} = ${shops.companyId}`),
      answered: count(
        sql`${inquiries} where ${inquiries.sellerCompanyId} = ${shops.companyId} and exists (
          select 1 from inquiry_messages where inquiry_messages.inquiry_id = ${inquiries.id} and inquiry_messages.side = 'seller')`,
      ),
    })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(
      and(isOpen(), eq(companies.certification, 'approved'), sql`${shops.serviceCount} + ${shops.productCount} > 0`),
    )
    .orderBy(desc(shops.followCount), desc(shops.id))
    .limit(maxCandidates)
  const [regionOf, texts] = [await regionNames(db), await dictionaryTexts(context, companyCategoryKey)]
  return rows
    .map(({ serviceClasses, completedOrders, offers: made, inquiries: asked, answered, ...row }) => ({
      ...presentShop(row, regionOf),
      facts: { completedOrders, offers: made, inquiries: asked, answered },
      classes: serviceClasses.flatMap((code) => texts.get(code) ?? []),
    }))
    .toSorted((a, b) => recommendationScore(b) - recommendationScore(a))
}
