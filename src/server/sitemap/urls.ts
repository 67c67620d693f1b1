import { and, asc, eq, gt, inArray, isNull, lte, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { demands } from '../../db/tables/demands.ts'
import { news, parks, policies } from '../../db/tables/drug.ts'
import { digitalApps, digitalSolutionApps, digitalSolutions } from '../../db/tables/digital.ts'
import { liveClasses } from '../../db/tables/live.ts'
import { shops } from '../../db/tables/shops.ts'
import { publicDemandStatuses } from '../../domain/demands/demand-states.ts'
import { links } from '../../domain/links.ts'

/** A URL of the sitemap, with its last change where known. */
export interface SitemapUrl {
  readonly path: string
  readonly at?: Date | undefined
}

/** A kind of public entity. A sitemap file holds a fixed block of ids, so that entries never move. */
export interface SitemapKind {
  /** Ids per block; a file has at most 50,000 URLs. */
  readonly size: number
  /** Non-empty blocks with their latest change. */
  readonly blocks: (db: Db) => Promise<{ readonly block: number; readonly at: Date | null }[]>
  /** The next entries after an id in id order, up to and including `last`. */
  readonly next: (
    db: Db,
    after: number,
    last: number,
  ) => Promise<{ readonly id: number; readonly urls: SitemapUrl[] }[]>
}

/** Rows per read. */
const rowsPerRead = 1_000
const maxUrls = 50_000

const within = (id: PgColumn, after: number, last: number, condition: SQL | undefined) =>
  and(gt(id, after), lte(id, last), condition)

const blocksOf = (db: Db, table: PgTable, id: PgColumn, at: PgColumn, size: number, condition: SQL | undefined) => {
  const block = sql<number>`((${id} - 1) / ${sql.raw(String(size))})::int`
  return db
    .select({ block, at: sql<Date | null>`max(${at})`.mapWith((text: string) => new Date(text)) })
    .from(table)
    .where(condition)
    .groupBy(block)
    .orderBy(block)
}

const onSaleServices = eq(services.status, 'published')
const onSaleProducts = eq(products.status, 'published')
const shownDemands = and(inArray(demands.status, [...publicDemandStatuses]), isNull(demands.deletedAt))
const publishedClasses = eq(liveClasses.status, 'published')
/** Published news, excluding future dates. */
const publishedNews = and(eq(news.status, 'published'), lte(news.publishedAt, sql`now()`))
const openShops = sql`exists (select 1 from ${companies} where ${companies.id} = ${shops.companyId}
  and ${companies.isSaler} and ${companies.certification} not in ('revoked', 'suspended'))`
const shownUses = sql`exists (select 1 from ${digitalApps} where ${digitalApps.id} = ${digitalSolutionApps.appId}
  and ${digitalApps.status} = 'published') and exists (select 1 from ${digitalSolutions}
  where ${digitalSolutions.id} = ${digitalSolutionApps.solutionId} and ${digitalSolutions.status} = 'published')`
/** Maximum pages of a shop: home, brief, services and products. */
const pagesPerShop = 4

/** A table with published rows edited by operators. */
type EditorialTable = PgTable & { readonly id: PgColumn; readonly status: PgColumn; readonly updatedAt: PgColumn }
const pagePerPublishedRow = (table: EditorialTable, path: (id: number) => string): SitemapKind =>
  pagePerRow(table, table.id, table.updatedAt, path, eq(table.status, 'published'))

/** One page per row that meets a condition. */
const pagePerRow = (
  table: PgTable,
  id: PgColumn,
  at: PgColumn | null,
  path: (id: number) => string,
  condition: SQL | undefined,
): SitemapKind => ({
  size: maxUrls,
  blocks: async (db) => {
    const rows = await blocksOf(db, table, id, at ?? id, maxUrls, condition)
    return at === null ? rows.map(({ block }) => ({ block, at: null })) : rows
  },
  next: async (db, after, last) => {
    const rows = await db
      .select({ id: sql<number>`${id}` })
      .from(table)
      .where(within(id, after, last, condition))
      .orderBy(asc(id))
      .limit(rowsPerRead)
    return rows.map((row) => ({ id: row.id, urls: [{ path: path(row.id) }] }))
  },
})

export const sitemapKinds: Readonly<Record<string, SitemapKind>> = {
  services: {
    size: maxUrls,
    blocks: (db) => blocksOf(db, services, services.id, services.updatedAt, maxUrls, onSaleServices),
    next: async (db, after, last) => {
      const { id, updatedAt } = services
      const rows = await db
        .select({ id, at: updatedAt })
        .from(services)
        .where(within(id, after, last, onSaleServices))
        .orderBy(asc(id))
        .limit(rowsPerRead)
      return rows.map((row) => ({ id: row.id, urls: [{ path: links.serviceDetail(row.id), at: row.at }] }))
    },
  },
  products: {
    size: maxUrls,
    blocks: (db) => blocksOf(db, products, products.id, products.updatedAt, maxUrls, onSaleProducts),
    next: async (db, after, last) => {
      const { id, productNo, updatedAt } = products
      const rows = await db
        .select({ id, productNo, at: updatedAt })
        .from(products)
        .where(within(id, after, last, onSaleProducts))
        .orderBy(asc(id))
        .limit(rowsPerRead)
      return rows.map((row) => ({ id: row.id, urls: [{ path: links.goodsDetail(row.productNo), at: row.at }] }))
    },
  },
  shops: {
    size: maxUrls / pagesPerShop,
    // The last change of shop pages is unknown and therefore omitted.
    blocks: async (db) => {
      const rows = await blocksOf(db, shops, shops.id, shops.createdAt, maxUrls / pagesPerShop, openShops)
      return rows.map(({ block }) => ({ block, at: null }))
    },
    next: async (db, after, last) => {
      const { id, companyId, serviceCount, productCount } = shops
      const rows = await db
        .select({ id, orgId: companyId, serviceCount, productCount })
        .from(shops)
        .where(within(id, after, last, openShops))
        .orderBy(asc(id))
        .limit(rowsPerRead)
      return rows.map((shop) => {
        const paths = [
          links.shopHome(shop),
          links.shopBrief(shop),
          ...(shop.serviceCount > 0 ? [links.shopServices(shop)] : []),
          ...(shop.productCount > 0 ? [links.shopGoods(shop)] : []),
        ]
        return { id: shop.id, urls: paths.map((path) => ({ path })) }
      })
    },
  },
  apps: pagePerPublishedRow(digitalApps, links.digitalApp),
  solutions: pagePerPublishedRow(digitalSolutions, links.digitalSolution),
  news: pagePerRow(news, news.id, news.updatedAt, links.newsPiece, publishedNews),
  policies: pagePerPublishedRow(policies, links.policy),
  parks: pagePerPublishedRow(parks, links.park),
  uses: pagePerRow(digitalSolutionApps, digitalSolutionApps.id, null, links.digitalSolutionApp, shownUses),
  classes: {
    size: maxUrls,
    blocks: (db) => blocksOf(db, liveClasses, liveClasses.id, liveClasses.updatedAt, maxUrls, publishedClasses),
    next: async (db, after, last) => {
      const { id, updatedAt } = liveClasses
      const rows = await db
        .select({ id, at: updatedAt })
        .from(liveClasses)
        .where(within(id, after, last, publishedClasses))
        .orderBy(asc(id))
        .limit(rowsPerRead)
      return rows.map((row) => ({ id: row.id, urls: [{ path: links.liveClass(row.id), at: row.at }] }))
    },
  },
  demands: {
    size: maxUrls,
    blocks: (db) => blocksOf(db, demands, demands.id, demands.publishedAt, maxUrls, shownDemands),
    next: async (db, after, last) => {
      const { id, publishedAt } = demands
      const rows = await db
        .select({ id, at: publishedAt })
        .from(demands)
        .where(within(id, after, last, shownDemands))
        .orderBy(asc(id))
        .limit(rowsPerRead)
      return rows.map((row) => ({ id: row.id, urls: [{ path: links.demandDetail(row.id), at: row.at ?? undefined }] }))
    },
  },
}
