import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { ShopRow } from '../../contract/shops/shop-row.ts'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { nameKey } from '../../db/tables/columns.ts'
import { searchTerms } from '../../db/tables/search.ts'
import { shops } from '../../db/tables/shops.ts'
import { regionNames } from '../catalogue/public.ts'
import { shopMatching } from '../search/shop-matching.ts'
import { isOpen, presentShop, shopRowColumns } from './shop-rows.ts'

/** How many open shops a keyword finds, counted to `most`. */
export async function countShopsFound(db: Db, keyword: string, most: number): Promise<number> {
  const found = db
    .select({ id: shops.id })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(and(isOpen(), shopMatching(keyword)))
    .limit(most)
    .as('found')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(found)
  return row?.count ?? 0
}

/** Open shops by whose name many searched, with how often in the last 30 days. */
export async function mostSearchedShops(db: Db, most: number): Promise<(ShopRow & { searches: number })[]> {
  const rows = await db
    .select({ ...shopRowColumns, searches: searchTerms.searches })
    .from(searchTerms)
    .innerJoin(shops, eq(nameKey(shops.name), searchTerms.key))
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(and(eq(searchTerms.kind, 'supplier'), gt(searchTerms.searches, 0), isOpen()))
    .orderBy(desc(searchTerms.searches), shops.id)
    .limit(most)
  const regionOf = await regionNames(db)
  return rows.map(({ searches, ...row }) => ({ ...presentShop(row, regionOf), searches }))
}
