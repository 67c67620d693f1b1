import { and, desc, eq, inArray, isNull, ne, notInArray, sql, gte, type SQLWrapper } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { demands, offers } from '../../../db/tables/demands.ts'
import { orders, paymentLines } from '../../../db/tables/orders.ts'
import { shops } from '../../../db/tables/shops.ts'
import { hiddenCertifications } from '../../../domain/accounts/certification.ts'
import { publicDemandStatuses } from '../../../domain/demands/demand-states.ts'
import { endedStatuses } from '../../../domain/orders/order-states.ts'
import type { PlatformStatistics } from '../../../contract/operations/statistics.ts'
import { getLastMonths, revealsCompanies } from '../../../domain/operations/statistics.ts'

const rowCount = sql<number>`count(*)::int`
const isPublicDemand = and(inArray(demands.status, [...publicDemandStatuses]), isNull(demands.deletedAt))
/** Second element of the category path: the field of research. */
const stage = sql<number | null>`${demands.categoryPath}[2]`
const province = sql<string | null>`left(${demands.districtCode}, 2)`
/** Companies with an open shop whose certification was not revoked. */
const isSellingCompany = and(
  eq(companies.isSaler, true),
  notInArray(companies.certification, [...hiddenCertifications]),
)

/** Public demands by field and province code. */
export const countDemands = (db: Db) =>
  db
    .select({
      stage,
      province,
      count: rowCount,
      open: sql<number>`(count(*) filter (where ${demands.status} = 'open'))::int`,
    })
    .from(demands)
    .where(isPublicDemand)
    .groupBy(stage, province)

/** Suppliers by province code. */
export const countShops = (db: Db) => {
  const of = sql<string>`left(${companies.districtCode}, 2)`
  return db
    .select({ province: of, count: rowCount })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(isSellingCompany)
    .groupBy(of)
}

/** Suppliers by certificate tag, highest count first. */
export const countShopTags = (db: Db) => {
  const name = sql<string>`unnest(${shops.tags})`
  return db
    .select({ name, count: rowCount })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(isSellingCompany)
    .groupBy(name)
    .orderBy(desc(rowCount), name)
}

/** Number of submitted offers. */
export const countOffers = (db: Db) => db.$count(offers, ne(offers.status, 'draft'))

/** Number of orders that were not declined or cancelled. */
export const countOrders = (db: Db) => db.$count(orders, notInArray(orders.status, [...endedStatuses]))

/** Latest public demands. */
export const listLatestDemands = (db: Db) =>
  db
    .select({ demandId: demands.id, title: demands.title, stage, province, at: demands.publishedAt })
    .from(demands)
    .where(isPublicDemand)
    .orderBy(desc(demands.publishedAt), desc(demands.id))
    .limit(8)

const monthOf = (moment: SQLWrapper) => sql<string>`to_char(${moment} at time zone 'Asia/Shanghai', 'YYYY-MM')`

/** Statistics of the last twelve months (Asia/Shanghai), including the current one. */
export async function getMonthlyStatistics(db: Db): Promise<PlatformStatistics['months']> {
  const months = getLastMonths(new Date())
  const since = new Date(`${months[0]}-01T00:00:00+08:00`)
  const posted = monthOf(demands.publishedAt)
  const demandRows = await db
    .select({ month: posted, count: rowCount })
    .from(demands)
    .where(
      and(
        gte(demands.publishedAt, since),
        inArray(demands.status, [...publicDemandStatuses, 'closed', 'expired']),
        isNull(demands.deletedAt),
      ),
    )
    .groupBy(posted)
  const handed = monthOf(offers.submittedAt)
  const offerRows = await db
    .select({ month: handed, count: rowCount })
    .from(offers)
    .where(and(gte(offers.submittedAt, since), ne(offers.status, 'draft')))
    .groupBy(handed)
  const made = monthOf(orders.createdAt)
  // Paid amount of an order, not its total.
  const paidOf = sql`(select sum(least(${paymentLines.paid}, ${paymentLines.amount})) from ${paymentLines} where ${paymentLines.orderId} = ${orders.id})`
  const orderRows = await db
    .select({
      month: made,
      count: rowCount,
      amount: sql<string>`coalesce(sum(${paidOf}), 0)`.mapWith(Number),
      buyers: sql<number>`count(distinct ${orders.buyerCompanyId})::int`,
      sellers: sql<number>`count(distinct ${orders.sellerCompanyId})::int`,
    })
    .from(orders)
    .where(and(gte(orders.createdAt, since), notInArray(orders.status, [...endedStatuses])))
    .groupBy(made)
  const at = <T extends { month: string }>(rows: readonly T[], month: string) => rows.find((row) => row.month === month)
  return months.map((month) => {
    const trade = at(orderRows, month)
    const shown = trade !== undefined && !revealsCompanies(trade)
    return {
      month,
      demands: at(demandRows, month)?.count ?? 0,
      offers: at(offerRows, month)?.count ?? 0,
      orders: shown ? trade.count : null,
      amount: shown ? trade.amount : null,
    }
  })
}
