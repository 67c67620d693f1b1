import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { ordersCalls } from '../../contract/orders/orders.ts'
import type { Db } from '../../db/open.ts'
import { orders } from '../../db/tables/orders.ts'
import { countsOf, descending } from '../operations/public.ts'
import { hasPayeeAccount } from './payments/payee-account.ts'
import {
  companyOf,
  linesOf,
  madeBetween,
  named,
  orderCounts,
  orderRows,
  owesMoney,
  presentOrder,
  type Side,
} from './present-order.ts'

type Asked = z.output<typeof ordersCalls.buyerOrders.input>

/** One page of a company's orders on one side, with the counts of all states: a handful of queries, whatever the page. */
export async function listOrders(db: Db, side: Side, companyId: number, asked: Asked) {
  const { keyword, status, toPay, from, until, current, pageSize } = asked
  const where = and(eq(companyOf(side), companyId), named(keyword), madeBetween(from, until))
  const owing = toPay === true ? owesMoney(db) : undefined
  const rows = await orderRows(db, side)
    .where(and(where, owing, status === undefined ? undefined : eq(orders.status, status)))
    .orderBy(descending(orders.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const lines = await linesOf(
    db,
    rows.map((row) => row.order.id),
  )
  const byStatus = await orderCounts(db, side, where)
  const { total, counts } = countsOf(byStatus, status)
  const ofStatus = byStatus.filter((row) => status === undefined || row.status === status)
  const sum = (rows: typeof byStatus) => rows.reduce((all, row) => all + row.toPay, 0)
  return {
    ...{ total: toPay === true ? sum(ofStatus) : total, counts, toPay: sum(byStatus) },
    payeeMissing: side === 'seller' && !(await hasPayeeAccount(db, companyId)),
    data: rows.map((row) => presentOrder(row, lines, side)),
  }
}
