import { z } from 'zod'
import { paymentMethods } from '../../domain/orders/payment-methods.ts'
import { paymentBlockers } from '../../domain/orders/payment-blocker.ts'
import { paymentStates, paymentStatuses } from '../../domain/orders/payment-states.ts'
import { maxSelectedOrders } from '../../domain/orders/order-list.ts'
import { company, seller } from '../access.ts'
import { call } from '../call.ts'
import { fen, id, listOf, moment, momentInput, paging, text } from '../fields.ts'

const access = company('my_orders')
const method = z.enum(paymentMethods)
const lineIds = z
  .array(id)
  .min(1)
  .max(100)
  .refine((ids) => new Set(ids).size === ids.length, '同一笔款项只能出现一次')

/** A line of a payment schedule, with its order. Money in fen. */
const payable = z.object({
  lineId: id,
  orderId: id,
  orderNo: z.string(),
  orderTitle: z.string(),
  sellerId: id,
  sellerName: z.string(),
  name: z.string(),
  amount: fen,
  paid: fen,
  /** Amount left to pay. */
  open: fen,
  status: z.enum(paymentStatuses),
  dueAt: moment.nullable(),
  /** Why it cannot be paid now; null = it can. */
  blocker: z.enum(paymentBlockers).nullable(),
})
export type Payable = z.output<typeof payable>

/** Payee account for transfers; null = the supplier has not saved one yet. */
const payee = z.object({ accountName: z.string(), bankName: z.string(), accountNo: z.string() })

const payment = z.object({
  paymentId: id,
  paymentNo: z.string(),
  method,
  status: z.enum(paymentStates),
  amount: fen,
  /** Received amount, confirmed by the payee. */
  received: fen.nullable(),
  /** Remark code of the transfer. */
  remarkCode: z.string(),
  /** Path of the voucher, for both sides. */
  voucherUrl: z.string().nullable(),
  reason: z.string(),
  expiresAt: moment,
  /** When the transfer was made, as stated by the payer. */
  transferredAt: moment.nullable(),
  createdAt: moment,
  confirmedAt: moment.nullable(),
  parts: z.array(
    z.object({ lineId: id, orderId: id, orderNo: z.string(), name: z.string(), amount: fen, received: fen }),
  ),
})
export type Payment = z.output<typeof payment>

/** A payment as seen by its payee: only parts and sums of this supplier. */
const sellerPayment = payment.extend({
  buyerId: id,
  buyerName: z.string(),
  /** Waits for confirmation by the payee. */
  waits: z.boolean(),
  /** Until when the payee may reverse the receipt; null = not possible. */
  undoUntil: moment.nullable(),
})
export type SellerPayment = z.output<typeof sellerPayment>

export const paymentsCalls = {
  paymentInfo: call({
    path: '/fmall/order/get-payment-info',
    summary: '付款信息：一组、一份或所选订单中可付的款项、收款账户与可用的付款方式',
    access,
    reads: true,
    input: z
      .object({
        groupId: id.optional(),
        orderId: id.optional(),
        /** Orders that are paid together; those of other companies are left out. */
        orderIds: z.array(id).min(1).max(maxSelectedOrders).optional(),
      })
      .refine(
        ({ groupId, orderId, orderIds }) =>
          [groupId, orderId, orderIds].filter((each) => each !== undefined).length === 1,
        '请指明要付款的订单',
      ),
    output: z.object({
      payables: z.array(payable),
      /** Payee of each supplier, by company. */
      payees: z.array(
        z.object({
          sellerId: id,
          sellerName: z.string(),
          account: payee.nullable(),
          /** Pending details: payments up to `limit` (fen) use them at once, all from `effectiveAt` on. */
          change: z.object({ account: payee, limit: fen, effectiveAt: moment }).nullable(),
        }),
      ),
      methods: z.array(z.object({ method, enabled: z.boolean(), note: z.string() })),
      /** Attempts to pay these lines, newest first, 20 at most. */
      payments: z.array(payment),
      /** Payment deadline: unpaid orders of the group are cancelled then. */
      payUntil: moment.nullable(),
    }),
  }),
  paymentOpen: call({
    path: '/fmall/payment/open',
    summary: '发起付款：银行转账取得备注码，在线付款取得收银台地址或二维码；相同款项再次发起得到同一付款单',
    access,
    input: z.object({ lineIds, method }),
    output: z.object({
      payment,
      /** Redirect URL of the gateway; null = none. */
      url: z.string().nullable(),
      /** Text of a QR code to scan; null = none. */
      qr: z.string().nullable(),
    }),
    failures: [
      'methodOff',
      'severalPayees',
      'payeeMissing',
      'paidAlready',
      'stepNotAllowed',
      'gatewayAway',
      'approvalPending',
      'approverMissing',
      'requisitionDiffers',
    ],
    perMinute: 30,
    ours: true,
    logs: '发起付款',
  }),
  paymentConfirm: call({
    path: '/fmall/payment/confirm',
    summary: '确认付款：已转账的等待供应商核实到账（可附凭证），在线付款的给出付款页；指明付款单、订单或一组订单',
    access,
    idempotent: true,
    input: z
      .object({
        /** An open payment. */
        paymentId: id.optional(),
        /** Without `paymentId`: an order or an order group. Its due lines are paid, else the next line. */
        orderId: id.optional(),
        groupId: id.optional(),
        /** Payment method for `orderId` or `groupId`; a transfer goes to one supplier. */
        method: method.default('bank'),
        /** An upload of the company for the purpose `attachment`. Without it the payee matches by number and amount. */
        voucherId: z.string().min(1, '请上传转账凭证').max(40).optional(),
        transferredAt: momentInput.optional(),
      })
      .refine(
        ({ paymentId, orderId, groupId }) =>
          [paymentId, orderId, groupId].filter((each) => each !== undefined).length === 1,
        '请指明一个付款单、一份订单或一组订单',
      ),
    output: payment.extend({
      /** Page on which an online payment continues; null = none. */
      url: z.string().nullable(),
    }),
    failures: [
      'stepNotAllowed',
      'paymentOver',
      'paidAlready',
      'methodOff',
      'severalPayees',
      'payeeMissing',
      'approvalPending',
      'approverMissing',
      'requisitionDiffers',
    ],
    logs: '提交转账凭证',
  }),
  paymentState: call({
    path: '/fmall/payment/state',
    summary: '一个付款单现在如何；收银台返回后据此显示，不信浏览器',
    access,
    input: z.object({ paymentId: id }),
    output: payment,
    ours: true,
  }),
  paymentClose: call({
    path: '/fmall/payment/close',
    summary: '放弃一个尚未到账的付款单',
    access,
    input: z.object({ paymentId: id }),
    output: payment,
    failures: ['stepNotAllowed'],
    ours: true,
  }),
  sellerPayments: call({
    path: '/fmall/payment/saler/list-page',
    summary: '买家付给本企业的款项，待核实的在前',
    access: seller('order_manage'),
    byKey: true,
    reads: true,
    input: z.object({ status: z.enum(paymentStates).optional(), orderId: id.optional(), ...paging }),
    output: listOf(sellerPayment).extend({
      counts: z.partialRecord(z.enum(paymentStates), z.int()),
    }),
    ours: true,
  }),
  paymentVerdict: call({
    path: '/fmall/payment/saler/verdict',
    summary: '核实转账：填写实际到账金额，或说明为何没有到账',
    access: seller('order_manage'),
    idempotent: true,
    input: z.discriminatedUnion('verdict', [
      z.object({
        paymentId: id,
        verdict: z.literal('confirm'),
        /** May differ from the requested amount. */
        received: fen.min(1, '请填写到账金额'),
        /**
         * `received` minus the requested amount, as displayed and accepted; fen, negative = too little. Required if
         * they differ: if missing or wrong, receiptDiffers contains the difference.
         */
        difference: z.int().optional(),
      }),
      z.object({ paymentId: id, verdict: z.literal('reject'), reason: text(200) }),
    ]),
    output: sellerPayment,
    failures: ['stepNotAllowed', 'receiptDiffers'],
    logs: '核实到账',
    ours: true,
  }),
  paymentUndo: call({
    path: '/fmall/payment/saler/undo',
    summary: '撤销 24 小时内的到账确认：账目以冲正分录更正，同一凭证重新等待核实',
    access: seller('order_manage'),
    idempotent: true,
    input: z.object({ paymentId: id, reason: text(200) }),
    /** The new payment that waits in its place. */
    output: sellerPayment,
    failures: ['stepNotAllowed', 'receiptSettled', 'receiptUsed'],
    logs: '撤销到账确认',
    ours: true,
  }),
}
