import { and, count, eq, ilike, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { CallFailed } from '../../../contract/failures.ts'
import type { orderMatchingCalls } from '../../../contract/orders/matching.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { matchExceptions } from '../../../db/tables/matching.ts'
import { orders } from '../../../db/tables/orders.ts'
import { exceptionKindLabels, exceptionTransitions } from '../../../domain/orders/matching/exceptions.ts'
import { sentence } from '../../../domain/sentence.ts'
import { sides } from '../../../domain/sides.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Caller, Handler } from '../../handler.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'
import { countsOf } from '../../platform/queries/counts-by-status.ts'
import { descending } from '../../platform/queries/descending.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { assertNotOwnOrder } from '../assert-not-own-order.ts'
import { notifyOrderSide } from '../notify-order.ts'
import { presentMatch } from './present-match.ts'
import {
  isActiveException,
  lockMatches,
  recountExceptions,
  refreshBeforeReading,
  refreshMatches,
} from './refresh-matches.ts'

const buyers = alias(companies, 'buyers')
const sellers = alias(companies, 'sellers')

function matchesKeyword(keyword: string) {
  if (keyword === '') return undefined
  const pattern = likePattern(keyword)
  return or(
    ilike(orders.orderNo, pattern),
    ilike(orders.title, pattern),
    ilike(buyers.name, pattern),
    ilike(sellers.name, pattern),
    ilike(matchExceptions.detail, pattern),
  )
}

/** Exceptions of all orders: those that need action first, then the newest. */
export const matchExceptionList: Handler<typeof orderMatchingCalls.matchExceptions> = async (query, context) => {
  const { db } = context
  await refreshBeforeReading(context)
  const { keyword, status, kind, current, pageSize } = query
  const where = and(kind && eq(matchExceptions.kind, kind), matchesKeyword(keyword))
  const counted = await db
    .select({ status: matchExceptions.status, count: count() })
    .from(matchExceptions)
    .innerJoin(orders, eq(orders.id, matchExceptions.orderId))
    .innerJoin(buyers, eq(buyers.id, orders.buyerCompanyId))
    .innerJoin(sellers, eq(sellers.id, orders.sellerCompanyId))
    .where(where)
    .groupBy(matchExceptions.status)
  const rows = await db
    .select({
      exception: matchExceptions,
      // Addresses and invoice details would be decrypted for every row.
      order: { id: orders.id, orderNo: orders.orderNo, title: orders.title },
      buyerName: buyers.name,
      sellerName: sellers.name,
    })
    .from(matchExceptions)
    .innerJoin(orders, eq(orders.id, matchExceptions.orderId))
    .innerJoin(buyers, eq(buyers.id, orders.buyerCompanyId))
    .innerJoin(sellers, eq(sellers.id, orders.sellerCompanyId))
    .where(and(where, status && eq(matchExceptions.status, status)))
    .orderBy(not(isActiveException), sql`${matchExceptions.severity} = 'low'`, descending(matchExceptions.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const data = rows.map(({ exception, order, buyerName, sellerName }) => ({
    exceptionId: exception.id,
    orderId: order.id,
    orderNo: order.orderNo,
    title: order.title,
    buyerName,
    sellerName,
    kind: exception.kind,
    severity: exception.severity,
    amount: exception.amount,
    detail: exception.detail,
    status: exception.status,
    explanation: exception.explanation,
    explainedSide: exception.explainedSide,
    dismissal: exception.dismissal,
    createdAt: exception.createdAt.toISOString(),
  }))
  return { ...countsOf(counted, status), data }
}

/** An order for an operator. Throws notFound, and ownCompany for one of the operator's own company. */
async function loadForeignOrder(db: Db, caller: Caller, orderId: number) {
  const { id, orderNo, buyerCompanyId, sellerCompanyId } = orders
  const [order] = await db.select({ id, orderNo, buyerCompanyId, sellerCompanyId }).from(orders).where(eq(id, orderId))
  if (order === undefined) throw new CallFailed('notFound')
  assertNotOwnOrder(caller, order)
  return order
}

export const operatorMatch: Handler<typeof orderMatchingCalls.operatorMatch> = async ({ orderId }, context) => {
  const { caller, db } = context
  await loadForeignOrder(db, caller, orderId)
  await refreshBeforeReading(context, { orderId })
  return presentMatch(db, orderId, null)
}

/** Of parallel dismissals one succeeds: exceptionClosed. */
export const matchExceptionDismiss: Handler<typeof orderMatchingCalls.matchExceptionDismiss> = async (
  input,
  context,
) => {
  const { caller, db, note } = context
  const { exceptionId, reason } = input
  const [found] = await db
    .select({ orderId: matchExceptions.orderId })
    .from(matchExceptions)
    .where(eq(matchExceptions.id, exceptionId))
  if (found === undefined) throw new CallFailed('notFound')
  const order = await loadForeignOrder(db, caller, found.orderId)
  await refreshMatches(db, context, { orderId: order.id })
  const status = await db.transaction(async (tx) => {
    await lockMatches(tx, [order.id])
    const [row] = await tx.select().from(matchExceptions).where(eq(matchExceptions.id, exceptionId))
    const next = row && nextState(exceptionTransitions, row.status, 'dismiss', 'operator')
    if (row === undefined || next === undefined) throw new CallFailed('exceptionClosed')
    await tx.update(matchExceptions).set({ status: next, dismissal: reason }).where(eq(matchExceptions.id, exceptionId))
    await recordSteps(tx, [
      {
        entity: 'match',
        entityId: exceptionId,
        event: 'dismiss',
        fromStatus: row.status,
        toStatus: next,
        reason,
        userId: caller.userId,
        companyId: null,
      },
    ])
    await recountExceptions(tx, order.id)
    for (const side of sides)
      await notifyOrderSide(tx, context, order, side, {
        event: 'match.found',
        title: `平台关闭了订单 ${order.orderNo} 的对账差异：${exceptionKindLabels[row.kind]}`,
        text: `理由：${sentence(reason)}`,
      })
    note(`${order.orderNo}，${exceptionKindLabels[row.kind]}`, {
      kind: 'order',
      id: order.id,
      companyIds: [order.buyerCompanyId, order.sellerCompanyId],
    })
    return next
  })
  return { status }
}
