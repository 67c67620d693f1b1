import { and, asc, eq } from 'drizzle-orm'
import type { OrderDetail } from '../../contract/orders/orders.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { orderLines, orders } from '../../db/tables/orders.ts'
import { isEnded } from '../../domain/orders/order-states.ts'
import { historyOf } from '../operations/public.ts'
import { refundWanted } from './fulfilment/cancel-wish.ts'
import { deliveriesOf } from './fulfilment/deliveries-of.ts'
import { isReminder } from './fulfilment/reminders.ts'
import { moneyMovesOf } from './payments/money-moves.ts'
import { hasPayeeAccount } from './payments/payee-account.ts'
import {
  companyOf,
  linesOf,
  orderRows,
  presentOrder,
  type LoadedOrder,
  type PaymentLine,
  type Side,
} from './present-order.ts'

/** One order of a company on one side, whole; anybody else's is not found. */
export async function oneOrder(db: Db, side: Side, companyId: number, orderId: number): Promise<OrderDetail> {
  const [row] = await orderRows(db, side).where(and(eq(orders.id, orderId), eq(companyOf(side), companyId)))
  if (row === undefined) throw new CallFailed('notFound')
  const payments = await linesOf(db, [orderId])
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(asc(orderLines.id))
  const { order } = row
  const owes = !isEnded(order.status) && payments.some(({ paid, amount }) => paid < amount)
  return {
    ...presentOrder(row, payments, side),
    ...{ demandId: order.demandId, offerId: order.offerId, groupId: order.groupId },
    ...{ postage: order.postage, remark: order.remark, address: order.address, invoice: order.invoice },
    completedAt: order.completedAt?.toISOString() ?? null,
    payeeMissing: owes && !(await hasPayeeAccount(db, order.sellerCompanyId)),
    cancel: await cancelOf(db, order, payments),
    deliveries: await deliveriesOf(db, orderId),
    lines: lines.map(({ id, orderId: _order, specId: _spec, ...line }) => ({ lineId: id, ...line })),
    payments: payments.map(({ id, seq, name, percent, amount, paid, status, dueAt }) => ({
      ...{ lineId: id, seq, name, percent, amount, paid, status },
      dueAt: dueAt?.toISOString() ?? null,
    })),
    history: await stepsOf(db, orderId),
    moneyMoves: await moneyMovesOf(db, orderId),
  }
}

/** What happened, without what people were reminded of. Only the platform moves an order out of a dispute alone. */
async function stepsOf(db: Db, orderId: number): Promise<OrderDetail['history']> {
  const steps = await historyOf(db, 'order', orderId)
  return steps.flatMap((step) => {
    if (isReminder(step.event)) return []
    return [step.fromStatus === 'disputed' && step.by === '系统' ? { ...step, by: '平台' } : step]
  })
}

async function cancelOf(
  db: Db,
  order: LoadedOrder['order'],
  lines: readonly PaymentLine[],
): Promise<OrderDetail['cancel']> {
  const { cancelWantedBy: by, cancelReason: reason } = order
  return by === null ? null : { by, reason, refund: await refundWanted(db, order, lines) }
}
