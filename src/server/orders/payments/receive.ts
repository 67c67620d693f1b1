import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { orders } from '../../../db/tables/orders.ts'
import { payments } from '../../../db/tables/payments.ts'
import { spreadReceived } from '../../../domain/orders/spread.ts'
import type { Order } from '../lock-order.ts'
import { comesToNothing } from '../../../domain/orders/payable.ts'
import type { PaymentLine } from '../present-order.ts'
import { refundOrder } from '../refunds/refund-order.ts'
import { moveLine, oweAgain, type By } from './line-steps.ts'
import type { LockedPayment } from './locks.ts'
import { takeMoney } from './money.ts'
import { tellReceived, type News } from './tell-payments.ts'

interface Receipt {
  /** fen, more than nothing */
  readonly amount: number
  readonly by: By
  readonly tradeNo?: string
  readonly at: Date
}

/**
 * Money of a payment came in, as much as it was: it is spread over its lines, those that are whole are confirmed, the
 * others are owed on. What comes for an order that has ended goes back by itself. Everything is locked before.
 */
export async function receive(tx: Db, news: News, locked: LockedPayment, receipt: Receipt): Promise<void> {
  const { payment, parts } = locked
  await tx
    .update(payments)
    .set({ status: 'confirmed', received: receipt.amount, confirmedAt: receipt.at, tradeNo: receipt.tradeNo ?? null })
    .where(eq(payments.id, payment.id))
  const shares = spreadReceived(parts, receipt.amount)
  const sums = new Map<number, { received: number; over: number }>()
  for (const [index, part] of parts.entries()) {
    const amount = shares[index] ?? 0
    const order = locked.orders.find(({ id }) => id === part.orderId)
    const line = locked.lines.get(part.lineId)
    if (order === undefined || line === undefined) throw new Error(`Part ${part.id} is not locked`)
    const paid = amount === 0 ? line : await takeMoney(tx, { order, line, part, method: payment.method, amount })
    await settle(tx, paid, receipt.by)
    const sum = sums.get(order.id) ?? { received: 0, over: 0 }
    const over = Math.max(0, paid.paid - Math.max(line.amount, line.paid))
    sums.set(order.id, { received: sum.received + amount, over: sum.over + over })
  }
  for (const [orderId, sum] of sums) {
    const order = locked.orders.find(({ id }) => id === orderId)
    if (order !== undefined && sum.received > 0) await close(tx, news, order, sum)
  }
}

/** Where a line stands with what it has now. */
async function settle(tx: Db, line: PaymentLine, by: By): Promise<void> {
  if (line.paid >= line.amount) await moveLine(tx, line, 'confirm', by)
  else if (line.status === 'submitted') await oweAgain(tx, line, 'submit', by, '到账不足，余款待付')
}

/** An order that something was paid of does not end by itself; one that has ended gives it back. */
async function close(tx: Db, news: News, order: Order, sum: { received: number; over: number }): Promise<void> {
  if (order.unpaidUntil !== null) await tx.update(orders).set({ unpaidUntil: null }).where(eq(orders.id, order.id))
  const back = comesToNothing(order.status)
    ? await refundOrder(tx, news, order, { amount: 'all', reason: '订单已结束，收到的款项退回' })
    : 0
  await tellReceived(tx, news, { order, ...sum, back })
}
