import { and, eq, inArray, isNull, lte, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { SupplierRecord } from '../../contract/orders/supplier-record.ts'
import type { Db } from '../../db/open.ts'
import { reviews } from '../../db/tables/fulfilment.ts'
import { stateChanges } from '../../db/tables/operations.ts'
import { orders } from '../../db/tables/orders.ts'
import { undeliveredStatuses } from '../../domain/orders/order-states.ts'
import {
  roundDownAmount,
  percentRoundedUp,
  minSampleSize,
  percentRoundedDown,
  emptyTradeRecord,
  recentOrderLimit,
} from '../../domain/orders/supplier-record.ts'

/** Number of completed orders of a supplier: the only definition. */
export const completedOrdersOf = (companyId: SQLWrapper): SQL<number> =>
  sql<number>`(select count(*)::int from ${orders}
    where ${orders.sellerCompanyId} = ${companyId} and ${orders.status} = 'completed')`

/**
 * Track records of suppliers: five queries for any number of suppliers. Ratios use the newest orders of each, so that
 * the cost does not grow with the number of orders.
 */
export async function supplierFacts(
  db: Db,
  companyIds: readonly number[],
): Promise<ReadonlyMap<number, SupplierRecord>> {
  const ids = [...new Set(companyIds)]
  if (ids.length === 0) return new Map()
  const [done, kept, answered, troubled, judged] = await Promise.all([
    completedOrders(db, ids),
    punctuality(db, ids),
    responseTimes(db, ids),
    disputedOrders(db, ids),
    reviewScores(db, ids),
  ])
  return new Map(
    ids.map((id) => {
      const { count, amount } = done.get(id) ?? { count: 0, amount: 0 }
      const [promise, answer, trouble, review] = [kept.get(id), answered.get(id), troubled.get(id), judged.get(id)]
      return [
        id,
        {
          ...emptyTradeRecord,
          completedOrders: count,
          completedAmountFrom: roundDownAmount(amount, count),
          onTimePercent: percentRoundedDown(promise?.good ?? 0, promise?.all ?? 0),
          answerHours: (answer?.all ?? 0) < minSampleSize ? null : (answer?.hours ?? null),
          troublePercent: percentRoundedUp(trouble?.bad ?? 0, trouble?.all ?? 0),
          ...(review === undefined ? {} : { reviews: review.all, mean: review.mean }),
        },
      ]
    }),
  )
}

const byCompany = <R extends { readonly companyId: number }>(rows: readonly R[]): ReadonlyMap<number, R> =>
  new Map(rows.map((row) => [row.companyId, row]))

const completedOrders = async (db: Db, ids: readonly number[]) =>
  byCompany(
    await db
      .select({
        companyId: orders.sellerCompanyId,
        count: sql<number>`count(*)::int`,
        amount: sql<number>`sum(${orders.total})::float8`,
      })
      .from(orders)
      .where(and(inArray(orders.sellerCompanyId, [...ids]), eq(orders.status, 'completed')))
      .groupBy(orders.sellerCompanyId),
  )

/** The newest orders of each supplier that meet a condition: id and columns, as `newest`. */
const newestOrders = (ids: readonly number[], columns: SQL, where: SQL) => sql`
  (select supplier.id as company_id, found.* from unnest(array[${sql.join([...ids], sql`, `)}]::int[]) as supplier(id)
    cross join lateral (select ${columns} from ${orders} where ${orders.sellerCompanyId} = supplier.id and ${where}
      order by ${orders.id} desc nulls last limit ${recentOrderLimit}) as found) as newest`
const companyId = sql<number>`newest.company_id`

/** First moment after the promised day in Shanghai. */
export const promisedDayEnd = sql`(date_trunc('day', ${orders.promisedAt} at time zone 'Asia/Shanghai') + interval '1 day')
  at time zone 'Asia/Shanghai'`
/** Condition for orders that the supplier still has to deliver. */
export const isUndelivered = inArray(orders.status, [...undeliveredStatuses])

/** Punctuality: of orders with a promised day that were delivered or are overdue, those delivered in time. */
async function punctuality(db: Db, ids: readonly number[]) {
  const due = sql`${orders.promisedAt} is not null
    and (${orders.firstDeliveredAt} is not null or (${isUndelivered} and ${promisedDayEnd} <= now()))`
  const kept = sql`coalesce(${orders.firstDeliveredAt} < ${promisedDayEnd}, false) as kept`
  return byCompany(
    await db
      .select({
        companyId,
        all: sql<number>`count(*)::int`,
        good: sql<number>`(count(*) filter (where newest.kept))::int`,
      })
      .from(newestOrders(ids, kept, due))
      .groupBy(companyId),
  )
}

/** Table and condition of the given steps in an order's history. */
const historyStep = (orderId: SQLWrapper, events: readonly string[]) =>
  sql`${stateChanges} where ${stateChanges.entity} = 'order' and ${stateChanges.entityId} = ${orderId}
    and ${inArray(stateChanges.event, [...events])}`

async function responseTimes(db: Db, ids: readonly number[]) {
  const hours = sql`extract(epoch from answer.at - newest.created_at)::float8 / 3600`
  const moments = sql`${orders.id} as id, ${orders.createdAt} as created_at`
  return byCompany(
    await db
      .select({
        companyId,
        all: sql<number>`count(answer.at)::int`,
        hours: sql<number | null>`round((percentile_cont(0.5) within group (order by ${hours}))::numeric, 1)::float8`,
      })
      .from(newestOrders(ids, moments, sql`${orders.status} <> 'pending_confirm'`))
      .crossJoin(
        sql`lateral (select min(${stateChanges.createdAt}) as at
          from ${historyStep(sql`newest.id`, ['confirm', 'decline'])}) as answer`,
      )
      .groupBy(companyId),
  )
}

/** Problem orders among confirmed orders that ended or are in dispute. */
async function disputedOrders(db: Db, ids: readonly number[]) {
  const ended = sql`(${orders.status} in ('completed', 'disputed')
    or (${orders.status} = 'cancelled' and ${orders.confirmedAt} is not null))`
  const wrong = sql`exists (select 1 from ${historyStep(orders.id, ['dispute', 'askCancel'])}
    and (${stateChanges.event} = 'dispute'
      or (${orders.status} = 'cancelled' and ${stateChanges.companyId} = ${orders.sellerCompanyId}))) as wrong`
  return byCompany(
    await db
      .select({
        companyId,
        all: sql<number>`count(*)::int`,
        bad: sql<number>`(count(*) filter (where newest.wrong))::int`,
      })
      .from(newestOrders(ids, wrong, ended))
      .groupBy(companyId),
  )
}

/** Condition for reviews that both sides and visitors may read. */
const isShown = () => and(lte(reviews.visibleAt, new Date()), isNull(reviews.hiddenAt))

/** Condition for published buyer reviews of some suppliers. */
export const visibleReviews = (ids: readonly number[]) =>
  and(inArray(reviews.ofCompanyId, [...ids]), eq(reviews.side, 'buyer'), isShown())

const reviewScores = async (db: Db, ids: readonly number[]) =>
  byCompany(
    await db
      .select({
        companyId: reviews.ofCompanyId,
        all: sql<number>`count(*)::int`,
        mean: sql<number>`round(avg(${reviews.mean}))::int`,
      })
      .from(reviews)
      .where(visibleReviews(ids))
      .groupBy(reviews.ofCompanyId),
  )
