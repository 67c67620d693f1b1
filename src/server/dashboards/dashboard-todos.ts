import { and, asc, count, desc, eq, isNotNull, notExists, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { invoices, reviews } from '../../db/tables/fulfilment.ts'
import { orders } from '../../db/tables/orders.ts'
import { links } from '../../domain/links.ts'
import { reviewWindowDays } from '../../domain/orders/reviews.ts'
import type { Todo } from './dashboard-facts.ts'
import { sideCompanyId } from '../orders/present-order.ts'
import { otherSide, type Side } from '../../domain/sides.ts'

/** Maximum number of to-dos per kind. */
const maxTodos = 10
const pageOf = (side: Side) => (side === 'buyer' ? links.buyerOrder : links.sellerOrder)

/** Cancellations requested by the other side. */
export async function cancelTodos(db: Db, side: Side, companyId: number): Promise<Todo[]> {
  const rows = await db
    .select({ id: orders.id, title: orders.title })
    .from(orders)
    .where(and(eq(sideCompanyId(side), companyId), eq(orders.cancellationRequestedBy, otherSide(side))))
    .orderBy(asc(orders.id))
    .limit(maxTodos)
  const who = side === 'buyer' ? '供应商' : '买家'
  return rows.map(({ id, title }) => ({
    kind: 'cancel',
    title: `${who}申请取消“${title}”，请答复`,
    path: pageOf(side)(id),
    dueAt: null,
    urgent: true,
  }))
}

/** Completed orders that this side may still review, the latest first; three at most. */
export async function reviewTodos(db: Db, side: Side, companyId: number): Promise<Todo[]> {
  const written = db
    .select({ id: reviews.id })
    .from(reviews)
    .where(and(eq(reviews.orderId, orders.id), eq(reviews.side, side)))
  const since = sql`now() - make_interval(days => ${reviewWindowDays})`
  const rows = await db
    .select({ id: orders.id, title: orders.title })
    .from(orders)
    .where(
      and(
        eq(sideCompanyId(side), companyId),
        eq(orders.status, 'completed'),
        isNotNull(orders.completedAt),
        sql`${orders.completedAt} > ${since}`,
        notExists(written),
      ),
    )
    .orderBy(desc(orders.completedAt))
    .limit(3)
  return rows.map(({ id, title }) => ({
    kind: 'review',
    title: `“${title}”已完成，请评价`,
    path: `${pageOf(side)(id)}#reviews`,
    dueAt: null,
    urgent: false,
  }))
}

/** One to-do for all requested invoices. */
export async function invoiceTodos(db: Db, companyId: number): Promise<Todo[]> {
  const [row] = await db
    .select({ waiting: count() })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .where(and(eq(orders.sellerCompanyId, companyId), eq(invoices.status, 'requested')))
  const waiting = row?.waiting ?? 0
  if (waiting === 0) return []
  const path = links.sellerOrders({ view: 'invoices' })
  return [{ kind: 'invoice', title: `${waiting} 份开票申请待处理`, path, dueAt: null, urgent: false }]
}
