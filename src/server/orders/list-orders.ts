import { and, eq, count, desc, ilike, notInArray, or } from 'drizzle-orm'
import type { z } from 'zod'
import type { ordersCalls } from '../../contract/orders/orders.ts'
import type { Db } from '../../db/open.ts'
import { orders, orderLines } from '../../db/tables/orders.ts'
import { endedStatuses } from '../../domain/orders/order-states.ts'
import { loadOrderPictures, loadLinePictures } from './line-pictures.ts'
import { loadSentReminders } from './fulfilment/remind-other-side.ts'
import { hasPayeeAccount } from './payments/payee-account.ts'
import {
  matchesOrderFilter,
  loadPaymentLines,
  countOrdersByStatus,
  selectOrders,
  hasDuePayment,
  presentOrder,
} from './present-order.ts'
import { countsOf } from '../platform/queries/counts-by-status.ts'
import { descending } from '../platform/queries/descending.ts'
import { sortedBy } from '../platform/queries/list-bounds.ts'
import type { Handler } from '../handler.ts'
import { companies } from '../../db/tables/accounts.ts'
import { likePattern } from '../search/like-pattern.ts'
import type { Side } from '../../domain/sides.ts'

type OrderQuery = z.output<typeof ordersCalls.buyerOrders.input>

/** Times of order ascend with the ids. */
const sortColumns = { createdAt: orders.id, total: orders.total, promisedAt: orders.promisedAt } as const

/** One page of a company's orders on one side, with the counts of all states, in a fixed number of queries. */
export async function listOrders(db: Db, side: Side, companyId: number, query: OrderQuery) {
  const { status, toPay, current, pageSize } = query
  const where = matchesOrderFilter(side, companyId, query)
  const dueCondition = toPay === true ? hasDuePayment(db) : undefined
  const rows = await selectOrders(db, side)
    .where(and(where, dueCondition, status === undefined ? undefined : eq(orders.status, status)))
    .orderBy(...sortedBy(sortColumns, query, [descending(orders.id)], descending(orders.id)))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const orderIds = rows.map((row) => row.order.id)
  const lines = await loadPaymentLines(db, orderIds)
  const pictures = await loadOrderPictures(db, orderIds)
  const sent = await loadSentReminders(db, companyId, orderIds)
  const byStatus = await countOrdersByStatus(db, side, where)
  const { total, counts } = countsOf(byStatus, status)
  const ofStatus = byStatus.filter((row) => status === undefined || row.status === status)
  const sum = (rows: typeof byStatus) => rows.reduce((all, row) => all + row.toPay, 0)
  return {
    total: toPay === true ? sum(ofStatus) : total,
    counts,
    toPay: sum(byStatus),
    payeeMissing: side === 'seller' && !(await hasPayeeAccount(db, companyId)),
    data: rows.map((row) => presentOrder(row, lines, side, pictures.get(row.order.id), sent.get(row.order.id))),
  }
}

export const buyerOrders: Handler<typeof ordersCalls.buyerOrders> = (input, { caller, db }) =>
  listOrders(db, 'buyer', caller.companyId, input)

export const sellerOrders: Handler<typeof ordersCalls.sellerOrders> = (input, { caller, db }) =>
  listOrders(db, 'seller', caller.companyId, input)

/**
 * Product lines of the company's orders, without services and without declined or cancelled orders.
 */
export const boughtGoods: Handler<typeof ordersCalls.boughtGoods> = async ({ keyword, current, pageSize }, context) => {
  const { caller, db } = context
  const pattern = likePattern(keyword)
  const where = and(
    eq(orders.buyerCompanyId, caller.companyId),
    eq(orders.source, 'cart'),
    eq(orderLines.kind, 'product'),
    notInArray(orders.status, [...endedStatuses]),
    keyword === ''
      ? undefined
      : or(ilike(orderLines.name, pattern), ilike(companies.name, pattern), ilike(orders.orderNo, pattern)),
  )
  const [counted] = await db
    .select({ total: count() })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .innerJoin(companies, eq(companies.id, orders.sellerCompanyId))
    .where(where)
  const { name, kind, listingId, unit, quantity, unitPrice, amount } = orderLines
  const rows = await db
    .select({
      lineId: orderLines.id,
      orderId: orders.id,
      orderNo: orders.orderNo,
      status: orders.status,
      name,
      kind,
      listingId,
      unit,
      quantity,
      unitPrice,
      amount,
      otherOrgId: companies.id,
      otherName: companies.name,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .innerJoin(companies, eq(companies.id, orders.sellerCompanyId))
    .where(where)
    .orderBy(desc(orders.id), desc(orderLines.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const pictureOf = await loadLinePictures(db, rows)
  return {
    total: counted?.total ?? 0,
    data: rows.map(({ createdAt, kind: listingKind, listingId: id, ...row }) => ({
      ...row,
      pictureUrl: pictureOf({ kind: listingKind, listingId: id }),
      createdAt: createdAt.toISOString(),
    })),
  }
}
