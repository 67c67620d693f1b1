import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { ShopRow } from '../../contract/shops/shop-row.ts'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { nameKey } from '../../db/tables/columns.ts'
import { searchTerms } from '../../db/tables/search.ts'
import { shops } from '../../db/tables/shops.ts'
import { shopMatchCondition } from '../search/shop-match.ts'
import { isOpen, presentShop, shopRowColumns } from './shop-rows.ts'
import { regionNames } from '../reference/region-names.ts'

/** Counts open shops that match a keyword, up to `limit`. */
export async function countMatchingShops(db: Db, keyword: string, limit: number): Promise<number> {
  const found = db
    .select({ id: shops.id })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(and(isOpen(), shopMatchCondition(keyword)))
    .limit(limit)
    .as('found')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(found)
  return row?.count ?? 0
}

/** Open shops whose names were searched most, with the searches of the last 30 days. */
export async function topSearchedShops(db: Db, limit: number): Promise<(ShopRow & { searches: number })[]> {
  const rows = await db
    .select({ ...shopRowColumns, searches: searchTerms.searches })
    .from(searchTerms)
    .innerJoin(shops, eq(nameKey(shops.name), searchTerms.key))
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(and(eq(searchTerms.kind, 'supplier'), gt(searchTerms.searches, 0), isOpen()))
    .orderBy(desc(searchTerms.searches), shops.id)
    .limit(limit)
  const regionOf = await regionNames(db)
  return rows.map(({ searches, ...row }) => ({ ...presentShop(row, regionOf), searches }))
}

/** Certified shops that most people follow. */
export async function topFollowedShops(db: Db, limit: number): Promise<ShopRow[]> {
  const rows = await db
    .select(shopRowColumns)
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(and(isOpen(), eq(companies.certification, 'approved')))
    .orderBy(desc(shops.followCount), desc(shops.id))
    .limit(limit)
  const regionOf = await regionNames(db)
  return rows.map((row) => presentShop(row, regionOf))
}
