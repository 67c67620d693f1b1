import { z } from 'zod'
import { orderStatuses } from '../../domain/orders/order-states.ts'
import { maxDeliveryBatches, maxDeliveryFiles } from '../../domain/orders/order-documents.ts'
import { company, seller } from '../access.ts'
import { call } from '../call.ts'
import { fen, id, optionalText, typedCode } from '../fields.ts'

const buyer = company('my_orders')
const supplier = seller('order_manage')
const fileId = z.string().min(1).max(40)
const moved = z.object({ status: z.enum(orderStatuses) })
const reason = optionalText(500).default('')

export const fulfilmentCalls = {
  buyerOrderStep: call({
    path: '/fmall/order/buyer/step',
    summary: '买家：验收、要求修改、取消、同意或不同意供应商的取消、发起争议',
    access: buyer,
    input: z.object({
      orderId: id,
      /** `cancel` ends an unconfirmed order, and requests cancellation of a confirmed one. */
      event: z.enum(['accept', 'requestChanges', 'cancel', 'agreeCancel', 'refuseCancel', 'dropCancel', 'dispute']),
      reason,
      /**
       * With `cancel` of a confirmed order: refund of the paid amount; default: all. With `agreeCancel`: the displayed
       * refund; if it differs from the current one → conflict.
       */
      refundAmount: fen.optional(),
      /** Id of the displayed delivery; if there is a newer one (of the milestone) → conflict. */
      deliveryId: id.optional(),
      /**
       * With `accept` and `requestChanges` of an order with stages: the milestone. Its acceptance makes its payment due
       * in seven days; the last one completes the order. Missing → milestoneNeeded; given for an order without stages →
       * milestoneUnneeded.
       */
      milestoneId: id.optional(),
    }),
    output: moved,
    failures: ['stepNotAllowed', 'refundTooMuch', 'payoutUnderWay', 'milestoneNeeded', 'milestoneUnneeded'],
    logs: '处理采购订单',
    ours: true,
  }),
  deliverableBatches: call({
    path: '/fmall/order/saler/batches',
    summary: '供应商发货时可选的批次：订单中商品已登记的批次',
    access: supplier,
    reads: true,
    input: z.object({ orderId: id }),
    output: z.object({
      data: z.array(
        z.object({
          batchId: id,
          batchNo: z.string(),
          productName: z.string(),
          retestOn: z.string().nullable(),
          expired: z.boolean(),
        }),
      ),
    }),
    ours: true,
  }),
  orderDeliver: call({
    path: '/fmall/order/saler/deliver',
    summary: '供应商交付：说明、文件或物流单号，至少一样',
    access: supplier,
    byKey: true,
    idempotent: true,
    input: z.object({
      orderId: id,
      note: optionalText(2000).default(''),
      carrier: optionalText(30).default(''),
      trackingNo: z.union([z.literal(''), typedCode.regex(/^[A-Za-z0-9-]{5,40}$/, '请填写有效的物流单号')]).default(''),
      fileIds: z.array(fileId).max(maxDeliveryFiles).default([]),
      /** Batches of the ordered goods: `deliverableBatches`. */
      batchIds: z.array(id).max(maxDeliveryBatches).default([]),
      /** The milestone that is delivered, as in `buyerOrderStep`. */
      milestoneId: id.optional(),
    }),
    output: z.object({ status: z.enum(orderStatuses), deliveryId: id }),
    failures: ['stepNotAllowed', 'nothingDelivered', 'milestoneNeeded', 'milestoneUnneeded'],
    logs: '提交交付',
    ours: true,
  }),
}
