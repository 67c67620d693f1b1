import type { SheetCell, WorkbookSheet } from '../../platform/workbooks/create-workbook.ts'
import { daysOfMonth, monthLabel, reportSuppliers } from '../../../domain/operations/report-months.ts'
import { paymentMethodLabels, paymentMethods } from '../../../domain/orders/payment-methods.ts'
import { dateTime } from '../../../domain/time.ts'
import type { FactName, ReportFact } from './report-facts.ts'

/** A category with the names that a report shows. */
export interface ReportCategory {
  readonly kind: 'service' | 'product'
  readonly name: string
  /** Name of its uppermost category. */
  readonly topName: string
}

interface ReportData {
  readonly month: string
  readonly isRunning: boolean
  /** When it was read. */
  readonly at: Date
  readonly facts: readonly ReportFact[]
  readonly categories: ReadonlyMap<number, ReportCategory>
  readonly companyNames: ReadonlyMap<number, string>
}

interface Sum {
  readonly count: number
  readonly amount: number
}

/** Number and amount of one fact. */
function sumOf(facts: readonly ReportFact[], name: FactName): Sum {
  let [count, amount] = [0, 0]
  for (const fact of facts) {
    if (fact.name !== name) continue
    count += fact.count
    amount += fact.amount
  }
  return { count, amount }
}

const money = (amount: number): SheetCell => ({ fen: amount })
const kindWords = { service: '服务', product: '商品' } as const
const totalWord = '合计'

function overviewSheet({ month, isRunning, at, facts }: ReportData): WorkbookSheet {
  const of = (name: FactName) => sumOf(facts, name)
  const counted = (label: string, name: FactName): SheetCell[] => [label, of(name).count, '', '']
  const summed = (label: string, name: FactName, note = ''): SheetCell[] => {
    const { count, amount } = of(name)
    return [label, count, money(amount), note]
  }
  const readAt = dateTime(at.toISOString())
  return {
    sheet: '概览',
    head: ['项目', '数量', '金额（元）', '说明'],
    widths: [20, 14, 20, 60],
    rows: [
      ['月份', '', '', monthLabel(month)],
      ['状态', '', '', isRunning ? `进行中，截至 ${readAt}` : `已结束，${readAt} 生成`],
      counted('注册用户', 'registrations'),
      counted('通过认证的企业', 'certifications'),
      counted('发布需求', 'demands'),
      counted('报价', 'offers'),
      summed('订单', 'orders', '按下单时间，含此后取消的订单'),
      summed('到账', 'receipts', '按确认到账的时间，撤销的到账不计入'),
      summed('退款', 'refunds', '按退款完成的时间'),
      ['净到账', '', money(of('receipts').amount - of('refunds').amount), '到账减退款'],
      summed('开具发票', 'invoices', '按开票时间，已红冲的不计入'),
    ],
  }
}

function daysSheet({ month, facts }: ReportData): WorkbookSheet {
  const byDay = Map.groupBy(facts, ({ day }) => day)
  const row = (label: string, of: readonly ReportFact[]): SheetCell[] => [
    label,
    ...(['registrations', 'certifications', 'demands', 'offers'] as const).map((name) => sumOf(of, name).count),
    ...(['orders', 'receipts', 'refunds', 'invoices'] as const).flatMap((name) => {
      const { count, amount } = sumOf(of, name)
      return [count, money(amount)]
    }),
  ]
  return {
    sheet: '按日',
    head: [
      '日期',
      '注册用户',
      '通过认证',
      '发布需求',
      '报价',
      '订单',
      '订单金额（元）',
      '到账笔数',
      '到账金额（元）',
      '退款笔数',
      '退款金额（元）',
      '发票',
      '发票金额（元）',
    ],
    widths: [14, 10, 10, 10, 10, 10, 18, 10, 18, 10, 18, 10, 18],
    rows: [...daysOfMonth(month).map((day) => row(day, byDay.get(day) ?? [])), row(totalWord, facts)],
  }
}

/** Orders and money of a group of facts. */
const tradeCells = (facts: readonly ReportFact[]): SheetCell[] => {
  const { count, amount } = sumOf(facts, 'orders')
  return [count, money(amount), money(sumOf(facts, 'paid').amount), money(sumOf(facts, 'refunds').amount)]
}
const tradeHeads = ['订单', '订单金额（元）', '到账金额（元）', '退款金额（元）']
const tradeWidths = [10, 18, 18, 18]
const isTrade = ({ name }: ReportFact): boolean => name === 'orders' || name === 'paid' || name === 'refunds'

function categoriesSheet({ facts, categories }: ReportData): WorkbookSheet {
  const trade = facts.filter(isTrade)
  const groups = [...Map.groupBy(trade, ({ categoryId }) => categoryId)].toSorted(
    ([a, ofA], [b, ofB]) => sumOf(ofB, 'orders').amount - sumOf(ofA, 'orders').amount || (a ?? 0) - (b ?? 0),
  )
  return {
    sheet: '按分类',
    head: ['类型', '大类', '分类（订单归入金额最高的一项）', ...tradeHeads],
    widths: [10, 24, 36, ...tradeWidths],
    rows: [
      ...groups.map(([id, of]): SheetCell[] => {
        const category = id === null ? undefined : categories.get(id)
        return category === undefined
          ? ['', '', '未分类', ...tradeCells(of)]
          : [kindWords[category.kind], category.topName, category.name, ...tradeCells(of)]
      }),
      [totalWord, '', '', ...tradeCells(trade)],
    ],
  }
}

/** Suppliers in the order of their paid money. */
export const suppliersOf = (facts: readonly ReportFact[]): (readonly [sellerId: number, facts: ReportFact[]])[] =>
  [...Map.groupBy(facts.filter(isTrade), ({ sellerId }) => sellerId ?? 0)].toSorted(
    ([a, ofA], [b, ofB]) => sumOf(ofB, 'paid').amount - sumOf(ofA, 'paid').amount || a - b,
  )

function suppliersSheet({ facts, companyNames }: ReportData): WorkbookSheet {
  const all = suppliersOf(facts)
  const others = all.slice(reportSuppliers)
  return {
    sheet: '供应商',
    head: ['名次', '企业编号', '供应商（按到账金额）', ...tradeHeads],
    widths: [8, 12, 40, ...tradeWidths],
    rows: [
      ...all
        .slice(0, reportSuppliers)
        .map(([id, of], at): SheetCell[] => [at + 1, String(id), companyNames.get(id) ?? '', ...tradeCells(of)]),
      ...(others.length === 0
        ? []
        : [['', '', `其余 ${others.length} 家`, ...tradeCells(others.flatMap(([, of]) => of))]]),
      [totalWord, '', '', ...tradeCells(all.flatMap(([, of]) => of))],
    ],
  }
}

function methodsSheet({ facts }: ReportData): WorkbookSheet {
  const row = (label: string, of: readonly ReportFact[]): SheetCell[] => [
    label,
    ...(['receipts', 'refunds'] as const).flatMap((name) => {
      const { count, amount } = sumOf(of, name)
      return [count, money(amount)]
    }),
  ]
  return {
    sheet: '付款方式',
    head: ['付款方式', '到账笔数', '到账金额（元）', '退款笔数', '退款金额（元）'],
    widths: [16, 12, 20, 12, 20],
    rows: [
      ...paymentMethods.map((method) =>
        row(
          paymentMethodLabels[method],
          facts.filter((fact) => fact.method === method),
        ),
      ),
      row(totalWord, facts),
    ],
  }
}

/** The sheets of a month's report. Each ends with a line of sums; equal columns have equal sums. */
export const reportSheets = (data: ReportData): WorkbookSheet[] => [
  overviewSheet(data),
  daysSheet(data),
  categoriesSheet(data),
  suppliersSheet(data),
  methodsSheet(data),
]
