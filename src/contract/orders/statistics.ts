import { z } from 'zod'
import { reportMonthPattern } from '../../domain/operations/report-months.ts'
import { dueGroups } from '../../domain/orders/statistics/due-payments.ts'
import { isMonthRange, maxStatisticsMonths } from '../../domain/orders/statistics/periods.ts'
import type { FunnelStep } from '../../domain/orders/statistics/performance.ts'
import { filterDimensions, tradeDimensions } from '../../domain/orders/statistics/trade-dimensions.ts'
import { company, exporting, seller, type Access, type Who } from '../access.ts'
import { call } from '../call.ts'
import { fen, id, listOf, moment, paging } from '../fields.ts'

const buyer = company('statistics_page')
const supplier = seller('statistics_page')
/** Single orders are for those who may read orders as well. */
const reading = <W extends Who>(access: Access<W>, also: 'my_orders' | 'order_manage'): Access<W> => ({
  ...access,
  also,
})

/** `2026-11`, Shanghai. */
const month = z.string()
const monthInput = z.string().regex(reportMonthPattern, '请选择月份')
const range = z.object({ from: monthInput, until: monthInput })
const rangeInput = range.refine(isMonthRange, {
  path: ['until'],
  message: `截止月份须不早于起始月份，最多 ${maxStatisticsMonths} 个月`,
})
/** Only orders of one company on the other side, or of one category. */
const only = z.object({ dimension: z.enum(filterDimensions), id })
export type TradeOnly = z.output<typeof only>
const tradeInput = range.extend({ only: only.optional() }).refine(isMonthRange, {
  path: ['until'],
  message: `截止月份须不早于起始月份，最多 ${maxStatisticsMonths} 个月`,
})

const sums = {
  orders: z.int(),
  /** Agreed, after changes and refunds. */
  amount: fen,
  /** Received minus refunds. */
  paid: fen,
}
/** A value of a dimension with its sums. */
const tradeRow = z.object({
  /** Month, id of the company or category, or code of the cost centre or project; '' = unknown. */
  key: z.string(),
  name: z.string(),
  ...sums,
})
export type TradeRow = z.output<typeof tradeRow>

/** Amounts of orders by the month of order. Money in fen. */
const trade = z.object({
  total: z.object({
    ...sums,
    /** Amount of the counted orders alone: without what stays paid of declined and cancelled ones. */
    liveAmount: fen,
  }),
  groups: z.array(
    z.object({
      /** Those of the side; cost centres and projects only where orders have one. */
      dimension: z.enum(tradeDimensions),
      /** Months in order, each month of the range; other values by amount, the highest first. */
      rows: z.array(tradeRow),
      /** Sums of the values beyond the limit; null = none. */
      rest: z.object({ ...sums, values: z.int() }).nullable(),
    }),
  ),
  /** Name of the filtered value; '' = no order has it, in any month and state; null = no filter. */
  onlyName: z.string().nullable(),
})
export type TradeStatistics = z.output<typeof trade>

const dueSum = z.object({ group: z.enum(dueGroups), payments: z.int(), amount: fen })
/** A payment that is still to be made. */
const dueRow = z.object({
  lineId: id,
  orderId: id,
  orderNo: z.string(),
  title: z.string(),
  name: z.string(),
  otherName: z.string(),
  amount: fen,
  dueAt: moment.nullable(),
  group: z.enum(dueGroups),
})
export type DuePayment = z.output<typeof dueRow>
const duePayments = listOf(dueRow).extend({
  /** Every group, also empty ones. */
  sums: z.array(dueSum),
  /** By the month that they fall due, from the current one; earlier and undated ones are in the sums. */
  months: z.array(z.object({ month, payments: z.int(), amount: fen })),
})
export type DuePayments = z.output<typeof duePayments>
const dueInput = z.object({ group: z.enum(dueGroups).optional(), ...paging })

const steps = { views: z.int(), inquiries: z.int(), offers: z.int(), wins: z.int() } satisfies Record<
  FunnelStep,
  z.ZodType
>
const delivery = {
  /** Orders with a promised day that were delivered or are late, and those of them delivered in time. */
  promised: z.int(),
  onTime: z.int(),
}
/** How a supplier does. The months of offers are those of their submission, of orders those of order. */
const performance = z.object({
  funnel: z.object(steps),
  ...delivery,
  /** Confirmed orders, and the median hours until they were confirmed; null = none. */
  confirmed: z.int(),
  confirmHours: z.int().nullable(),
  /** The newest inquiries, 1,000 at most, those of them that were answered, and the median hours until then; null = none. */
  asked: z.int(),
  answered: z.int(),
  answerHours: z.int().nullable(),
  /** Days after the due date until payments arrived, weighted by amount; null = none. */
  paidDays: z.number().nullable(),
  months: z.array(
    z.object({ month, ...steps, ...delivery, confirmHours: z.int().nullable(), paidDays: z.number().nullable() }),
  ),
})
export type SellerPerformance = z.output<typeof performance>

const sheet = z.object({ url: z.string(), name: z.string() })

export const orderStatisticsCalls = {
  buyerTradeStatistics: call({
    path: '/fmall/statistics/buyer/trade',
    summary: '采购统计：按月、供应商、分类、成本中心与项目代码的订单数、采购额与已付，已扣除变更与退款',
    access: buyer,
    reads: true,
    input: tradeInput,
    output: trade,
    ours: true,
  }),
  sellerTradeStatistics: call({
    path: '/fmall/statistics/saler/trade',
    summary: '销售统计：按月、买家与分类的订单数、成交额与已收，已扣除变更与退款',
    access: supplier,
    reads: true,
    input: tradeInput,
    output: trade,
    ours: true,
  }),
  sellerPerformance: call({
    path: '/fmall/statistics/saler/performance',
    summary: '经营统计：浏览、咨询、报价、中标，响应时间、按期交付与回款天数，按月',
    access: supplier,
    reads: true,
    input: rangeInput,
    output: performance,
    ours: true,
  }),
  buyerDuePayments: call({
    path: '/fmall/statistics/buyer/due',
    summary: '待付款项：逾期、7 天内、30 天内、以后与随验收到期，按月合计与明细',
    access: reading(buyer, 'my_orders'),
    reads: true,
    input: dueInput,
    output: duePayments,
    ours: true,
  }),
  sellerDuePayments: call({
    path: '/fmall/statistics/saler/due',
    summary: '待收款项：逾期、7 天内、30 天内、以后与随验收到期，按月合计与明细',
    access: reading(supplier, 'order_manage'),
    reads: true,
    input: dueInput,
    output: duePayments,
    ours: true,
  }),
  buyerStatisticsSheet: call({
    path: '/fmall/statistics/buyer/excel',
    summary: '采购统计 Excel：按月、供应商、分类、成本中心、项目代码，与待付款项；选定供应商或分类时不含待付款项',
    access: exporting(buyer),
    input: tradeInput,
    output: sheet,
    failures: ['filesFull'],
    logs: '导出采购统计',
    ours: true,
    perMinute: 10,
  }),
  sellerStatisticsSheet: call({
    path: '/fmall/statistics/saler/excel',
    summary: '经营统计 Excel：按月、买家、分类、转化与履约，与待收款项；选定买家或分类时不含后两项',
    access: exporting(supplier),
    input: tradeInput,
    output: sheet,
    failures: ['filesFull'],
    logs: '导出经营统计',
    ours: true,
    perMinute: 10,
  }),
}
