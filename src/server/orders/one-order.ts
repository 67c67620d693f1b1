import { and, asc, eq } from 'drizzle-orm'
import type { OrderDetail } from '../../contract/orders/orders.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { orderLines, orders } from '../../db/tables/orders.ts'
import { historyOf } from '../operations/public.ts'
import { companyOf, linesOf, orderRows, presentOrder, type Side } from './present-order.ts'

/** One order of a company on one side, whole; anybody else's is not found. */
export async function oneOrder(db: Db, side: Side, companyId: number, orderId: number): Promise<OrderDetail> {
  const [row] = await orderRows(db, side).where(and(eq(orders.id, orderId), eq(companyOf(side), companyId)))
  if (row === undefined) throw new CallFailed('notFound')
  const payments = await linesOf(db, [orderId])
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(asc(orderLines.id))
  return {
    ...presentOrder(row, payments),
    source: row.order.source,
    demandId: row.order.demandId,
    offerId: row.order.offerId,
    lines: lines.map(({ name, unit, quantity, unitPrice, amount }) => ({ name, unit, quantity, unitPrice, amount })),
    payments: payments.map(({ seq, name, percent, amount, status, dueAt }) => ({
      ...{ seq, name, percent, amount, status },
      dueAt: dueAt?.toISOString() ?? null,
    })),
    history: await historyOf(db, 'order', orderId),
  }
}
