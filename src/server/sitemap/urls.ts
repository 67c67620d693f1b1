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

/** One address of the site; the moment of its last change where it is known. */
export interface Url {
  readonly path: string
  readonly at?: Date | undefined
}

/** A kind of public thing. A file of the sitemap holds what has its ids in one block, so that none ever moves. */
export interface Kind {
  /** Ids of a block: addresses of a file are 50,000 at most. */
  readonly size: number
  /** The blocks in which there is anything, with the latest change in each. */
  readonly blocks: (db: Db) => Promise<{ readonly block: number; readonly at: Date | null }[]>
  /** The next ones behind an id, in the order of ids, up to and including `last`. */
  readonly next: (db: Db, after: number, last: number) => Promise<{ readonly id: number; readonly urls: Url[] }[]>
}

/** Rows of one read. */
const rowsARead = 1_000
const mostUrls = 50_000

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
const outClasses = eq(liveClasses.status, 'published')
/** News dated ahead comes out at its moment. */
const outNews = and(eq(news.status, 'published'), lte(news.publishedAt, sql`now()`))
const openShops = sql`exists (select 1 from ${companies} where ${companies.id} = ${shops.companyId}
  and ${companies.isSaler} and ${companies.certification} <> 'revoked')`
const shownUses = sql`exists (select 1 from ${digitalApps} where ${digitalApps.id} = ${digitalSolutionApps.appId}
  and ${digitalApps.status} = 'published') and exists (select 1 from ${digitalSolutions}
  where ${digitalSolutions.id} = ${digitalSolutionApps.solutionId} and ${digitalSolutions.status} = 'published')`
/** Pages of one shop: home, brief, and its services and goods where it has any. */
const pagesAShop = 4

/** What operators look after: the rows that they have published. */
type Tended = PgTable & { readonly id: PgColumn; readonly status: PgColumn; readonly updatedAt: PgColumn }
const pageOfTended = (table: Tended, path: (id: number) => string): Kind =>
  pageOfEach(table, table.id, table.updatedAt, path, eq(table.status, 'published'))

/** A page of each row of a table that meets a condition. */
const pageOfEach = (
  table: PgTable,
  id: PgColumn,
  at: PgColumn | null,
  path: (id: number) => string,
  condition: SQL | undefined,
): Kind => ({
  size: mostUrls,
  blocks: async (db) => {
    const rows = await blocksOf(db, table, id, at ?? id, mostUrls, condition)
    return at === null ? rows.map(({ block }) => ({ block, at: null })) : rows
  },
  next: async (db, after, last) => {
    const rows = await db
      .select({ id: sql<number>`${id}` })
      .from(table)
      .where(within(id, after, last, condition))
      .orderBy(asc(id))
      .limit(rowsARead)
    return rows.map((row) => ({ id: row.id, urls: [{ path: path(row.id) }] }))
  },
})

export const kinds: Readonly<Record<string, Kind>> = {
  services: {
    size: mostUrls,
    blocks: (db) => blocksOf(db, services, services.id, services.updatedAt, mostUrls, onSaleServices),
    next: async (db, after, last) => {
      const { id, updatedAt } = services
      const rows = await db
        .select({ id, at: updatedAt })
        .from(services)
        .where(within(id, after, last, onSaleServices))
        .orderBy(asc(id))
        .limit(rowsARead)
      return rows.map((row) => ({ id: row.id, urls: [{ path: links.serviceDetail(row.id), at: row.at }] }))
    },
  },
  products: {
    size: mostUrls,
    blocks: (db) => blocksOf(db, products, products.id, products.updatedAt, mostUrls, onSaleProducts),
    next: async (db, after, last) => {
      const { id, productNo, updatedAt } = products
      const rows = await db
        .select({ id, productNo, at: updatedAt })
        .from(products)
        .where(within(id, after, last, onSaleProducts))
        .orderBy(asc(id))
        .limit(rowsARead)
      return rows.map((row) => ({ id: row.id, urls: [{ path: links.goodsDetail(row.productNo), at: row.at }] }))
    },
  },
  shops: {
    size: mostUrls / pagesAShop,
    // Nothing tells when a shop's own pages changed: no moment is better than a wrong one.
    blocks: async (db) => {
      const rows = await blocksOf(db, shops, shops.id, shops.createdAt, mostUrls / pagesAShop, openShops)
      return rows.map(({ block }) => ({ block, at: null }))
    },
    next: async (db, after, last) => {
      const { id, companyId, serviceCount, productCount } = shops
      const rows = await db
        .select({ id, orgId: companyId, serviceCount, productCount })
        .from(shops)
        .where(within(id, after, last, openShops))
        .orderBy(asc(id))
        .limit(rowsARead)
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
  apps: pageOfTended(digitalApps, links.digitalApp),
  solutions: pageOfTended(digitalSolutions, links.digitalSolution),
  news: pageOfEach(news, news.id, news.updatedAt, links.newsPiece, outNews),
  policies: pageOfTended(policies, links.policy),
  parks: pageOfTended(parks, links.park),
  uses: pageOfEach(digitalSolutionApps, digitalSolutionApps.id, null, links.digitalSolutionApp, shownUses),
  classes: {
    size: mostUrls,
    blocks: (db) => blocksOf(db, liveClasses, liveClasses.id, liveClasses.updatedAt, mostUrls, outClasses),
    next: async (db, after, last) => {
      const { id, updatedAt } = liveClasses
      const rows = await db
        .select({ id, at: updatedAt })
        .from(liveClasses)
        .where(within(id, after, last, outClasses))
        .orderBy(asc(id))
        .limit(rowsARead)
      return rows.map((row) => ({ id: row.id, urls: [{ path: links.liveClass(row.id), at: row.at }] }))
    },
  },
  demands: {
    size: mostUrls,
    blocks: (db) => blocksOf(db, demands, demands.id, demands.publishedAt, mostUrls, shownDemands),
    next: async (db, after, last) => {
      const { id, publishedAt } = demands
      const rows = await db
        .select({ id, at: publishedAt })
        .from(demands)
        .where(within(id, after, last, shownDemands))
        .orderBy(asc(id))
        .limit(rowsARead)
      return rows.map((row) => ({ id: row.id, urls: [{ path: links.demandDetail(row.id), at: row.at ?? undefined }] }))
    },
  },
}
