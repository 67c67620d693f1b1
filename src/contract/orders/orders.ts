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
import { delivery } from './documents.ts'
import { sides } from '../../domain/sides.ts'

const side = z.enum(sides)

/** An order in lists; `otherName` is the other side's company. */
const orderRow = z.object({
  orderId: id,
  orderNo: z.string(),
  title: z.string(),
  /** Picture of its first line: uploaded, else the illustration of the category; empty for an order from a demand. */
  pictureUrl: z.string(),
  otherOrgId: id,
  otherName: z.string(),
  /** fen */
  total: fen,
  /** Confirmed payments, fen. */
  paid: fen,
  status: z.enum(orderStatuses),
  paymentState: z.enum(orderPaymentStates),
  source: z.enum(orderSources),
  /** Payment deadline: unpaid orders are cancelled then; null = none. */
  unpaidUntil: moment.nullable(),
  /** End of the promised delivery day. */
  promisedAt: moment.nullable(),
  /** Delivery that waits for acceptance or was accepted. */
  deliveredAt: moment.nullable(),
  /** Side with an open cancellation request. */
  cancelWantedBy: side.nullable(),
  /** A payment is due and not submitted yet. */
  canPay: z.boolean(),
  /** Steps available to the reading side. */
  steps: z.array(z.enum(orderActions)),
  createdAt: moment,
})
export type OrderRow = z.output<typeof orderRow>

const orderDetail = orderRow.extend({
  demandId: id.nullable(),
  offerId: id.nullable(),
  /** Order group of the same submit; null = none. */
  groupId: id.nullable(),
  postage: fen,
  remark: z.string(),
  /** Delivery address, unmasked for both sides; null = nothing is sent. */
  address: z
    .object({
      receiver: z.string(),
      mobile: z.string(),
      districtName: z.string(),
      street: z.string(),
    })
    .nullable(),
  /** Invoice preference of the buyer; null = 暂不开票. */
  invoice: z.object({ kind: z.enum(['normal', 'special']), title: z.string(), taxNo: z.string() }).nullable(),
  completedAt: moment.nullable(),
  /** A payment is open, and the supplier has no payee account yet. */
  payeeMissing: z.boolean(),
  /** Requested cancellation with the refund of the paid amount (fen). */
  cancel: z.object({ by: side, reason: z.string(), refund: fen }).nullable(),
  /** Newest first. */
  deliveries: z.array(delivery),
  lines: z.array(
    z.object({
      lineId: id,
      kind: z.enum(['service', 'product']).nullable(),
      listingId: id.nullable(),
      listingNo: z.string(),
      /** Uploaded picture of the listing, else the illustration of its category; empty for an item of an offer. */
      pictureUrl: z.string(),
      name: z.string(),
      specName: z.string(),
      unit: z.string(),
      quantity: z.int(),
      listPrice: fen,
      unitPrice: fen,
      amount: fen,
      /** Down payment, part of the amount. */
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
      /** Received minus refunds. */
      paid: fen,
      status: z.enum(paymentStatuses),
      dueAt: moment.nullable(),
    }),
  ),
  history: z.array(historyStep),
  /** Receipts, reversals by the supplier, and refunds; oldest first. */
  moneyMoves: z.array(
    z.object({
      kind: z.enum(moneyMoveKinds),
      method: z.enum(paymentMethods),
      amount: fen,
      /** Name of the payment's lines. */
      name: z.string(),
      at: moment,
    }),
  ),
})
export type OrderDetail = z.output<typeof orderDetail>

/** One line of an order of goods. Money in fen. */
const purchasedLine = z.object({
  lineId: id,
  orderId: id,
  orderNo: z.string(),
  status: z.enum(orderStatuses),
  name: z.string(),
  /** Uploaded picture of the product, else the illustration of its category. */
  pictureUrl: z.string(),
  unit: z.string(),
  quantity: z.int(),
  unitPrice: fen,
  amount: fen,
  otherOrgId: id,
  otherName: z.string(),
  createdAt: moment,
})
export type PurchasedLine = z.output<typeof purchasedLine>

const orderList = z.object({
  keyword: keyword.default(''),
  status: z.enum(orderStatuses).optional(),
  /** Only orders with a due payment. */
  toPay: z.literal(true).optional(),
  /** Days in Shanghai, both inclusive: 2026-11-21. */
  from: dayInput.optional(),
  until: dayInput.optional(),
  ...paging,
})
const orderPage = listOf(orderRow).extend({
  counts: z.partialRecord(z.enum(orderStatuses), z.int()),
  /** Number of orders with a due payment, in any state. */
  toPay: z.int(),
  /** On the supplier's side: the company has no payee account yet. */
  payeeMissing: z.boolean(),
})

export const ordersCalls = {
  buyerOrders: call({
    path: '/fmall/order/buyer/list-page',
    summary: '本企业采购的订单，附各状态数量',
    access: company('my_orders'),
    reads: true,
    input: orderList,
    output: orderPage,
    ours: true,
  }),
  buyerOrder: call({
    path: '/fmall/order/buyer/detail',
    summary: '本企业采购的一份订单',
    access: company('my_orders'),
    reads: true,
    input: z.object({ orderId: id }),
    output: orderDetail,
    ours: true,
  }),
  boughtGoods: call({
    path: '/fmall/order/buyer/goods-page',
    summary: '本企业买过的商品，按订单行，最近的在前',
    access: company('my_orders'),
    reads: true,
    input: z.object({ keyword: keyword.default(''), ...paging }),
    output: listOf(purchasedLine),
    ours: true,
  }),
  sellerOrders: call({
    path: '/fmall/order/saler/list-page',
    summary: '本企业承接的订单，附各状态数量',
    access: seller('order_manage'),
    reads: true,
    input: orderList,
    output: orderPage,
    ours: true,
  }),
  sellerOrder: call({
    path: '/fmall/order/saler/detail',
    summary: '本企业承接的一份订单',
    access: seller('order_manage'),
    reads: true,
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
      /** `cancel` requests cancellation from the buyer. */
      event: z.enum(['confirm', 'decline', 'start', 'cancel', 'agreeCancel', 'refuseCancel', 'dropCancel', 'dispute']),
      reason: optionalText(500).default(''),
      /** With `confirm`: the promised delivery day in Shanghai. */
      promisedAt: dayInput.optional(),
      /** As in `buyerOrderStep`. */
      refundAmount: fen.optional(),
    }),
    output: z.object({ status: z.enum(orderStatuses) }),
    failures: ['stepNotAllowed', 'refundTooMuch'],
    logs: '处理订单',
    ours: true,
  }),
}
