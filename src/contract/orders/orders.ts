import { z } from 'zod'
import { orderStatuses } from '../../domain/orders/order-states.ts'
import { paymentStatuses } from '../../domain/orders/payment-states.ts'
import { company, seller } from '../access.ts'
import { call, notBuilt } from '../call.ts'
import { fen, id, keyword, listOf, moment, optionalText, paging } from '../fields.ts'
import { historyStep } from '../state.ts'

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
  paymentState: z.enum(['unpaid', 'part_paid', 'paid', 'refunded']),
  createdAt: moment,
})
export type OrderRow = z.output<typeof orderRow>

const orderDetail = orderRow.extend({
  source: z.enum(['cart', 'service', 'demand']),
  demandId: id.nullable(),
  offerId: id.nullable(),
  lines: z.array(z.object({ name: z.string(), unit: z.string(), quantity: z.int(), unitPrice: fen, amount: fen })),
  payments: z.array(
    z.object({
      seq: z.int(),
      name: z.string(),
      percent: z.int(),
      amount: fen,
      status: z.enum(paymentStatuses),
      dueAt: moment.nullable(),
    }),
  ),
  history: z.array(historyStep),
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

const orderList = z.object({ keyword: keyword.default(''), status: z.enum(orderStatuses).optional(), ...paging })
const orderPage = listOf(orderRow).extend({ counts: z.partialRecord(z.enum(orderStatuses), z.int()) })

/** What a desk asks of its person, most urgent first. */
const todo = z.object({
  kind: z.enum(['pay', 'confirm', 'accept', 'compare', 'revise', 'offer', 'answer', 'certify']),
  title: z.string(),
  /** Own path that leads to doing it. */
  path: z.string(),
  dueAt: moment.nullable(),
  urgent: z.boolean(),
})
const desk = z.object({
  todos: z.array(todo),
  figures: z.array(z.object({ label: z.string(), value: z.int(), unit: z.enum(['count', 'fen']) })),
  payments: z.array(z.object({ orderId: id, title: z.string(), name: z.string(), amount: fen, dueAt: moment })),
})
export type Desk = z.output<typeof desk>

export const ordersCalls = {
  orderConfirm: notBuilt('/fmall/order/confirm', company('my_orders')),
  orderSubmit: notBuilt('/fmall/order/submit', company('my_orders')),
  paymentInfo: notBuilt('/fmall/order/get-payment-info', company('my_orders')),
  paymentConfirm: notBuilt('/fmall/payment/confirm', company('my_orders')),
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
  buyerDesk: call({
    path: '/fmall/order/buyer/desk',
    summary: '买家工作台：待办、付款计划与数字',
    access: company(),
    input: z.object({}),
    output: desk,
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
    summary: '卖家确认或拒绝订单',
    access: seller('order_manage'),
    input: z.object({ orderId: id, event: z.enum(['confirm', 'decline']), reason: optionalText(200).default('') }),
    output: z.object({ status: z.enum(orderStatuses) }),
    failures: ['stepNotAllowed'],
    logs: '处理订单',
    ours: true,
  }),
  sellerDesk: call({
    path: '/fmall/order/saler/desk',
    summary: '卖家工作台：待办、回款计划与数字',
    access: seller(),
    input: z.object({}),
    output: desk,
    ours: true,
  }),
}
