import { and, eq, isNull, max, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { fulfilmentCalls } from '../../../contract/orders/fulfilment.ts'
import type { Db } from '../../../db/open.ts'
import { deliveries } from '../../../db/tables/fulfilment.ts'
import { paymentLines } from '../../../db/tables/orders.ts'
import { tailDueDays } from '../../../domain/orders/desk.ts'
import type { Handler } from '../../handler.ts'
import { actorOf, ownFiles, recordSteps } from '../../operations/public.ts'
import { lockOrder, type Order } from '../lock-order.ts'
import { moveOrder } from '../order-moved.ts'
import { tellSide } from '../tell-order.ts'

type Delivered = Parameters<typeof orderDeliver>[0]

/** A carrier alone hands over nothing. */
export const orderDeliver: Handler<typeof fulfilmentCalls.orderDeliver> = async (input, context) => {
  const { caller, db, note } = context
  const { orderId, fileIds } = input
  if (input.note === '' && input.trackingNo === '' && fileIds.length === 0) throw new CallFailed('nothingDelivered')
  const { order, deliveryId } = await db.transaction(async (tx) => {
    const of = await lockOrder(tx, 'seller', caller.companyId, orderId)
    const by = actorOf(caller)
    const now = new Date()
    const moved = await moveOrder(tx, of, {
      ...{ event: 'deliver', actor: 'seller', by },
      // Whoever hands over trusts that it is paid.
      set: { deliveredAt: now, firstDeliveredAt: of.firstDeliveredAt ?? now, unpaidUntil: null },
    })
    const id = await addDelivery(tx, of, input, caller)
    await restFallsDue(tx, orderId)
    await tellSide(tx, context, moved, 'buyer', {
      title: `订单 ${of.orderNo} 已${of.source === 'cart' ? '发货' : '交付'}，请验收`,
      text: `${wayOf(input)}请在 14 天内验收，逾期自动完成。`,
    })
    return { order: moved, deliveryId: id }
  })
  note(`${order.orderNo}，交付`)
  return { status: order.status, deliveryId }
}

const wayOf = ({ carrier, trackingNo, fileIds }: Delivered): string =>
  [
    trackingNo === '' ? '' : `${carrier === '' ? '物流单号' : carrier} ${trackingNo}。`,
    fileIds.length === 0 ? '' : `附 ${fileIds.length} 份文件。`,
  ].join('')

/** One row each time; its files are the seller's own uploads. */
async function addDelivery(
  tx: Db,
  { id: orderId }: Order,
  { note, carrier, trackingNo, fileIds }: Delivered,
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
  if (made === undefined) throw new Error('A delivery was not kept')
  return made.id
}

/** With the delivery the rest falls due; what has a day of its own waits for it. */
async function restFallsDue(tx: Db, orderId: number): Promise<void> {
  const due = await tx
    .update(paymentLines)
    .set({ status: 'due', dueAt: sql`now() + make_interval(days => ${tailDueDays})` })
    .where(and(eq(paymentLines.orderId, orderId), eq(paymentLines.status, 'scheduled'), isNull(paymentLines.dueAt)))
    .returning({ id: paymentLines.id })
  const step = { entity: 'payment' as const, event: 'due', fromStatus: 'scheduled', toStatus: 'due' }
  await recordSteps(
    tx,
    due.map(({ id }) => ({ ...step, entityId: id })),
  )
}
