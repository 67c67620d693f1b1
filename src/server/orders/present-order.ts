import { and, asc, eq, exists, ilike, inArray, lt, notInArray, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { OrderRow } from '../../contract/orders/orders.ts'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { orders, paymentLines } from '../../db/tables/orders.ts'
import { actionsOf, canPay, owedStatuses } from '../../domain/orders/order-actions.ts'
import { endedStatuses } from '../../domain/orders/order-states.ts'
import { paidShare } from '../../domain/orders/payment-states.ts'
import { anywhere } from '../search/anywhere.ts'

/** The side of an order that its reader is on. */
export type Side = 'buyer' | 'seller'

const other = alias(companies, 'other')
/** Column of a side's own company: the scope of everything it reads. */
export const companyOf = (side: Side) => (side === 'buyer' ? orders.buyerCompanyId : orders.sellerCompanyId)

export const otherSide = (side: Side): Side => (side === 'buyer' ? 'seller' : 'buyer')

/** Orders with the other side's name: where, order and limit are the caller's. */
export const orderRows = (db: Db, side: Side) =>
  db
    .select({ order: orders, other: { id: other.id, name: other.name } })
    .from(orders)
    .innerJoin(other, eq(other.id, companyOf(otherSide(side))))
    .$dynamic()

/** How many orders there are in each state, and of how many a payment is due, among those that meet a condition. */
export const orderCounts = (db: Db, side: Side, where: SQL | undefined) =>
  db
    .select({
      status: orders.status,
      count: sql<number>`count(*)::int`,
      toPay: sql<number>`(count(*) filter (where ${owesMoney(db)}))::int`,
    })
    .from(orders)
    .innerJoin(other, eq(other.id, companyOf(otherSide(side))))
    .where(where)
    .groupBy(orders.status)

export type LoadedOrder = Awaited<ReturnType<typeof orderRows>>[number]
export type PaymentLine = typeof paymentLines.$inferSelect

/** Orders whose title, number or other side's name holds a text; undefined without one. */
export function named(keyword: string): SQL | undefined {
  if (keyword === '') return undefined
  const pattern = anywhere(keyword)
  return or(ilike(orders.title, pattern), ilike(orders.orderNo, pattern), ilike(other.name, pattern))
}

const dayInShanghai = (day: string) => sql`(${day}::date)::timestamp at time zone 'Asia/Shanghai'`

/** Orders made on days of Shanghai, both counted. */
export const madeBetween = (from: string | undefined, until: string | undefined): SQL | undefined =>
  and(
    from === undefined ? undefined : sql`${orders.createdAt} >= ${dayInShanghai(from)}`,
    until === undefined ? undefined : sql`${orders.createdAt} < ${dayInShanghai(until)} + interval '1 day'`,
  )

/** Orders of which a payment is due: `canPay` for the database. */
export const owesMoney = (db: Db): SQL => {
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

/** Payment lines of some orders in one query, in their order. */
export function linesOf(db: Db, orderIds: readonly number[]): Promise<PaymentLine[]> {
  if (orderIds.length === 0) return Promise.resolve([])
  return db
    .select()
    .from(paymentLines)
    .where(inArray(paymentLines.orderId, [...orderIds]))
    .orderBy(asc(paymentLines.orderId), asc(paymentLines.seq))
}

const isoOf = (at: Date | null) => at?.toISOString() ?? null

/** An order as lists show it to a side; `lines` may hold those of other orders too. */
export function presentOrder(
  { order, other: partner }: LoadedOrder,
  lines: readonly PaymentLine[],
  side: Side,
): OrderRow {
  const own = lines.filter((line) => line.orderId === order.id)
  const { paid, state } = paidShare(own)
  return {
    orderId: order.id,
    orderNo: order.orderNo,
    title: order.title,
    otherOrgId: partner.id,
    otherName: partner.name,
    total: order.total,
    paid,
    status: order.status,
    paymentState: state,
    source: order.source,
    unpaidUntil: isoOf(order.unpaidUntil),
    promisedAt: isoOf(order.promisedAt),
    deliveredAt: isoOf(order.deliveredAt),
    cancelWantedBy: order.cancelWantedBy,
    canPay: canPay(order.status, own),
    steps: actionsOf(order, side),
    createdAt: order.createdAt.toISOString(),
  }
}
