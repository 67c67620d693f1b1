import { and, desc, eq, inArray, isNull, ne, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { demands, offers } from '../../../db/tables/demands.ts'
import { orders } from '../../../db/tables/orders.ts'
import { shops } from '../../../db/tables/shops.ts'
import { publicDemandStatuses } from '../../../domain/demands/demand-states.ts'

const count = sql<number>`count(*)::int`
const shown = and(inArray(demands.status, [...publicDemandStatuses]), isNull(demands.deletedAt))
/** The root is first in a path, the field of research second. */
const stage = sql<number | null>`${demands.categoryPath}[2]`
const province = sql<string | null>`left(${demands.districtCode}, 2)`
/** Certified, and the shop is open. */
const onSale = and(eq(companies.isSaler, true), ne(companies.certification, 'revoked'))

/** Demands that everyone may see, by field and the first two digits of the district. */
export const demandCounts = (db: Db) =>
  db
    .select({ stage, province, count, open: sql<number>`(count(*) filter (where ${demands.status} = 'open'))::int` })
    .from(demands)
    .where(shown)
    .groupBy(stage, province)

/** Suppliers by the first two digits of the district. */
export const shopCounts = (db: Db) => {
  const of = sql<string>`left(${companies.districtCode}, 2)`
  return db
    .select({ province: of, count })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(onSale)
    .groupBy(of)
}

/** Suppliers by what their certificates show, the most first. */
export const shopTags = (db: Db) => {
  const name = sql<string>`unnest(${shops.tags})`
  return db
    .select({ name, count })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(onSale)
    .groupBy(name)
    .orderBy(desc(count), name)
}

/** Offers that were handed in. */
export const offerCount = (db: Db) => db.$count(offers, ne(offers.status, 'draft'))

/** Orders that came to something. */
export const orderCount = (db: Db) => db.$count(orders, notInArray(orders.status, ['declined', 'cancelled']))

/** The demands that came out last. */
export const latestDemands = (db: Db) =>
  db
    .select({ demandId: demands.id, title: demands.title, stage, province, at: demands.publishedAt })
    .from(demands)
    .where(shown)
    .orderBy(desc(demands.publishedAt), desc(demands.id))
    .limit(8)
