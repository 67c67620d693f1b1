import { and, asc, eq, exists, ilike, inArray, lt, notInArray, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { OrderRow, ordersCalls } from '../../contract/orders/orders.ts'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { orders, paymentLines } from '../../db/tables/orders.ts'
import { allowedOrderActions, canPay, owedStatuses } from '../../domain/orders/order-actions.ts'
import { endedStatuses, isEnded } from '../../domain/orders/order-states.ts'
import { openAmount, paidShare } from '../../domain/orders/payment-states.ts'
import { remindableSubject } from '../../domain/orders/reminders.ts'
import { amountBetween, daysBetween } from '../platform/queries/list-bounds.ts'
import { hasReference, isReferenceOf, ownReference, ownReferences } from '../platform/external-references.ts'
import { likePattern } from '../search/like-pattern.ts'
import { otherSide, type Side } from '../../domain/sides.ts'

/** Bounds of a list of orders; days in Shanghai and totals in fen, all inclusive. */
type OrderFilter = Pick<
  z.output<typeof ordersCalls.buyerOrders.input>,
  'keyword' | 'from' | 'until' | 'amountFrom' | 'amountTo'
>

const other = alias(companies, 'other')
/** Column of the company on a side: the scope of its queries. */
export const sideCompanyId = (side: Side) => (side === 'buyer' ? orders.buyerCompanyId : orders.sellerCompanyId)

/** Query of orders with the other side's company; the caller adds where, order and limit. */
export const selectOrders = (db: Db, side: Side) =>
  db
    .select({
      order: orders,
      other: { id: other.id, name: other.name },
      reference: ownReference,
    })
    .from(orders)
    .innerJoin(other, eq(other.id, sideCompanyId(otherSide(side))))
    .leftJoin(ownReferences, isReferenceOf('order', sideCompanyId(side), orders.id))
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

/** Condition on title, number, the company's own number or the other side's name; undefined without a keyword. */
function matchesKeyword(keyword: string, companyId: number): SQL | undefined {
  if (keyword === '') return undefined
  const pattern = likePattern(keyword)
  return or(
    ilike(orders.title, pattern),
    ilike(orders.orderNo, pattern),
    ilike(other.name, pattern),
    hasReference('order', companyId, orders.id, pattern),
  )
}

/** Orders that a list of one side may show: the own ones between its bounds. Requires `selectOrders`. */
export const matchesOrderFilter = (side: Side, companyId: number, filter: OrderFilter): SQL | undefined =>
  and(
    eq(sideCompanyId(side), companyId),
    matchesKeyword(filter.keyword, companyId),
    daysBetween(orders.createdAt, filter.from, filter.until),
    amountBetween(orders.total, filter.amountFrom, filter.amountTo),
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

/**
 * List row of an order for a side. `lines` may include lines of other orders; `pictureUrl` is of the first line,
 * `reminded` the latest reminder of this side.
 */
export function presentOrder(
  { order, other: partner, reference }: LoadedOrder,
  lines: readonly PaymentLine[],
  side: Side,
  pictureUrl = '',
  reminded: OrderRow['reminded'] = null,
): OrderRow {
  const ownLines = lines.filter((line) => line.orderId === order.id)
  const { paid, state } = paidShare(ownLines)
  const isDue = canPay(order.status, ownLines)
  return {
    orderId: order.id,
    orderNo: order.orderNo,
    title: order.title,
    reference,
    pictureUrl,
    otherOrgId: partner.id,
    otherName: partner.name,
    total: order.total,
    paid,
    open: isEnded(order.status) ? 0 : openAmount(ownLines),
    status: order.status,
    paymentState: state,
    source: order.source,
    unpaidUntil: toIsoOrNull(order.unpaidUntil),
    promisedAt: toIsoOrNull(order.promisedAt),
    deliveredAt: toIsoOrNull(order.deliveredAt),
    cancelWantedBy: order.cancellationRequestedBy,
    canPay: isDue,
    steps: allowedOrderActions(order, side),
    remindable: remindableSubject({ ...order, canPay: isDue }, side),
    reminded,
    createdAt: order.createdAt.toISOString(),
  }
}
