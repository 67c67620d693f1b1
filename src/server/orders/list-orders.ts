import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { ordersCalls } from '../../contract/orders/orders.ts'
import type { Db } from '../../db/open.ts'
import { orders } from '../../db/tables/orders.ts'
import { countsOf, descending } from '../operations/public.ts'
import { companyOf, linesOf, named, orderCounts, orderRows, presentOrder, type Side } from './present-order.ts'

type Asked = z.output<typeof ordersCalls.buyerOrders.input>

/** One page of a company's orders on one side, with the counts of all states: three queries, whatever the page. */
export async function listOrders(db: Db, side: Side, companyId: number, asked: Asked) {
  const { keyword, status, current, pageSize } = asked
  const where = and(eq(companyOf(side), companyId), named(keyword))
  const rows = await orderRows(db, side)
    .where(and(where, status === undefined ? undefined : eq(orders.status, status)))
    .orderBy(descending(orders.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const lines = await linesOf(
    db,
    rows.map((row) => row.order.id),
  )
  const counts = countsOf(await orderCounts(db, side, where), status)
  return { ...counts, data: rows.map((row) => presentOrder(row, lines)) }
}
