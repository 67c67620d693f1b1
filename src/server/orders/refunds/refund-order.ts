import { and, asc, eq, inArray } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { refunds } from '../../../db/tables/payments.ts'
import { recordSteps } from '../../operations/public.ts'
import type { Order } from '../lock-order.ts'
import { bySystem } from '../payments/line-steps.ts'
import type { News } from '../payments/tell-payments.ts'
import { makeRefunds } from './make-refunds.ts'
import { roomOf } from './room.ts'

/**
 * Gives back what was paid for an order that ends: so many fen, or all that stands. What was asked for and not
 * answered is part of it. The order is locked before. Answers what goes back now; refunds under way are not counted
 * again. Throws refundTooMuch when less stands.
 */
export async function refundOrder(
  tx: Db,
  news: News,
  order: Order,
  { amount, reason }: { readonly amount: number | 'all'; readonly reason: string },
): Promise<number> {
  await withdrawAsked(tx, order.id)
  const room = await roomOf(tx, order.id)
  const back = amount === 'all' ? room.parts.reduce((sum, part) => sum + part.room, 0) : amount
  if (back === 0) return 0
  if (back < 0) throw new CallFailed('refundTooMuch')
  await makeRefunds(tx, news, order, { room, amount: back, reason, status: 'pending', by: bySystem, event: 'give' })
  return back
}

async function withdrawAsked(tx: Db, orderId: number): Promise<void> {
  const asked = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.status, 'requested')))
    .orderBy(asc(refunds.id))
  if (asked.length === 0) return
  const ids = asked.map(({ id }) => id)
  await tx.update(refunds).set({ status: 'withdrawn' }).where(inArray(refunds.id, ids))
  const step = { event: 'withdraw', fromStatus: 'requested', toStatus: 'withdrawn', reason: '订单结束，并入订单退款' }
  await recordSteps(
    tx,
    ids.map((entityId) => ({ entity: 'refund' as const, entityId, ...step })),
  )
}
