import { and, eq, inArray, lte, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { SupplierRecord } from '../../../contract/orders/supplier-record.ts'
import type { Db } from '../../../db/open.ts'
import { reviews } from '../../../db/tables/fulfilment.ts'
import { stateChanges } from '../../../db/tables/operations.ts'
import { orders } from '../../../db/tables/orders.ts'
import {
  amountFrom,
  badPercent,
  enoughFacts,
  goodPercent,
  noTrade,
  ordersLooked,
} from '../../../domain/orders/supplier-record.ts'

/** How many orders a supplier completed: one meaning wherever it is told or ordered by. */
export const completedOrdersOf = (companyId: SQLWrapper): SQL<number> =>
  sql<number>`(select count(*)::int from ${orders}
    where ${orders.sellerCompanyId} = ${companyId} and ${orders.status} = 'completed')`

/**
 * The records of some suppliers, from facts only: five reads, however many they are. What is judged is judged by the
 * newest orders of each, so that it costs the same for those that have many.
 */
export async function supplierFacts(
  db: Db,
  companyIds: readonly number[],
): Promise<ReadonlyMap<number, SupplierRecord>> {
  const ids = [...new Set(companyIds)]
  if (ids.length === 0) return new Map()
  const [done, kept, answered, troubled, judged] = await Promise.all([
    completed(db, ids),
    promises(db, ids),
    answers(db, ids),
    troubles(db, ids),
    shownReviews(db, ids),
  ])
  return new Map(
    ids.map((id) => {
      const { count, amount } = done.get(id) ?? { count: 0, amount: 0 }
      const [promise, answer, trouble, review] = [kept.get(id), answered.get(id), troubled.get(id), judged.get(id)]
      return [
        id,
        {
          ...noTrade,
          completedOrders: count,
          completedAmountFrom: amountFrom(amount, count),
          onTimePercent: goodPercent(promise?.good ?? 0, promise?.all ?? 0),
          answerHours: (answer?.all ?? 0) < enoughFacts ? null : (answer?.hours ?? null),
          troublePercent: badPercent(trouble?.bad ?? 0, trouble?.all ?? 0),
          ...(review === undefined ? {} : { reviews: review.all, mean: review.mean }),
        },
      ]
    }),
  )
}

const byCompany = <R extends { readonly companyId: number }>(rows: readonly R[]): ReadonlyMap<number, R> =>
  new Map(rows.map((row) => [row.companyId, row]))

const completed = async (db: Db, ids: readonly number[]) =>
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
const newestOf = (ids: readonly number[], columns: SQL, where: SQL) => sql`
  (select supplier.id as company_id, found.* from unnest(array[${sql.join([...ids], sql`, `)}]::int[]) as supplier(id)
    cross join lateral (select ${columns} from ${orders} where ${orders.sellerCompanyId} = supplier.id and ${where}
      order by ${orders.id} desc nulls last limit ${ordersLooked}) as found) as newest`
const companyId = sql<number>`newest.company_id`

/** First moment after the day that was promised, in Shanghai. */
const dayOver = sql`(date_trunc('day', ${orders.promisedAt} at time zone 'Asia/Shanghai') + interval '1 day')
  at time zone 'Asia/Shanghai'`
/** Still to be delivered by its supplier. */
const underWay = sql`${orders.status} in ('confirmed', 'in_progress')`

/** Promises whose day has come: kept, or not. What was delivered before its day counts at once. */
async function promises(db: Db, ids: readonly number[]) {
  const due = sql`${orders.promisedAt} is not null
    and (${orders.firstDeliveredAt} is not null or (${underWay} and ${dayOver} <= now()))`
  const kept = sql`coalesce(${orders.firstDeliveredAt} < ${dayOver}, false) as kept`
  return byCompany(
    await db
      .select({
        companyId,
        all: sql<number>`count(*)::int`,
        good: sql<number>`(count(*) filter (where newest.kept))::int`,
      })
      .from(newestOf(ids, kept, due))
      .groupBy(companyId),
  )
}

/** Step of an order's history, by the order's id. */
const stepOf = (orderId: SQLWrapper, events: readonly string[]) =>
  sql`${stateChanges} where ${stateChanges.entity} = 'order' and ${stateChanges.entityId} = ${orderId}
    and ${inArray(stateChanges.event, [...events])}`

async function answers(db: Db, ids: readonly number[]) {
  const hours = sql`extract(epoch from answer.at - newest.created_at)::float8 / 3600`
  const moments = sql`${orders.id} as id, ${orders.createdAt} as created_at`
  return byCompany(
    await db
      .select({
        companyId,
        all: sql<number>`count(answer.at)::int`,
        hours: sql<number | null>`round((percentile_cont(0.5) within group (order by ${hours}))::numeric, 1)::float8`,
      })
      .from(newestOf(ids, moments, sql`${orders.status} <> 'pending_confirm'`))
      .crossJoin(
        sql`lateral (select min(${stateChanges.createdAt}) as at
          from ${stepOf(sql`newest.id`, ['confirm', 'decline'])}) as answer`,
      )
      .groupBy(companyId),
  )
}

/** Of what was taken on and ended, or stands in dispute: what went wrong. */
async function troubles(db: Db, ids: readonly number[]) {
  const ended = sql`(${orders.status} in ('completed', 'disputed')
    or (${orders.status} = 'cancelled' and ${orders.confirmedAt} is not null))`
  const wrong = sql`exists (select 1 from ${stepOf(orders.id, ['dispute', 'askCancel'])}
    and (${stateChanges.event} = 'dispute'
      or (${orders.status} = 'cancelled' and ${stateChanges.companyId} = ${orders.sellerCompanyId}))) as wrong`
  return byCompany(
    await db
      .select({
        companyId,
        all: sql<number>`count(*)::int`,
        bad: sql<number>`(count(*) filter (where newest.wrong))::int`,
      })
      .from(newestOf(ids, wrong, ended))
      .groupBy(companyId),
  )
}

/** What buyers wrote of some suppliers and everyone may read. */
export const shownOf = (ids: readonly number[]) =>
  and(inArray(reviews.ofCompanyId, [...ids]), eq(reviews.side, 'buyer'), lte(reviews.visibleAt, new Date()))

const shownReviews = async (db: Db, ids: readonly number[]) =>
  byCompany(
    await db
      .select({
        companyId: reviews.ofCompanyId,
        all: sql<number>`count(*)::int`,
        mean: sql<number>`round(avg(${reviews.mean}))::int`,
      })
      .from(reviews)
      .where(shownOf(ids))
      .groupBy(reviews.ofCompanyId),
  )
