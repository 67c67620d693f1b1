import { z } from 'zod'
import { minRulingLength } from '../../domain/orders/disputes.ts'
import { paymentMethods } from '../../domain/orders/payment-methods.ts'
import { refundStatuses } from '../../domain/orders/payment-states.ts'
import { maxRefundFiles, refundRequestStatuses } from '../../domain/orders/refund-requests.ts'
import { sides } from '../../domain/sides.ts'
import { company, operator, seller } from '../access.ts'
import { call } from '../call.ts'
import { fen, id, listOf, moment, optionalText, paging, text } from '../fields.ts'
import { historyStep } from '../state.ts'

const buyer = company('my_orders')
const supplier = seller('order_manage')

/** A refund of a part of one payment. Amounts in fen. */
const refund = z.object({
  refundId: id,
  refundNo: z.string(),
  orderId: id,
  lineId: id,
  lineName: z.string(),
  /** The request it carries out; null = the end of the order. */
  requestId: id.nullable(),
  /** How it goes back: as it was paid, or `bank` where the supplier transfers what was paid out to it. */
  method: z.enum(paymentMethods),
  paidBy: z.enum(paymentMethods),
  amount: fen,
  status: z.enum(refundStatuses),
  reason: z.string(),
  /** Why the buyer did not receive it, or the gateway's error. */
  answer: z.string(),
  voucherUrl: z.string().nullable(),
  createdAt: moment,
  sentAt: moment.nullable(),
  /** When a transfer without an objection counts as received; null = not transferred. */
  receivedBy: moment.nullable(),
  doneAt: moment.nullable(),
  history: z.array(historyStep),
})
export type Refund = z.output<typeof refund>

/** A request of a refund, or a refund that the supplier gave by itself. Amounts in fen. */
const refundRequest = z.object({
  requestId: id,
  orderId: id,
  side: z.enum(sides),
  status: z.enum(refundRequestStatuses),
  reason: z.string(),
  files: z.array(z.object({ fileId: z.string(), name: z.string(), size: z.int(), url: z.string() })),
  /** `agreed` is null before an answer. */
  lines: z.array(z.object({ lineId: id, name: z.string(), asked: fen, agreed: fen.nullable() })),
  /** Items of an order of goods; none = asked for by payment. */
  items: z.array(z.object({ orderLineId: id, name: z.string(), unit: z.string(), quantity: z.int(), amount: fen })),
  asked: fen,
  agreed: fen.nullable(),
  /** Reason of the refusal, or of the agreed amount. */
  answer: z.string(),
  escalation: z.string(),
  ruling: z.string(),
  answerUntil: moment,
  answeredAt: moment.nullable(),
  createdAt: moment,
  /** The buyer may turn to the platform now. */
  mayEscalate: z.boolean(),
  history: z.array(historyStep),
})
export type RefundRequest = z.output<typeof refundRequest>

const orderRefunds = z.object({
  /** Newest first. */
  requests: z.array(refundRequest),
  /** Newest first. */
  data: z.array(refund),
  /** Refundable amount by payment line; `isOpen`: an unanswered request names the line. */
  refundable: z.array(z.object({ lineId: id, name: z.string(), amount: fen, isOpen: z.boolean() })),
  /** Items of an order of goods with what is left of them; none = refunds are asked for by payment only. */
  items: z.array(
    z.object({
      orderLineId: id,
      name: z.string(),
      specName: z.string(),
      unit: z.string(),
      quantity: z.int(),
      amount: fen,
    }),
  ),
  /** The order is disputed: refunds follow from the ruling. */
  disputed: z.boolean(),
  /** Issued invoices beyond what stays paid: to be reversed by a red invoice. */
  invoicedOver: fen,
})

const lines = z
  .array(z.object({ lineId: id, amount: fen }))
  .max(50)
  .default([])
const requestInput = z.object({
  orderId: id,
  /** By payment line; fen. Either these or items. */
  lines,
  /** By item of an order of goods; fen. */
  items: z
    .array(z.object({ orderLineId: id, quantity: z.int().min(1).max(1_000_000), amount: fen.min(1, '请填写退款金额') }))
    .max(200)
    .default([]),
  reason: text(200),
  /** Uploads for the purpose `attachment`. */
  fileIds: z.array(z.string().min(1).max(40)).max(maxRefundFiles).default([]),
})
const requestResult = z.object({ request: refundRequest })
const refundResult = z.object({ refund })
const ofOrder = z.object({ orderId: id })
const asksFailures = [
  'refundTooMuch',
  'payoutUnderWay',
  'refundLineUnpaid',
  'refundOpen',
  'refundDisputed',
  'stepNotAllowed',
] as const

/** A request that its buyer took to the platform. */
const refundCase = refundRequest.extend({
  orderNo: z.string(),
  title: z.string(),
  buyerName: z.string(),
  sellerName: z.string(),
  total: fen,
  paid: fen,
  escalatedAt: moment,
})
export type RefundCase = z.output<typeof refundCase>

/** An agreed transfer back that its supplier has not made; fen. */
const overdueTransfer = z.object({
  refundId: id,
  refundNo: z.string(),
  orderId: id,
  orderNo: z.string(),
  title: z.string(),
  buyerName: z.string(),
  sellerName: z.string(),
  lineName: z.string(),
  /** How the buyer paid it. */
  paidBy: z.enum(paymentMethods),
  amount: fen,
  reason: z.string(),
  /** Why the buyer did not receive an earlier transfer; else empty. */
  answer: z.string(),
  /** Agreed to, or last said not to have arrived. */
  pendingSince: moment,
})
export type OverdueTransfer = z.output<typeof overdueTransfer>

export const refundsCalls = {
  buyerRefunds: call({
    path: '/fmall/refund/buyer/list',
    summary: '一份采购订单的退款申请、退款与可退金额',
    access: buyer,
    byKey: true,
    reads: true,
    input: ofOrder,
    output: orderRefunds,
    ours: true,
  }),
  sellerRefunds: call({
    path: '/fmall/refund/saler/list',
    summary: '一份承接订单的退款申请、退款与可退金额',
    access: supplier,
    byKey: true,
    reads: true,
    input: ofOrder,
    output: orderRefunds,
    ours: true,
  }),
  refundAsk: call({
    path: '/fmall/refund/buyer/save',
    summary: '买家按款项或按商品申请退款，等待供应商同意；多付的部分同样由此退回',
    access: buyer,
    idempotent: true,
    input: requestInput,
    output: requestResult,
    failures: asksFailures,
    logs: '申请退款',
    ours: true,
    perMinute: 30,
    perDay: 200,
  }),
  refundWithdraw: call({
    path: '/fmall/refund/buyer/withdraw',
    summary: '撤回尚未处理的退款申请',
    access: buyer,
    input: z.object({ requestId: id }),
    output: requestResult,
    failures: ['stepNotAllowed'],
    ours: true,
    perMinute: 30,
    perDay: 200,
  }),
  refundEscalate: call({
    path: '/fmall/refund/buyer/escalate',
    summary: '供应商拒绝或到期未答复时，买家申请平台处理退款',
    access: buyer,
    input: z.object({ requestId: id, reason: text(500) }),
    output: requestResult,
    failures: [
      'stepNotAllowed',
      'refundAnswerPending',
      'refundDisputed',
      'refundTooMuch',
      'payoutUnderWay',
      'refundOpen',
    ],
    logs: '申请平台处理退款',
    ours: true,
    perMinute: 30,
    perDay: 200,
  }),
  refundReceipt: call({
    path: '/fmall/refund/buyer/receipt',
    summary: '买家确认收到供应商的转账退款，或说明没有收到',
    access: buyer,
    idempotent: true,
    input: z.object({ refundId: id, event: z.enum(['receive', 'deny']), reason: optionalText(200).default('') }),
    output: refundResult,
    failures: ['stepNotAllowed'],
    logs: '确认退款到账',
    ours: true,
  }),
  refundGive: call({
    path: '/fmall/refund/saler/save',
    summary: '供应商主动按款项或按商品退款，无需买家同意',
    access: supplier,
    idempotent: true,
    input: requestInput,
    output: requestResult,
    failures: asksFailures,
    logs: '发起退款',
    ours: true,
  }),
  refundAnswer: call({
    path: '/fmall/refund/saler/answer',
    summary: '供应商同意退款（全部或部分金额）或拒绝',
    access: supplier,
    idempotent: true,
    input: z.object({
      requestId: id,
      event: z.enum(['agree', 'refuse']),
      /** With `agree`: amounts by line, at most what was asked for; none = everything. */
      lines,
      /** Required with `refuse` and for less than was asked for. */
      reason: optionalText(200).default(''),
    }),
    output: requestResult,
    failures: ['refundTooMuch', 'payoutUnderWay', 'refundTooLittle', 'stepNotAllowed', 'refundDisputed'],
    logs: '答复退款申请',
    ours: true,
  }),
  refundSend: call({
    path: '/fmall/refund/saler/send',
    summary: '供应商登记已转账退回并上传凭证，等待买家确认；在线付款的款项由渠道原路退回',
    access: supplier,
    idempotent: true,
    input: z.object({
      refundId: id,
      /** Voucher of the transfer, an upload for the purpose `attachment`. */
      voucherId: z.string().max(40).default(''),
    }),
    output: refundResult,
    failures: ['stepNotAllowed'],
    logs: '登记转账退款',
    ours: true,
  }),
  refundCases: call({
    path: '/fmall/refund/case/list-page',
    summary: '平台：买家申请平台处理的退款，等得最久的在前',
    access: operator('trade'),
    reads: true,
    input: z.object({ ...paging }),
    output: listOf(refundCase),
    ours: true,
  }),
  overdueTransfers: call({
    path: '/fmall/refund/transfer/list-page',
    summary: '平台：供应商同意后逾期未转账的退款，等得最久的在前',
    access: operator('trade'),
    reads: true,
    input: z.object({ ...paging }),
    output: listOf(overdueTransfer),
    ours: true,
  }),
  refundRule: call({
    path: '/fmall/refund/case/rule',
    summary: '平台裁定一份退款申请：按款项填写应退金额，全部为 0 即不支持',
    access: operator('trade'),
    input: z.object({
      requestId: id,
      lines,
      reason: optionalText(500)
        .default('')
        .refine((reason) => reason.length >= minRulingLength, `请写明裁定的理由，至少 ${minRulingLength} 个字`),
    }),
    output: z.object({ status: z.enum(refundRequestStatuses) }),
    failures: ['refundRuled', 'refundTooMuch', 'payoutUnderWay', 'refundDisputed', 'ownCompany'],
    logs: '裁定退款申请',
    ours: true,
  }),
}
