import { z } from 'zod'
import { invoiceStatuses } from '../../domain/orders/invoice-states.ts'
import {
  exceptionKinds,
  exceptionStatuses,
  maxExceptionReason,
  severities,
} from '../../domain/orders/matching/exceptions.ts'
import { invoiceFieldNames, invoiceSources } from '../../domain/orders/matching/invoice-fields.ts'
import { acceptanceStates } from '../../domain/orders/matching/match-order.ts'
import { matchStates } from '../../domain/orders/matching/match-states.ts'
import { orderStatuses } from '../../domain/orders/order-states.ts'
import { paymentMethods } from '../../domain/orders/payment-methods.ts'
import { paymentStates, paymentStatuses } from '../../domain/orders/payment-states.ts'
import { isTaxRate } from '../../domain/orders/tax-rates.ts'
import { sides } from '../../domain/sides.ts'
import { company, exporting, operator, seller } from '../access.ts'
import { call } from '../call.ts'
import { day, dayInput, fen, id, keyword, listOf, moment, paging, text } from '../fields.ts'
import { historyStep } from '../state.ts'

const buyer = company('my_orders')
const supplier = seller('order_manage')
const side = z.enum(sides)
/** A rate of value-added tax in basis points: 600 = 6 %. */
export const taxRate = z.int().refine(isTaxRate, '请选择税率')

/** Fields of an invoice as its supplier confirms them. Amounts in fen. */
export const invoiceFieldsInput = z.object({
  issuedOn: dayInput,
  buyerName: text(100),
  /** '' = a person without one. */
  buyerTaxNo: z.union([z.literal(''), z.string().regex(/^[0-9A-Z]{15,20}$/, '税号为 15 至 20 位数字或大写字母')]),
  sellerName: text(100),
  sellerTaxNo: z.string().regex(/^[0-9A-Z]{15,20}$/, '税号为 15 至 20 位数字或大写字母'),
  /** Without tax. */
  amount: fen,
  tax: fen,
  total: fen.min(1, '请填写价税合计'),
  /** null = several rates on one invoice. */
  taxRate: taxRate.nullable(),
})
/** Stored fields of an issued invoice, with how they were read. */
export const storedInvoiceFields = z.object({
  issuedOn: day,
  buyerName: z.string(),
  buyerTaxNo: z.string(),
  sellerName: z.string(),
  sellerTaxNo: z.string(),
  amount: fen,
  tax: fen,
  total: fen,
  taxRate: z.int().nullable(),
  source: z.enum(invoiceSources),
  /** Changed by hand after reading. */
  edited: z.array(z.enum(invoiceFieldNames)),
})

/** The sums of an order's match; fen. */
const sums = { accepted: fen, paid: fen, vouched: fen, invoiced: fen }

/** A matched order in a list. Money in fen. */
const matchRow = z.object({
  orderId: id,
  orderNo: z.string(),
  title: z.string(),
  otherOrgId: id,
  otherName: z.string(),
  status: z.enum(orderStatuses),
  total: fen,
  ...sums,
  /** Open or explained exceptions, and those of them that need action. */
  exceptions: z.int(),
  urgent: z.int(),
  /** Kinds of the open and explained ones. */
  kinds: z.array(z.enum(exceptionKinds)),
  createdAt: moment,
})
export type MatchRow = z.output<typeof matchRow>

const matchException = z.object({
  exceptionId: id,
  kind: z.enum(exceptionKinds),
  severity: z.enum(severities),
  /** The payment it concerns; null = the order. */
  lineId: id.nullable(),
  /** By how much the sides differ, fen; 0 = not an amount. */
  amount: fen,
  detail: z.string(),
  status: z.enum(exceptionStatuses),
  explanation: z.string(),
  explainedSide: side.nullable(),
  dismissal: z.string(),
  createdAt: moment,
  mayExplain: z.boolean(),
  /** Oldest first. */
  history: z.array(historyStep),
})
export type MatchException = z.output<typeof matchException>

/** The match of one order: its payments with their four sides, and the exceptions. Money in fen. */
const orderMatch = z.object({
  orderId: id,
  orderNo: z.string(),
  title: z.string(),
  buyerName: z.string(),
  sellerName: z.string(),
  status: z.enum(orderStatuses),
  total: fen,
  /** Agreed rate of value-added tax, basis points; null = not stated, or several. */
  taxRate: z.int().nullable(),
  ...sums,
  /** Invoiced beyond all payments. */
  unallocated: fen,
  lines: z.array(
    z.object({
      lineId: id,
      name: z.string(),
      amount: fen,
      acceptance: z.object({
        state: z.enum(acceptanceStates),
        /** Stage; '' = a payment without one. */
        name: z.string(),
        acceptedAt: moment.nullable(),
      }),
      payment: z.object({ status: z.enum(paymentStatuses), paid: fen, refunded: fen, pendingRefund: fen }),
      voucher: z.object({ submitted: fen, confirmed: fen, paymentNos: z.array(z.string()) }),
      invoice: z.object({ issued: fen, invoiceNos: z.array(z.string()) }),
      isMatched: z.boolean(),
    }),
  ),
  payments: z.array(
    z.object({
      paymentNo: z.string(),
      method: z.enum(paymentMethods),
      status: z.enum(paymentStates),
      /** For this order. */
      amount: fen,
      received: fen,
      voucherUrl: z.string().nullable(),
    }),
  ),
  invoices: z.array(
    z.object({
      invoiceId: id,
      invoiceNo: z.string(),
      status: z.enum(invoiceStatuses),
      /** Requested amount. */
      amount: fen,
      /** null = not entered. */
      fields: storedInvoiceFields.nullable(),
      fileUrl: z.string().nullable(),
      allocations: z.array(z.object({ lineId: id, amount: fen })),
    }),
  ),
  /** Open ones first. */
  exceptions: z.array(matchException),
})
export type OrderMatch = z.output<typeof orderMatch>

const matchFilter = z.object({
  keyword: keyword.default(''),
  status: z.enum(matchStates).optional(),
  /** Only orders with open or explained exceptions. */
  exceptions: z.literal(true).optional(),
  kind: z.enum(exceptionKinds).optional(),
  /** Company on the other side. */
  otherOrgId: id.optional(),
  /** Days of the orders in Shanghai, both inclusive. */
  from: dayInput.optional(),
  until: dayInput.optional(),
})
export type MatchFilter = z.output<typeof matchFilter>
const matchList = listOf(matchRow).extend({
  counts: z.partialRecord(z.enum(matchStates), z.int()),
  /** Over all orders of the filter; fen. */
  sums: z.object({ total: fen, ...sums }),
})
export type MatchList = z.output<typeof matchList>
/** `more`: the row limit was reached; the sheet has the newest rows. */
const sheet = z.object({ url: z.string(), name: z.string(), rows: z.int(), more: z.boolean() })
const explanation = z.object({ exceptionId: id, reason: text(maxExceptionReason) })

/** An exception in the list of operators. */
const exceptionRow = z.object({
  exceptionId: id,
  orderId: id,
  orderNo: z.string(),
  title: z.string(),
  buyerName: z.string(),
  sellerName: z.string(),
  kind: z.enum(exceptionKinds),
  severity: z.enum(severities),
  amount: fen,
  detail: z.string(),
  status: z.enum(exceptionStatuses),
  explanation: z.string(),
  explainedSide: side.nullable(),
  dismissal: z.string(),
  createdAt: moment,
})
export type ExceptionRow = z.output<typeof exceptionRow>

export const orderMatchingCalls = {
  buyerMatches: call({
    path: '/fmall/match/buyer/list-page',
    summary: '采购订单的对账：验收、付款、凭证与发票，可按差异、对方与日期筛选',
    access: buyer,
    reads: true,
    input: matchFilter.extend(paging),
    output: matchList,
    ours: true,
  }),
  sellerMatches: call({
    path: '/fmall/match/saler/list-page',
    summary: '承接订单的对账：验收、付款、凭证与发票，可按差异、对方与日期筛选',
    access: supplier,
    reads: true,
    input: matchFilter.extend(paging),
    output: matchList,
    ours: true,
  }),
  buyerMatch: call({
    path: '/fmall/match/buyer/detail',
    summary: '一份采购订单的对账：按付款节点的四方与差异',
    access: buyer,
    reads: true,
    input: z.object({ orderId: id }),
    output: orderMatch,
    ours: true,
  }),
  sellerMatch: call({
    path: '/fmall/match/saler/detail',
    summary: '一份承接订单的对账：按付款节点的四方与差异',
    access: supplier,
    reads: true,
    input: z.object({ orderId: id }),
    output: orderMatch,
    ours: true,
  }),
  buyerMatchExplain: call({
    path: '/fmall/match/buyer/explain',
    summary: '买家说明一项差异的原因，供应商与平台可见',
    access: buyer,
    input: explanation,
    output: orderMatch,
    failures: ['exceptionClosed'],
    logs: '说明对账差异',
    ours: true,
  }),
  sellerMatchExplain: call({
    path: '/fmall/match/saler/explain',
    summary: '供应商说明一项差异的原因，买家与平台可见',
    access: supplier,
    input: explanation,
    output: orderMatch,
    failures: ['exceptionClosed'],
    logs: '说明对账差异',
    ours: true,
  }),
  buyerMatchSheet: call({
    path: '/fmall/match/buyer/excel',
    summary: '采购对账单 Excel：按付款节点的四方，与差异明细',
    access: exporting(buyer),
    input: matchFilter,
    output: sheet,
    failures: ['filesFull'],
    logs: '导出对账单',
    ours: true,
    perMinute: 10,
  }),
  sellerMatchSheet: call({
    path: '/fmall/match/saler/excel',
    summary: '销售对账单 Excel：按付款节点的四方，与差异明细',
    access: exporting(supplier),
    input: matchFilter,
    output: sheet,
    failures: ['filesFull'],
    logs: '导出对账单',
    ours: true,
    perMinute: 10,
  }),
  sellerTaxRate: call({
    path: '/fmall/match/saler/tax-rate',
    summary: '本店默认税率：新订单与新报价以此为准；null 为未设置',
    access: supplier,
    reads: true,
    input: z.object({}),
    output: z.object({ taxRate: z.int().nullable() }),
    ours: true,
  }),
  sellerTaxRateSave: call({
    path: '/fmall/match/saler/tax-rate/save',
    summary: '设置本店默认税率；已有订单与报价不变',
    access: supplier,
    input: z.object({ taxRate: taxRate.nullable() }),
    output: z.object({ taxRate: z.int().nullable() }),
    logs: '设置默认税率',
    ours: true,
  }),
  matchExceptions: call({
    path: '/fmall/match/exception/list-page',
    summary: '平台：对账差异，可按状态、种类与关键字筛选',
    access: operator('trade'),
    reads: true,
    input: z.object({
      keyword: keyword.default(''),
      status: z.enum(exceptionStatuses).optional(),
      kind: z.enum(exceptionKinds).optional(),
      ...paging,
    }),
    output: listOf(exceptionRow).extend({ counts: z.partialRecord(z.enum(exceptionStatuses), z.int()) }),
    ours: true,
  }),
  operatorMatch: call({
    path: '/fmall/match/exception/order',
    summary: '平台：一份订单的对账',
    access: operator('trade'),
    reads: true,
    input: z.object({ orderId: id }),
    output: orderMatch,
    failures: ['ownCompany'],
    ours: true,
  }),
  matchExceptionDismiss: call({
    path: '/fmall/match/exception/dismiss',
    summary: '平台核实后关闭一项差异并写明理由，双方会收到通知；差异的内容变化后会重新出现',
    access: operator('trade'),
    input: z.object({ exceptionId: id, reason: text(maxExceptionReason) }),
    output: z.object({ status: z.enum(exceptionStatuses) }),
    failures: ['exceptionClosed', 'ownCompany'],
    logs: '关闭对账差异',
    ours: true,
  }),
}
