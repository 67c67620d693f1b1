import { and, asc, eq, exists, ilike, inArray, lt, notInArray, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { OrderRow } from '../../contract/orders/orders.ts'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { orders, paymentLines } from '../../db/tables/orders.ts'
import { allowedOrderActions, canPay, owedStatuses } from '../../domain/orders/order-actions.ts'
import { endedStatuses } from '../../domain/orders/order-states.ts'
import { paidShare } from '../../domain/orders/payment-states.ts'
import { likePattern } from '../search/like-pattern.ts'
import { otherSide, type Side } from '../../domain/sides.ts'

const other = alias(companies, 'other')
/** Column of the company on a side: the scope of its queries. */
export const sideCompanyId = (side: Side) => (side === 'buyer' ? orders.buyerCompanyId : orders.sellerCompanyId)

/** Query of orders with the other side's company; the caller adds where, order and limit. */
export const selectOrders = (db: Db, side: Side) =>
  db
    .select({ order: orders, other: { id: other.id, name: other.name } })
    .from(orders)
    .innerJoin(other, eq(other.id, sideCompanyId(otherSide(side))))
    .$dynamic()

/** Orders and orders with a due payment, counted by status. */
export const countOrdersByStatus = (db: Db, side: Side, where: SQL | undefined) =>
  db
    .select({
      status: orders.status,
      count: sql<number>`count(*)::int`,
      toPay: sql<number>`(count(*) filter (where ${hasDuePayment(db)}))::int`,
    })
    .from(orders)
    .innerJoin(other, eq(other.id, sideCompanyId(otherSide(side))))
    .where(where)
    .groupBy(orders.status)

export type LoadedOrder = Awaited<ReturnType<typeof selectOrders>>[number]
export type PaymentLine = typeof paymentLines.$inferSelect

/** Condition on title, number or the other side's name; undefined without a keyword. */
export function matchesKeyword(keyword: string): SQL | undefined {
  if (keyword === '') return undefined
  const pattern = likePattern(keyword)
  return or(ilike(orders.title, pattern), ilike(orders.orderNo, pattern), ilike(other.name, pattern))
}

const startOfDayInShanghai = (day: string) => sql`(${day}::date)::timestamp at time zone 'Asia/Shanghai'`

/** Orders created between two days in Shanghai time, both inclusive. */
export const createdBetween = (from: string | undefined, until: string | undefined): SQL | undefined =>
  and(
    from === undefined ? undefined : sql`${orders.createdAt} >= ${startOfDayInShanghai(from)}`,
    until === undefined ? undefined : sql`${orders.createdAt} < ${startOfDayInShanghai(until)} + interval '1 day'`,
  )

/** Orders with a due payment: `canPay` as an SQL condition. */
export const hasDuePayment = (db: Db): SQL => {
  const owed = db
    .select({ id: paymentLines.id })
    .from(paymentLines)
    .where(
      and(
        eq(paymentLines.orderId, orders.id),
        inArray(paymentLines.status, [...owedStatuses]),
        lt(paymentLines.paid, paymentLines.amount),
      ),
    )
  return sql`(${notInArray(orders.status, [...endedStatuses])} and ${exists(owed)})`
}

/** Payment lines of some orders, by order and sequence. */
export function loadPaymentLines(db: Db, orderIds: readonly number[]): Promise<PaymentLine[]> {
  if (orderIds.length === 0) return Promise.resolve([])
  return db
    .select()
    .from(paymentLines)
    .where(inArray(paymentLines.orderId, [...orderIds]))
    .orderBy(asc(paymentLines.orderId), asc(paymentLines.seq))
}

const toIsoOrNull = (at: Date | null) => at?.toISOString() ?? null

/** List row of an order for a side. `lines` may include lines of other orders; `pictureUrl` is of the first line. */
export function presentOrder(
  { order, other: partner }: LoadedOrder,
  lines: readonly PaymentLine[],
  side: Side,
  pictureUrl = '',
): OrderRow {
  const ownLines = lines.filter((line) => line.orderId === order.id)
  const { paid, state } = paidShare(ownLines)
  return {
    orderId: order.id,
    orderNo: order.orderNo,
    title: order.title,
    pictureUrl,
    otherOrgId: partner.id,
    otherName: partner.name,
    total: order.total,
    paid,
    status: order.status,
    paymentState: state,
    source: order.source,
    unpaidUntil: toIsoOrNull(order.unpaidUntil),
    promisedAt: toIsoOrNull(order.promisedAt),
    deliveredAt: toIsoOrNull(order.deliveredAt),
    cancelWantedBy: order.cancellationRequestedBy,
    canPay: canPay(order.status, ownLines),
    steps: allowedOrderActions(order, side),
    createdAt: order.createdAt.toISOString(),
  }
}
