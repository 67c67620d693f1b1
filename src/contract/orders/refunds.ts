import { z } from 'zod'
import { paymentMethods } from '../../domain/orders/payment-methods.ts'
import { refundStatuses } from '../../domain/orders/payment-states.ts'
import { company, seller } from '../access.ts'
import { call } from '../call.ts'
import { fen, id, moment, optionalText, text } from '../fields.ts'
import { historyStep } from '../state.ts'

/** A refund. Amounts in fen. */
const refund = z.object({
  refundId: id,
  refundNo: z.string(),
  orderId: id,
  lineId: id,
  lineName: z.string(),
  /** Original payment method, also used for the refund. */
  method: z.enum(paymentMethods),
  amount: fen,
  status: z.enum(refundStatuses),
  reason: z.string(),
  answer: z.string(),
  voucherUrl: z.string().nullable(),
  createdAt: moment,
  doneAt: moment.nullable(),
  history: z.array(historyStep),
})
export type Refund = z.output<typeof refund>
const orderRefunds = z.object({
  data: z.array(refund),
  /** Refundable amount by payment line. */
  refundable: z.array(z.object({ lineId: id, name: z.string(), amount: fen })),
})
const refundRequest = z.object({ orderId: id, lineId: id, amount: fen.min(1, '请填写退款金额'), reason: text(200) })
/** One refund per payment. */
const refundsResult = z.object({ refunds: z.array(refund) })

export const refundsCalls = {
  buyerRefunds: call({
    path: '/fmall/refund/buyer/list',
    summary: '一份采购订单的退款与可退金额',
    access: company('my_orders'),
    reads: true,
    input: z.object({ orderId: id }),
    output: orderRefunds,
    ours: true,
  }),
  sellerRefunds: call({
    path: '/fmall/refund/saler/list',
    summary: '一份承接订单的退款与可退金额',
    access: seller('order_manage'),
    reads: true,
    input: z.object({ orderId: id }),
    output: orderRefunds,
    ours: true,
  }),
  refundAsk: call({
    path: '/fmall/refund/buyer/save',
    summary: '买家申请退款，等待供应商同意；多付的部分同样由此退回',
    access: company('my_orders'),
    idempotent: true,
    input: refundRequest,
    output: refundsResult,
    failures: ['refundTooMuch', 'stepNotAllowed'],
    logs: '申请退款',
    ours: true,
    perMinute: 30,
    perDay: 200,
  }),
  refundWithdraw: call({
    path: '/fmall/refund/buyer/withdraw',
    summary: '撤回尚未处理的退款申请',
    access: company('my_orders'),
    input: z.object({ refundId: id }),
    output: refundsResult,
    failures: ['stepNotAllowed'],
    ours: true,
    perMinute: 30,
    perDay: 200,
  }),
  refundGive: call({
    path: '/fmall/refund/saler/save',
    summary: '供应商主动退款',
    access: seller('order_manage'),
    idempotent: true,
    input: refundRequest,
    output: refundsResult,
    failures: ['refundTooMuch', 'stepNotAllowed'],
    logs: '发起退款',
    ours: true,
  }),
  refundStep: call({
    path: '/fmall/refund/saler/step',
    summary: '供应商同意、拒绝退款，或上传凭证确认已转回；在线付款的款项由渠道原路退回',
    access: seller('order_manage'),
    idempotent: true,
    input: z.object({
      refundId: id,
      event: z.enum(['agree', 'refuse', 'done']),
      reason: optionalText(200).default(''),
      /** With `done`: the voucher of the transfer back, an upload for the purpose `attachment`. */
      voucherId: z.string().max(40).optional(),
    }),
    output: refundsResult,
    failures: ['refundTooMuch', 'stepNotAllowed', 'gatewayAway'],
    logs: '处理退款',
    ours: true,
  }),
}
