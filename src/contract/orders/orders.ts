import { z } from 'zod'
import { moneyMoveKinds } from '../../domain/orders/ledger.ts'
import { milestoneActions } from '../../domain/orders/milestone-states.ts'
import { orderActions } from '../../domain/orders/order-actions.ts'
import { maxSelectedOrders, orderSortKeys } from '../../domain/orders/order-list.ts'
import { reminderSubjects } from '../../domain/orders/reminders.ts'
import { orderSources, orderStatuses } from '../../domain/orders/order-states.ts'
import { heldStates, payoutStatuses } from '../../domain/orders/payouts.ts'
import { paymentMethods } from '../../domain/orders/payment-methods.ts'
import { orderPaymentStates, paymentStatuses } from '../../domain/orders/payment-states.ts'
import { company, seller } from '../access.ts'
import { call } from '../call.ts'
import { listOrder, outcomes, selectedIds } from '../daily-list.ts'
import { dayInput, fen, id, keyword, listOf, moment, optionalText, paging } from '../fields.ts'
import { historyStep } from '../state.ts'
import { delivery, milestone, orderFilterFields } from './documents.ts'
import { sides } from '../../domain/sides.ts'

const side = z.enum(sides)

/** Money of a payment line that was paid online: held by the platform, or in a payout. */
const onlineMoney = z.object({
  state: z.enum([...heldStates, ...payoutStatuses]),
  amount: fen,
  /** When held money falls due; null = in a payout, or the work is not accepted. */
  dueAt: moment.nullable(),
  payoutNo: z.string().nullable(),
})

/** Reminder of the other side: when, and the person who sent it. */
const sentReminder = z.object({ at: moment, by: z.string() })

/** An order in lists; `otherName` is the other side's company. */
const orderRow = z.object({
  orderId: id,
  orderNo: z.string(),
  title: z.string(),
  /** The reading company's own number of it (ERP); '' = none. */
  reference: z.string(),
  /** Picture of its first line: uploaded, else the illustration of the category; empty for an order from a demand. */
  pictureUrl: z.string(),
  otherOrgId: id,
  otherName: z.string(),
  /** fen */
  total: fen,
  /** Confirmed payments, fen. */
  paid: fen,
  /** What is still to be paid, fen; 0 once it has ended. */
  open: fen,
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
  /** What the other side may be reminded of now; null = nothing waits for it. */
  remindable: z.enum(reminderSubjects).nullable(),
  /** The latest reminder that this side sent; null = none. */
  reminded: sentReminder.nullable(),
  createdAt: moment,
})
export type OrderRow = z.output<typeof orderRow>

const orderDetail = orderRow.extend({
  /** Framework agreement that it calls off; null = none. */
  agreement: z.object({ agreementId: id, agreementNo: z.string() }).nullable(),
  /** Where it is charged, on the buyer's side; null = no cost centre, or read by the supplier. */
  charge: z
    .object({
      /** Code of the cost centre. */
      costCentre: z.string(),
      centreName: z.string(),
      /** '' = none. */
      projectCode: z.string(),
      budget: z.object({ budgetId: id, name: z.string() }).nullable(),
    })
    .nullable(),
  /** Version of its terms: 1, and one more with each applied change order, whose supplements count from 1. */
  termsVersion: z.int(),
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
  /** When the supplier confirmed; null = not yet. */
  confirmedAt: moment.nullable(),
  /** Newest first. */
  deliveries: z.array(delivery),
  /**
   * Stages in their sequence; none = delivered and accepted as a whole. The order's `steps` have no `start`, `deliver`,
   * `accept` and `requestChanges` where there are stages: each milestone has its own.
   */
  milestones: z.array(
    milestone.extend({
      /** Steps available to the reading side. */
      steps: z.array(z.enum(milestoneActions)),
    }),
  ),
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
      /** Molecular formula of goods; empty without a structure. */
      formula: z.string(),
      unit: z.string(),
      quantity: z.int(),
      listPrice: fen,
      unitPrice: fen,
      amount: fen,
      /** Down payment, part of the amount. */
      downPayment: fen,
      /** Agreed rate of value-added tax, basis points; null = not stated. */
      taxRate: z.int().nullable(),
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
      /** Sum of its refunds. */
      refunded: fen,
      status: z.enum(paymentStatuses),
      dueAt: moment.nullable(),
      /** Where the money is that was paid online; for the supplier only, else empty. */
      online: z.array(onlineMoney),
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
export type OrderMilestone = OrderDetail['milestones'][number]

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
  ...orderFilterFields,
  /** By default the newest orders are first. */
  ...listOrder(orderSortKeys),
  ...paging,
})
const orderPage = listOf(orderRow).extend({
  counts: z.partialRecord(z.enum(orderStatuses), z.int()),
  /** Number of orders with a due payment, in any state. */
  toPay: z.int(),
  /** On the supplier's side: the company has no payee account yet. */
  payeeMissing: z.boolean(),
})

const remindInput = z.object({ orderIds: selectedIds(maxSelectedOrders) })

export const ordersCalls = {
  buyerOrdersRemind: call({
    path: '/fmall/order/buyer/remind',
    summary: '提醒供应商确认、交付或答复取消；同一订单一天一次，未能提醒的逐条说明原因',
    access: company('my_orders'),
    input: remindInput,
    output: outcomes,
    logs: '提醒供应商',
    ours: true,
    perMinute: 20,
  }),
  sellerOrdersRemind: call({
    path: '/fmall/order/saler/remind',
    summary: '提醒买家付款、验收或答复取消；同一订单一天一次，未能提醒的逐条说明原因',
    access: seller('order_manage'),
    input: remindInput,
    output: outcomes,
    logs: '提醒买家',
    ours: true,
    perMinute: 20,
  }),
  buyerOrders: call({
    path: '/fmall/order/buyer/list-page',
    summary: '本企业采购的订单，附各状态数量',
    access: company('my_orders'),
    byKey: true,
    reads: true,
    input: orderList,
    output: orderPage,
    ours: true,
  }),
  buyerOrder: call({
    path: '/fmall/order/buyer/detail',
    summary: '本企业采购的一份订单',
    access: company('my_orders'),
    byKey: true,
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
    byKey: true,
    reads: true,
    input: orderList,
    output: orderPage,
    ours: true,
  }),
  sellerOrder: call({
    path: '/fmall/order/saler/detail',
    summary: '本企业承接的一份订单',
    access: seller('order_manage'),
    byKey: true,
    reads: true,
    input: z.object({ orderId: id }),
    output: orderDetail,
    ours: true,
  }),
  sellerOrderStep: call({
    path: '/fmall/order/saler/step',
    summary: '供应商：确认或拒绝订单、开工、取消、同意或不同意买家的取消、发起争议',
    access: seller('order_manage'),
    byKey: true,
    input: z.object({
      orderId: id,
      /** `cancel` requests cancellation from the buyer. */
      event: z.enum(['confirm', 'decline', 'start', 'cancel', 'agreeCancel', 'refuseCancel', 'dropCancel', 'dispute']),
      reason: optionalText(500).default(''),
      /** With `confirm`: the promised delivery day in Shanghai. */
      promisedAt: dayInput.optional(),
      /** As in `buyerOrderStep`. */
      refundAmount: fen.optional(),
      /** With `start` of an order with stages: the milestone, as in `buyerOrderStep`. */
      milestoneId: id.optional(),
    }),
    output: z.object({ status: z.enum(orderStatuses) }),
    failures: ['stepNotAllowed', 'refundTooMuch', 'payoutUnderWay', 'milestoneNeeded', 'milestoneUnneeded'],
    logs: '处理订单',
    ours: true,
  }),
}
