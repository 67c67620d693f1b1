import { asc, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { demands } from '../../../db/tables/demands.ts'
import { orderLines, orders, paymentLines } from '../../../db/tables/orders.ts'
import { paymentParts, payments } from '../../../db/tables/payments.ts'
import { duePayments, orderStatistics, statisticsChanges } from '../../../db/tables/statistics.ts'
import { endedStatuses, type OrderStatus } from '../../../domain/orders/order-states.ts'
import type { PaymentStatus } from '../../../domain/orders/payment-states.ts'
import type { Member } from '../../handler.ts'
import { isUndelivered, promisedDayEnd } from '../../shops/supplier-facts.ts'
import { lockEach } from '../../platform/queries/lock-each.ts'

/** Orders in one transaction: each is locked until its end. */
const batchSize = 200
/** Maximum of changed orders that a call refreshes before it reads; the job does the rest. */
const maxForReader = 200

const listed = (values: readonly string[]): SQL =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )
const ended = listed(endedStatuses)
/** Orders whose payments are not due, or not yet. */
const notDue = listed([...endedStatuses, 'disputed'] satisfies OrderStatus[])
/** Payments that are not owed (again). */
const notOwed = listed(['refund_pending', 'refunded', 'part_refunded', 'skipped'] satisfies PaymentStatus[])
/** Payments that wait for the buyer, or for the supplier to confirm the receipt. */
const open = listed(['scheduled', 'due', 'rejected', 'overdue', 'submitted'] satisfies PaymentStatus[])

const shanghai = (moment: SQL | typeof orders.createdAt) => sql`(${moment} at time zone 'Asia/Shanghai')`

/**
 * The one function that writes `order_statistics` and `due_payments`: for the orders of a company, or for all, whose
 * facts changed. Triggers queue them (`statistics_changes`); a job runs it every minute, and every call that reads
 * statistics runs it for its company first (`refreshStatisticsBeforeReading`). Returns the number of orders.
 */
export async function refreshStatistics(
  db: Db,
  { companyId, limit = 200_000 }: { readonly companyId?: number; readonly limit?: number } = {},
): Promise<number> {
  let done = 0
  while (done < limit) {
    const ids = await changedOrders(db, companyId, Math.min(batchSize, limit - done))
    if (ids.length === 0) break
    await db.transaction((tx) => refreshOrders(tx, ids))
    done += ids.length
  }
  return done
}

/**
 * Refreshes the statistics of the company of a caller who is about to read them. An operator who views the account of a
 * person reads in a transaction that cannot write, and gets what is stored.
 */
export async function refreshStatisticsBeforeReading({
  caller: { companyId, viewerId },
  db,
}: {
  readonly caller: Member
  readonly db: Db
}): Promise<void> {
  if (viewerId !== undefined) return
  await refreshStatistics(db, { companyId, limit: maxForReader })
}

async function changedOrders(db: Db, companyId: number | undefined, limit: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ orderId: statisticsChanges.orderId })
    .from(statisticsChanges)
    .innerJoin(orders, eq(orders.id, statisticsChanges.orderId))
    .where(
      companyId === undefined
        ? undefined
        : or(eq(orders.buyerCompanyId, companyId), eq(orders.sellerCompanyId, companyId)),
    )
    .orderBy(asc(statisticsChanges.orderId))
    .limit(limit)
  return rows.map(({ orderId }) => orderId)
}

async function refreshOrders(tx: Db, orderIds: readonly number[]): Promise<void> {
  // One refresh of an order at a time: an older reading must not overwrite a newer one.
  await lockEach(tx, 'statistics', orderIds)
  // Whoever waited for the lock may find nothing left to do; what changes from now on is queued again.
  const taken = await tx
    .delete(statisticsChanges)
    .where(inArray(statisticsChanges.orderId, [...orderIds]))
    .returning({ orderId: statisticsChanges.orderId })
  const ids = [...new Set(taken.map(({ orderId }) => orderId))]
  if (ids.length === 0) return
  const isTaken = (column: typeof orders.id | typeof duePayments.orderId) =>
    sql`${column} = any(${sql.param(ids)}::integer[])`
  await tx.execute(writeStatistics(isTaken(orders.id)))
  await tx.delete(duePayments).where(isTaken(duePayments.orderId))
  await tx.execute(writeDuePayments(isTaken(orders.id)))
}

/** Category of an order: that of its line with the highest amount, else of its demand. */
const orderCategory = sql`coalesce(
  (select coalesce(${services.categoryId}, ${products.categoryId}) from ${orderLines}
    left join ${services} on ${orderLines.kind} = 'service' and ${services.id} = ${orderLines.listingId}
    left join ${products} on ${orderLines.kind} = 'product' and ${products.id} = ${orderLines.listingId}
    where ${orderLines.orderId} = ${orders.id} order by ${orderLines.amount} desc, ${orderLines.id} limit 1),
  (select ${demands.categoryId} from ${demands} where ${demands.id} = ${orders.demandId}))`

/** What is paid, and what is still owed unless the order ended. */
const lineSums = sql`(select coalesce(sum(${paymentLines.paid}), 0) as paid,
    coalesce(sum(${paymentLines.paid} + case
      when ${orders.status} in (${ended}) or ${paymentLines.status} in (${notOwed}) then 0
      else greatest(0, ${paymentLines.amount} - ${paymentLines.paid}) end), 0) as amount
  from ${paymentLines} where ${paymentLines.orderId} = ${orders.id})`

const receiptSums = sql`(select coalesce(sum(kept), 0) as received, coalesce(sum(kept * days), 0) as received_days from (
    select ${paymentParts.received} - ${paymentParts.refunded} as kept, greatest(0,
      ${shanghai(sql`${payments.confirmedAt}`)}::date - ${shanghai(sql`${paymentLines.dueAt}`)}::date) as days
    from ${paymentParts} join ${payments} on ${payments.id} = ${paymentParts.paymentId}
      join ${paymentLines} on ${paymentLines.id} = ${paymentParts.lineId}
    where ${paymentParts.orderId} = ${orders.id} and ${payments.status} = 'confirmed'
      and ${paymentLines.dueAt} is not null) as receipts)`

/** Null until the supplier confirms: `greatest` alone would take the missing moment for zero hours. */
const answerHours = sql`case when ${orders.confirmedAt} is not null
  then greatest(0, ceil(extract(epoch from ${orders.confirmedAt} - ${orders.createdAt}) / 3600))::integer end`

const writeStatistics = (isTaken: SQL): SQL => sql`
  insert into ${orderStatistics} (order_id, buyer_company_id, seller_company_id, category_id, cost_centre, project_code, month, is_live,
    amount, paid, answer_hours, promised_until, delivered_at, received, received_days)
  select ${orders.id}, ${orders.buyerCompanyId}, ${orders.sellerCompanyId}, ${orderCategory},
    nullif(${orders.costCentre}, ''), nullif(${orders.projectCode}, ''),
    date_trunc('month', ${shanghai(orders.createdAt)})::date, ${orders.status} not in (${ended}),
    line.amount, line.paid,
    ${answerHours},
    case when ${orders.firstDeliveredAt} is not null or ${isUndelivered} then ${promisedDayEnd} end,
    ${orders.firstDeliveredAt}, receipt.received, receipt.received_days
  from ${orders} cross join lateral ${lineSums} as line cross join lateral ${receiptSums} as receipt
  where ${isTaken}
  on conflict (order_id) do update set
    category_id = coalesce(${orderStatistics}.category_id, excluded.category_id), month = excluded.month, is_live = excluded.is_live, amount = excluded.amount, paid = excluded.paid, answer_hours = excluded.answer_hours,
    promised_until = excluded.promised_until, delivered_at = excluded.delivered_at, received = excluded.received,
    received_days = excluded.received_days`

/** Payments of an offer are owed once the supplier has confirmed, those of an order in dispute once it is resolved. */
const writeDuePayments = (isTaken: SQL): SQL => sql`
  insert into ${duePayments} (line_id, order_id, buyer_company_id, seller_company_id, due_at, amount, is_submitted)
  select ${paymentLines.id}, ${orders.id}, ${orders.buyerCompanyId}, ${orders.sellerCompanyId}, ${paymentLines.dueAt},
    ${paymentLines.amount} - ${paymentLines.paid}, ${paymentLines.status} = 'submitted'
  from ${orders} join ${paymentLines} on ${paymentLines.orderId} = ${orders.id}
  where ${isTaken} and ${orders.status} not in (${notDue})
    and (${orders.source} <> 'demand' or ${orders.status} <> 'pending_confirm')
    and ${paymentLines.status} in (${open}) and ${paymentLines.amount} > ${paymentLines.paid}`

/** Job: statistics of what changed since the last run. Safe to run twice and in several processes. */
export const refreshAllStatistics = (db: Db): Promise<number> => refreshStatistics(db, { limit: 20_000 })
