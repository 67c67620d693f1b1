import type { orderStatisticsCalls, TradeStatistics } from '../../../contract/orders/statistics.ts'
import { formatResponseTime } from '../../../domain/orders/supplier-record.ts'
import { dueGroupLabels } from '../../../domain/orders/statistics/due-payments.ts'
import { funnelLabels, funnelSteps, onTimePercent, percentOf } from '../../../domain/orders/statistics/performance.ts'
import { dimensionLabel, unpaidOf, type TradeSums } from '../../../domain/orders/statistics/trade-dimensions.ts'
import type { Side } from '../../../domain/sides.ts'
import { date } from '../../../domain/time.ts'
import type { Db } from '../../../db/open.ts'
import type { Context, Handler } from '../../handler.ts'
import { saveGeneratedSheet } from '../../platform/files/generated-files.ts'
import { createWorkbook, type SheetCell, type WorkbookSheet } from '../../platform/workbooks/create-workbook.ts'
import { listDuePayments } from './due-payments.ts'
import { refreshStatisticsBeforeReading } from './refresh-statistics.ts'
import { readPerformance } from './seller-performance.ts'
import { readTradeStatistics, type TradeInput } from './trade-statistics.ts'

/** Values of a dimension, and payments, in a workbook. */
const maxRows = 5_000

const amountWords: Readonly<Record<Side, readonly [amount: string, paid: string, open: string]>> = {
  buyer: ['采购额（元）', '已付（元）', '未付（元）'],
  seller: ['成交额（元）', '已收（元）', '未收（元）'],
}
const sumCells = (sums: TradeSums): SheetCell[] => [
  sums.orders,
  { fen: sums.amount },
  { fen: sums.paid },
  { fen: unpaidOf(sums) },
]

const tradeSheets = (side: Side, { total, groups }: TradeStatistics): WorkbookSheet[] =>
  groups.map(({ dimension, rows, rest }) => {
    const label = dimensionLabel(dimension, side)
    return {
      sheet: `按${label}`,
      head: [label, '订单数', ...amountWords[side]],
      widths: [36, 10, 18, 18, 18],
      rows: [
        ...rows.map((row): SheetCell[] => [row.name, ...sumCells(row)]),
        ...(rest === null ? [] : [[`其余 ${rest.values} 项`, ...sumCells(rest)]]),
        ['合计', ...sumCells(total)],
      ],
    }
  })

/** Payments that are still to be made, and a note where there are more of them than rows. */
async function dueSheets(db: Db, side: Side, companyId: number): Promise<WorkbookSheet[]> {
  const found = await listDuePayments(db, side, companyId, { limit: maxRows + 1 })
  const sheet = side === 'buyer' ? '待付款项' : '待收款项'
  const rows = found
    .slice(0, maxRows)
    .map((row): SheetCell[] => [
      row.dueAt === null ? '' : date(row.dueAt),
      dueGroupLabels[row.group].label,
      row.orderNo,
      row.title,
      row.otherName,
      row.name,
      { fen: row.amount },
    ])
  const head = ['应付日', '状态', '订单编号', '项目', dimensionLabel('company', side), '付款节点', '金额（元）']
  return [
    { sheet, head, widths: [14, 12, 20, 40, 32, 20, 18], rows },
    ...(found.length > maxRows ? [truncationNote(sheet)] : []),
  ]
}

const truncationNote = (sheet: string): WorkbookSheet => ({
  sheet: '说明',
  widths: [80],
  head: ['说明'],
  rows: [[`${sheet}超过 ${maxRows} 笔，本表为应付日最早的 ${maxRows} 笔。`]],
})

const percent = (share: number | null): string => (share === null ? '' : `${share}%`)
const hours = (value: number | null): string => (value === null ? '' : formatResponseTime(value))

async function performanceSheet(db: Db, companyId: number, input: TradeInput): Promise<WorkbookSheet> {
  const all = await readPerformance(db, companyId, input)
  type Row = Pick<(typeof all.months)[number], 'promised' | 'onTime' | 'confirmHours' | 'paidDays'>
  const cells = (row: Row & typeof all.funnel): SheetCell[] => [
    ...funnelSteps.map((step) => row[step]),
    percent(percentOf(row.wins, row.offers)),
    percent(onTimePercent(row.onTime, row.promised)),
    hours(row.confirmHours),
    row.paidDays ?? '',
  ]
  const { promised, onTime, confirmHours, paidDays, funnel } = all
  return {
    sheet: '转化与履约',
    head: [
      '月份',
      ...funnelSteps.map((step) => funnelLabels[step].label),
      '中标率',
      '按期交付率',
      '接单响应',
      '回款天数',
    ],
    widths: [14, 12, 12, 12, 12, 12, 14, 14, 12],
    rows: [
      ...all.months.map((row): SheetCell[] => [row.month, ...cells(row)]),
      ['合计', ...cells({ promised, onTime, confirmHours, paidDays, ...funnel })],
    ],
  }
}

async function createSheet(side: Side, input: TradeInput, context: Context<'company'> | Context<'seller'>) {
  const { caller, db, note } = context
  const { companyId } = caller
  await refreshStatisticsBeforeReading(context)
  const trade = await readTradeStatistics(db, side, companyId, input, maxRows)
  const mayReadOrders = caller.permissions.has(side === 'buyer' ? 'my_orders' : 'order_manage')
  const { only } = input
  // Other sheets would be of all orders beside those of one company or category.
  const ofAll =
    only === undefined
      ? [
          ...(side === 'seller' ? [await performanceSheet(db, companyId, input)] : []),
          ...(mayReadOrders ? await dueSheets(db, side, companyId) : []),
        ]
      : []
  const value = only === undefined ? '' : `${dimensionLabel(only.dimension, side)} ${trade.onlyName || '未知'} `
  const content = `${value}${input.from} 至 ${input.until}`
  note(content)
  const bytes = await createWorkbook([...tradeSheets(side, trade), ...ofAll], String(caller.userId))
  return saveGeneratedSheet(context, caller, `${side === 'buyer' ? '采购统计' : '经营统计'} ${content}`, bytes)
}

export const buyerStatisticsSheet: Handler<typeof orderStatisticsCalls.buyerStatisticsSheet> = (input, context) =>
  createSheet('buyer', input, context)
export const sellerStatisticsSheet: Handler<typeof orderStatisticsCalls.sellerStatisticsSheet> = (input, context) =>
  createSheet('seller', input, context)
