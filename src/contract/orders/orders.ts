import { z } from 'zod'
import { moneyMoveKinds } from '../../domain/orders/ledger.ts'
import { orderActions } from '../../domain/orders/order-actions.ts'
import { orderSources, orderStatuses } from '../../domain/orders/order-states.ts'
import { paymentMethods } from '../../domain/orders/payment-methods.ts'
import { orderPaymentStates, paymentStatuses } from '../../domain/orders/payment-states.ts'
import { company, seller } from '../access.ts'
import { call } from '../call.ts'
import { dayInput, fen, id, keyword, listOf, moment, optionalText, paging } from '../fields.ts'
import { historyStep } from '../state.ts'
import { delivery } from './papers.ts'

const side = z.enum(['buyer', 'seller'])

/** An order as lists show it; `otherName` is the other side's company. */
const orderRow = z.object({
  orderId: id,
  orderNo: z.string(),
  title: z.string(),
  otherOrgId: id,
  otherName: z.string(),
  /** fen */
  total: fen,
  /** fen that were confirmed as paid */
  paid: fen,
  status: z.enum(orderStatuses),
  paymentState: z.enum(orderPaymentStates),
  source: z.enum(orderSources),
  /** Ends by itself when nothing was paid until then; null = it does not. */
  unpaidUntil: moment.nullable(),
  /** End of the day by which the supplier promised to deliver. */
  promisedAt: moment.nullable(),
  /** The delivery that waits for its acceptance or was accepted. */
  deliveredAt: moment.nullable(),
  /** Who asked to cancel and waits for the other's word. */
  cancelWantedBy: side.nullable(),
  /** A payment is due and has not been sent yet. */
  canPay: z.boolean(),
  /** What the reading side may do now. */
  steps: z.array(z.enum(orderActions)),
  createdAt: moment,
})
export type OrderRow = z.output<typeof orderRow>

const orderDetail = orderRow.extend({
  demandId: id.nullable(),
  offerId: id.nullable(),
  /** What the order came from with others in one submit; null = alone. */
  groupId: id.nullable(),
  postage: fen,
  remark: z.string(),
  /** Where it is sent, whole for its two sides; null = nothing is sent. */
  address: z
    .object({
      receiver: z.string(),
      mobile: z.string(),
      districtName: z.string(),
      street: z.string(),
    })
    .nullable(),
  /** How the buyer wants to be invoiced; null = 暂不开票. */
  invoice: z.object({ kind: z.enum(['normal', 'special']), title: z.string(), taxNo: z.string() }).nullable(),
  completedAt: moment.nullable(),
  /** Something is left to pay, and the supplier has not told the account for transfers. */
  payeeMissing: z.boolean(),
  /** The cancellation that is asked for, and what of the money paid would go back (fen). */
  cancel: z.object({ by: side, reason: z.string(), refund: fen }).nullable(),
  /** Newest first. */
  deliveries: z.array(delivery),
  lines: z.array(
    z.object({
      lineId: id,
      kind: z.enum(['service', 'product']).nullable(),
      listingId: id.nullable(),
      listingNo: z.string(),
      name: z.string(),
      specName: z.string(),
      unit: z.string(),
      quantity: z.int(),
      listPrice: fen,
      unitPrice: fen,
      amount: fen,
      /** Of the amount, what is paid first. */
      downPayment: fen,
    }),
  ),
  payments: z.array(
    z.object({
      lineId: id,
      seq: z.int(),
      name: z.string(),
      percent: z.int(),
      amount: fen,
      /** Confirmed as received, refunds taken off. */
      paid: fen,
      status: z.enum(paymentStatuses),
      dueAt: moment.nullable(),
    }),
  ),
  history: z.array(historyStep),
  /** What came in, was taken back by the supplier as confirmed in error, and went back to the buyer; oldest first. */
  moneyMoves: z.array(
    z.object({
      kind: z.enum(moneyMoveKinds),
      method: z.enum(paymentMethods),
      amount: fen,
      /** Of the payment's lines. */
      name: z.string(),
      at: moment,
    }),
  ),
})
export type OrderDetail = z.output<typeof orderDetail>

/** One line of an order of goods. Money in fen. */
const boughtRow = z.object({
  lineId: id,
  orderId: id,
  orderNo: z.string(),
  status: z.enum(orderStatuses),
  name: z.string(),
  unit: z.string(),
  quantity: z.int(),
  unitPrice: fen,
  amount: fen,
  otherOrgId: id,
  otherName: z.string(),
  createdAt: moment,
})
export type BoughtRow = z.output<typeof boughtRow>

const orderList = z.object({
  keyword: keyword.default(''),
  status: z.enum(orderStatuses).optional(),
  /** Only those of which a payment is due. */
  toPay: z.literal(true).optional(),
  /** Days of Shanghai, both counted: 2026-11-21. */
  from: dayInput.optional(),
  until: dayInput.optional(),
  ...paging,
})
const orderPage = listOf(orderRow).extend({
  counts: z.partialRecord(z.enum(orderStatuses), z.int()),
  /** How many of all states have a payment due. */
  toPay: z.int(),
  /** On the supplier's side: the company has not told the account into which it is paid. */
  payeeMissing: z.boolean(),
})

export const ordersCalls = {
  buyerOrders: call({
    path: '/fmall/order/buyer/list-page',
    summary: '本企业采购的订单，附各状态数量',
    access: company('my_orders'),
    input: orderList,
    output: orderPage,
    ours: true,
  }),
  buyerOrder: call({
    path: '/fmall/order/buyer/detail',
    summary: '本企业采购的一份订单',
    access: company('my_orders'),
    input: z.object({ orderId: id }),
    output: orderDetail,
    ours: true,
  }),
  boughtGoods: call({
    path: '/fmall/order/buyer/goods-page',
    summary: '本企业买过的商品，按订单行，最近的在前',
    access: company('my_orders'),
    input: z.object({ keyword: keyword.default(''), ...paging }),
    output: listOf(boughtRow),
    ours: true,
  }),
  sellerOrders: call({
    path: '/fmall/order/saler/list-page',
    summary: '本企业承接的订单，附各状态数量',
    access: seller('order_manage'),
    input: orderList,
    output: orderPage,
    ours: true,
  }),
  sellerOrder: call({
    path: '/fmall/order/saler/detail',
    summary: '本企业承接的一份订单',
    access: seller('order_manage'),
    input: z.object({ orderId: id }),
    output: orderDetail,
    ours: true,
  }),
  sellerOrderStep: call({
    path: '/fmall/order/saler/step',
    summary: '供应商：确认或拒绝订单、开工、取消、同意或不同意买家的取消、发起争议',
    access: seller('order_manage'),
    input: z.object({
      orderId: id,
      /** `cancel` asks the buyer. */
      event: z.enum(['confirm', 'decline', 'start', 'cancel', 'agreeCancel', 'refuseCancel', 'dropCancel', 'dispute']),
      reason: optionalText(500).default(''),
      /** With `confirm`: the day of Shanghai by which it is delivered. */
      promisedAt: dayInput.optional(),
      /** As of `buyerOrderStep`. */
      refundAmount: fen.optional(),
    }),
    output: z.object({ status: z.enum(orderStatuses) }),
    failures: ['stepNotAllowed', 'refundTooMuch'],
    logs: '处理订单',
    ours: true,
  }),
}
