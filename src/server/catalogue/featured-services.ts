import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { services } from '../../db/tables/catalogue.ts'
import { orderLines, orders } from '../../db/tables/orders.ts'
import { featuredReason } from '../../domain/catalogue/featured.ts'
import { listingRows } from './listings/listing-rows.ts'
import { serviceType } from './listings/listing-type.ts'

/** Maximum number of candidates before one per shop is chosen. */
const maxCandidates = 400

/**
 * Services of certified suppliers, each with the reason it is featured: most completed orders within a year, then the
 * newest; one per shop.
 */
export async function featuredServices(db: Db, limit: number) {
  const sold = await db
    .select({ id: services.id, shopId: services.shopId, count: sql<number>`count(distinct ${orders.id})::int` })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(services, eq(services.id, orderLines.listingId))
    .innerJoin(companies, eq(companies.id, services.companyId))
    .where(
      and(
        eq(orderLines.kind, 'service'),
        eq(orders.status, 'completed'),
        eq(services.status, 'published'),
        eq(companies.certification, 'approved'),
        gt(orders.createdAt, sql`now() - interval '1 year'`),
      ),
    )
    .groupBy(services.id, services.shopId)
    .orderBy(desc(sql`count(distinct ${orders.id})`), services.id)
    .limit(maxCandidates)
  const newest = await db
    .select({ id: services.id, shopId: services.shopId })
    .from(services)
    .innerJoin(companies, eq(companies.id, services.companyId))
    .where(and(eq(services.status, 'published'), eq(companies.certification, 'approved')))
    .orderBy(desc(services.publishedAt), desc(services.id))
    .limit(maxCandidates)
  const soldOf = new Map(sold.map(({ id, count }) => [id, count]))
  const shops = new Set<number>()
  const chosen = [...sold, ...newest]
    .filter(({ shopId }) => !shops.has(shopId) && shops.add(shopId))
    .slice(0, limit)
    .map(({ id }) => id)
  if (chosen.length === 0) return []
  const page = sql`(select id, place from unnest(array[${sql.join(chosen, sql`, `)}]::int[]) with ordinality as named(id, place)) as page`
  const rows = await listingRows(db, serviceType, page)
  return rows.map((row) => ({
    ...row,
    reason: featuredReason({
      completedOrders: soldOf.get(row.serviceId) ?? 0,
      tags: row.tags,
      fixedPrice: row.servicePriceType === 0,
      durationText: row.durationText,
    }),
  }))
}
