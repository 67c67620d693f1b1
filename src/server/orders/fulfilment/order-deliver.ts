import { and, eq, isNull, max, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { fulfilmentCalls } from '../../../contract/orders/fulfilment.ts'
import type { Db } from '../../../db/open.ts'
import { deliveries } from '../../../db/tables/fulfilment.ts'
import { paymentLines } from '../../../db/tables/orders.ts'
import { finalPaymentDays } from '../../../domain/orders/deadlines.ts'
import type { Handler } from '../../handler.ts'
import { lockOrder, type Order } from '../lock-order.ts'
import { moveOrder } from '../move-order.ts'
import { notifyOrderSide } from '../notify-order.ts'
import { actorOf, recordSteps } from '../../platform/history/record-steps.ts'
import { ownFiles } from '../../platform/files/files.ts'

type DeliveryInput = Parameters<typeof orderDeliver>[0]

/** Requires a note, a tracking number or a file; a carrier alone is not enough. */
export const orderDeliver: Handler<typeof fulfilmentCalls.orderDeliver> = async (input, context) => {
  const { caller, db, note } = context
  const { orderId, fileIds } = input
  if (input.note === '' && input.trackingNo === '' && fileIds.length === 0) throw new CallFailed('nothingDelivered')
  const { order, deliveryId } = await db.transaction(async (tx) => {
    const locked = await lockOrder(tx, 'seller', caller.companyId, orderId)
    const by = actorOf(caller)
    const now = new Date()
    const moved = await moveOrder(tx, locked, {
      event: 'deliver',
      actor: 'seller',
      by,
      // Delivering waives the payment deadline.
      set: { deliveredAt: now, firstDeliveredAt: locked.firstDeliveredAt ?? now, unpaidUntil: null },
    })
    const id = await createDelivery(tx, locked, input, caller)
    await markFinalPaymentsDue(tx, orderId)
    await notifyOrderSide(tx, context, moved, 'buyer', {
      title: `订单 ${locked.orderNo} 已${locked.source === 'cart' ? '发货' : '交付'}，请验收`,
      text: `${deliverySummary(input)}请在 14 天内验收，逾期自动完成。`,
    })
    return { order: moved, deliveryId: id }
  })
  note(`${order.orderNo}，交付`)
  return { status: order.status, deliveryId }
}

const deliverySummary = ({ carrier, trackingNo, fileIds }: DeliveryInput): string =>
  [
    trackingNo === '' ? '' : `${carrier === '' ? '物流单号' : carrier} ${trackingNo}。`,
    fileIds.length === 0 ? '' : `附 ${fileIds.length} 份文件。`,
  ].join('')

/** Inserts a delivery; its files must be the seller's own uploads. */
async function createDelivery(
  tx: Db,
  { id: orderId }: Order,
  { note, carrier, trackingNo, fileIds }: DeliveryInput,
  caller: { readonly userId: number; readonly companyId: number },
): Promise<number> {
  const ids = [...new Set(fileIds)]
  const own = await ownFiles(tx, ids, caller, 'attachment')
  if (own.size < ids.length) throw new CallFailed('notFound')
  const [last] = await tx
    .select({ seq: max(deliveries.seq) })
    .from(deliveries)
    .where(eq(deliveries.orderId, orderId))
  const row = { orderId, seq: (last?.seq ?? 0) + 1, note, carrier, trackingNo, fileIds: ids, userId: caller.userId }
  const [made] = await tx.insert(deliveries).values(row).returning({ id: deliveries.id })
  if (made === undefined) throw new Error('A delivery was not saved')
  return made.id
}

/** Marks scheduled payments without a due date as due after the delivery. */
async function markFinalPaymentsDue(tx: Db, orderId: number): Promise<void> {
  const due = await tx
    .update(paymentLines)
    .set({ status: 'due', dueAt: sql`now() + make_interval(days => ${finalPaymentDays})` })
    .where(and(eq(paymentLines.orderId, orderId), eq(paymentLines.status, 'scheduled'), isNull(paymentLines.dueAt)))
    .returning({ id: paymentLines.id })
  const step = { entity: 'payment' as const, event: 'due', fromStatus: 'scheduled', toStatus: 'due' }
  await recordSteps(
    tx,
    due.map(({ id }) => ({ ...step, entityId: id })),
  )
}
