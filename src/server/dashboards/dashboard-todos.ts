import { and, asc, count, desc, eq, gt, inArray, isNotNull, lte, notExists, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { changeOrders } from '../../db/tables/change-orders.ts'
import { invoices, reviews } from '../../db/tables/fulfilment.ts'
import { orders } from '../../db/tables/orders.ts'
import { refundRequests, refunds } from '../../db/tables/payments.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { changeOrderName } from '../../domain/orders/change-order-states.ts'
import { isUrgent } from '../../domain/orders/deadlines.ts'
import { openRequestStatuses } from '../../domain/orders/refund-requests.ts'
import { reviewWindowDays } from '../../domain/orders/reviews.ts'
import { approvalActionLabels } from '../../domain/orders/requisitions/approval-rules.ts'
import type { Member } from '../handler.ts'
import { waitingApprovals } from '../orders/requisitions/present-requisitions.ts'
import type { Todo } from './dashboard-facts.ts'
import { sideCompanyId } from '../orders/present-order.ts'
import { otherSide, type Side } from '../../domain/sides.ts'

/** Maximum number of to-dos per kind. */
const maxTodos = 10
const pageOf = (side: Side) => (side === 'buyer' ? links.buyerOrder : links.sellerOrder)

/** Requisitions of colleagues that wait for the caller's approval. */
export const approvalTodos = async (db: Db, caller: Member): Promise<Todo[]> =>
  (await waitingApprovals(db, caller)).slice(0, maxTodos).map(({ id, action, title, amount }) => ({
    kind: 'approve',
    title: `${approvalActionLabels[action]}“${title}”（¥${yuan(amount)}）等待您审批`,
    path: links.buyerRequisition(id),
    dueAt: null,
    urgent: false,
  }))

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

/** Change orders of running orders that wait for this side's signature, the earliest expiry first. */
export async function changeTodos(db: Db, side: Side, companyId: number, now: Date): Promise<Todo[]> {
  const rows = await db
    .select({
      id: orders.id,
      title: orders.title,
      number: changeOrders.number,
      expiresAt: changeOrders.expiresAt,
    })
    .from(changeOrders)
    .innerJoin(orders, eq(orders.id, changeOrders.orderId))
    .where(
      and(
        eq(sideCompanyId(side), companyId),
        eq(changeOrders.status, 'proposed'),
        eq(changeOrders.side, otherSide(side)),
        gt(changeOrders.expiresAt, now),
      ),
    )
    .orderBy(asc(changeOrders.expiresAt))
    .limit(maxTodos)
  return rows.map(({ id, title, number, expiresAt }) => ({
    kind: 'change',
    title: `“${title}”的${changeOrderName(number)}待您签署`,
    path: `${pageOf(side)(id)}#changes`,
    dueAt: expiresAt.toISOString(),
    urgent: isUrgent(expiresAt, now),
  }))
}

/**
 * Refunds that wait for this side: requests and agreed transfers of the supplier, transfers to confirm and unanswered
 * requests of the buyer. The oldest first.
 */
export async function refundTodos(db: Db, side: Side, companyId: number): Promise<Todo[]> {
  const buyer = side === 'buyer'
  const asked = await db
    .select({ id: orders.id, title: orders.title, answerUntil: refundRequests.answerUntil })
    .from(refundRequests)
    .innerJoin(orders, eq(orders.id, refundRequests.orderId))
    .where(
      and(
        eq(sideCompanyId(side), companyId),
        buyer
          ? and(eq(refundRequests.status, 'requested'), lte(refundRequests.answerUntil, sql`now()`))
          : inArray(refundRequests.status, [...openRequestStatuses]),
      ),
    )
    .orderBy(asc(refundRequests.id))
    .limit(maxTodos)
  const sent = await db
    .select({ id: orders.id, title: orders.title, amount: refunds.amount })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(
      and(
        eq(sideCompanyId(side), companyId),
        eq(refunds.method, 'bank'),
        eq(refunds.status, buyer ? 'sent' : 'pending'),
      ),
    )
    .orderBy(asc(refunds.id))
    .limit(maxTodos)
  const pathTo = (id: number) => `${pageOf(side)(id)}#refunds`
  return [
    ...asked.map(({ id, title, answerUntil }): Todo => ({
      kind: 'refund',
      title: buyer ? `“${title}”的退款申请逾期未答复，可申请平台处理` : `买家申请“${title}”退款，请答复`,
      path: pathTo(id),
      dueAt: buyer ? null : answerUntil.toISOString(),
      urgent: true,
    })),
    ...sent.map(({ id, title, amount }): Todo => ({
      kind: 'refund',
      title: buyer ? `确认收到“${title}”的退款 ¥${yuan(amount)}` : `转账退回“${title}”的 ¥${yuan(amount)}`,
      path: pathTo(id),
      dueAt: null,
      urgent: true,
    })),
  ]
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
