import { and, eq, inArray, isNull, max, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { fulfilmentCalls } from '../../../contract/orders/fulfilment.ts'
import type { Db } from '../../../db/open.ts'
import { deliveries } from '../../../db/tables/fulfilment.ts'
import { paymentLines } from '../../../db/tables/orders.ts'
import { dealFile, type DealFacts } from '../../../domain/orders/deal-record.ts'
import { finalPaymentDays } from '../../../domain/orders/deadlines.ts'
import type { Handler } from '../../handler.ts'
import { lockOrder, type Order } from '../lock-order.ts'
import { saveDeliveredBatches } from './delivered-batches.ts'
import { deliverMilestone } from '../milestones/milestone-steps.ts'
import { loadMilestones, milestoneOfStep } from '../milestones/milestones.ts'
import { moveOrder } from '../move-order.ts'
import { recordDueLines } from '../payments/move-payment-line.ts'
import { notifyOrderSide } from '../notify-order.ts'
import { actorOf } from '../../platform/history/record-steps.ts'
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
    const milestones = await loadMilestones(tx, orderId)
    const milestone = milestoneOfStep(milestones, input.milestoneId)
    const { id, facts } = await createDelivery(tx, locked, input, caller)
    if (milestone !== undefined) {
      const step = { milestones, milestone, by }
      const delivery = { summary: deliverySummary(input), facts }
      return { order: await deliverMilestone(tx, context, locked, step, delivery), deliveryId: id }
    }
    const now = new Date()
    const moved = await moveOrder(tx, locked, {
      event: 'deliver',
      actor: 'seller',
      by,
      facts,
      // Delivering waives the payment deadline.
      set: { deliveredAt: now, firstDeliveredAt: locked.firstDeliveredAt ?? now, unpaidUntil: null },
    })
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

/** Inserts a delivery; its files must be the seller's own uploads, its batches of the ordered goods. `facts` are for the deal record. */
async function createDelivery(
  tx: Db,
  { id: orderId }: Order,
  { note, carrier, trackingNo, fileIds, batchIds, milestoneId }: DeliveryInput,
  caller: { readonly userId: number; readonly companyId: number },
): Promise<{ readonly id: number; readonly facts: DealFacts }> {
  const ids = [...new Set(fileIds)]
  const own = await ownFiles(tx, ids, caller, 'attachment')
  if (own.size < ids.length) throw new CallFailed('notFound')
  const [last] = await tx
    .select({ seq: max(deliveries.seq) })
    .from(deliveries)
    .where(eq(deliveries.orderId, orderId))
  const seq = (last?.seq ?? 0) + 1
  const row = {
    orderId,
    seq,
    milestoneId: milestoneId ?? null,
    note,
    carrier,
    trackingNo,
    fileIds: ids,
    userId: caller.userId,
  }
  const [made] = await tx.insert(deliveries).values(row).returning({ id: deliveries.id })
  if (made === undefined) throw new Error('A delivery was not saved')
  const given = { orderId, deliveryId: made.id, companyId: caller.companyId }
  const batches = await saveDeliveredBatches(tx, given, batchIds)
  const files = ids.flatMap((id) => own.get(id) ?? []).map(dealFile)
  const facts = { delivery: seq, note, carrier, trackingNo, files }
  return { id: made.id, facts: batches.length === 0 ? facts : { ...facts, batches } }
}

/**
 * Payments without a due date get one with the delivery: scheduled ones are due, those that wait for a verdict or a
 * refund keep their state and fall due should it fail.
 */
async function markFinalPaymentsDue(tx: Db, orderId: number): Promise<void> {
  const dueAt = sql`now() + make_interval(days => ${finalPaymentDays})`
  const withoutDate = and(eq(paymentLines.orderId, orderId), isNull(paymentLines.dueAt))
  const due = await tx
    .update(paymentLines)
    .set({ status: 'due', dueAt })
    .where(and(withoutDate, eq(paymentLines.status, 'scheduled')))
    .returning()
  await recordDueLines(tx, due)
  await tx
    .update(paymentLines)
    .set({ dueAt })
    .where(and(withoutDate, inArray(paymentLines.status, ['submitted', 'rejected', 'refund_pending'])))
}
