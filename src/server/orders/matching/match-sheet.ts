import { setImmediate } from 'node:timers/promises'
import { and, asc, inArray, lt } from 'drizzle-orm'
import type { MatchFilter, orderMatchingCalls } from '../../../contract/orders/matching.ts'
import type { Db } from '../../../db/open.ts'
import { matchExceptions, orderMatches } from '../../../db/tables/matching.ts'
import {
  exceptionKindLabels,
  exceptionLabels,
  exceptionAdvice,
  severityLabels,
} from '../../../domain/orders/matching/exceptions.ts'
import { acceptanceLabels } from '../../../domain/orders/matching/match-labels.ts'
import { matchOrder } from '../../../domain/orders/matching/match-order.ts'
import { orderLabel } from '../../../domain/orders/order-states.ts'
import { paymentLabels } from '../../../domain/orders/payment-states.ts'
import { taxRateText } from '../../../domain/orders/tax-rates.ts'
import type { Side } from '../../../domain/sides.ts'
import { date, dateTime } from '../../../domain/time.ts'
import type { Context, Handler } from '../../handler.ts'
import { saveGeneratedSheet } from '../../platform/files/generated-files.ts'
import { descending } from '../../platform/queries/descending.ts'
import { createWorkbook, type SheetCell } from '../../platform/workbooks/create-workbook.ts'
import { matchCondition, selectMatches, stateCondition } from './matches.ts'
import { loadMatchFacts } from './match-facts.ts'
import { refreshBeforeReading } from './refresh-matches.ts'

/** Maximum of rows per sheet, and orders read at a time. */
const [maxRows, batchSize] = [20_000, 200]

const lineColumns = (side: Side): readonly (readonly [head: string, width: number])[] => [
  ['订单编号', 18],
  ['下单时间', 20],
  [side === 'buyer' ? '供应商' : '买家', 28],
  ['项目', 36],
  ['订单状态', 12],
  ['约定税率', 10],
  ['付款节点', 24],
  ['应付（元）', 16],
  ['验收', 12],
  ['验收时间', 20],
  ['付款状态', 12],
  ['已付（元）', 16],
  ['已退（元）', 16],
  ['凭证金额（元）', 16],
  ['付款单号', 28],
  ['已开票（元）', 16],
  ['发票号码', 28],
  ['核对', 10],
]
const exceptionColumns: readonly (readonly [head: string, width: number])[] = [
  ['订单编号', 18],
  ['差异', 16],
  ['程度', 10],
  ['金额（元）', 16],
  ['说明', 48],
  ['状态', 12],
  ['原因', 40],
  ['平台理由', 40],
  ['发现时间', 20],
  ['如何消除', 44],
]

const sheetOf = (sheet: string, columns: typeof exceptionColumns, rows: SheetCell[][]) => ({
  sheet,
  head: columns.map(([head]) => head),
  widths: columns.map(([, width]) => width),
  rows,
})

type Found = Awaited<ReturnType<typeof selectMatches>>

/** A row for each payment of the orders, computed from the facts as they are. */
async function lineRows(db: Db, side: Side, found: Found): Promise<SheetCell[][]> {
  const loaded = await loadMatchFacts(
    db,
    found.map(({ order }) => order.id),
  )
  return found.flatMap(({ order, other }) => {
    const facts = loaded.get(order.id)?.facts
    if (facts === undefined) return []
    return matchOrder(facts).lines.map((line): SheetCell[] => [
      order.orderNo,
      dateTime(order.createdAt.toISOString()),
      other.name,
      order.title,
      orderLabel(order.status, side).label,
      taxRateText(facts.taxRate),
      line.name,
      { fen: line.amount },
      acceptanceLabels[line.acceptance.state].label,
      line.acceptance.acceptedAt === null ? '' : dateTime(line.acceptance.acceptedAt),
      paymentLabels[line.payment.status].label,
      { fen: line.payment.paid },
      { fen: line.payment.refunded },
      { fen: line.voucher.confirmed + line.voucher.submitted },
      line.voucher.paymentNos.join('、'),
      { fen: line.invoice.issued },
      line.invoice.invoiceNos.join('、'),
      line.isMatched ? '一致' : '未齐',
    ])
  })
}

async function exceptionRows(db: Db, found: Found): Promise<SheetCell[][]> {
  const numbers = new Map(found.map(({ order }) => [order.id, order.orderNo]))
  const rows = await db
    .select()
    .from(matchExceptions)
    .where(inArray(matchExceptions.orderId, [...numbers.keys()]))
    .orderBy(descending(matchExceptions.orderId), asc(matchExceptions.id))
  return rows.map((row): SheetCell[] => [
    numbers.get(row.orderId) ?? '',
    exceptionKindLabels[row.kind],
    severityLabels[row.severity].label,
    { fen: row.amount },
    row.detail,
    exceptionLabels[row.status].label,
    row.explanation,
    row.dismissal,
    dateTime(row.createdAt.toISOString()),
    exceptionAdvice[row.kind],
  ])
}

async function createMatchSheet(side: Side, filter: MatchFilter, context: Context<'company' | 'seller'>) {
  const { caller, db, note } = context
  await refreshBeforeReading(context, { companyId: caller.companyId })
  const where = and(matchCondition(db, side, caller.companyId, filter), stateCondition(filter.status))
  const [lines, exceptions]: [SheetCell[][], SheetCell[][]] = [[], []]
  let before: number | undefined
  for (;;) {
    const found = await selectMatches(db, side)
      .where(and(where, before === undefined ? undefined : lt(orderMatches.orderId, before)))
      .orderBy(descending(orderMatches.orderId))
      .limit(batchSize)
    before = found.at(-1)?.order.id
    if (before === undefined) break
    lines.push(...(await lineRows(db, side, found)))
    exceptions.push(...(await exceptionRows(db, found)))
    if (found.length < batchSize || lines.length > maxRows) break
    await setImmediate()
  }
  const more = lines.length > maxRows || exceptions.length > maxRows
  const shown = lines.slice(0, maxRows)
  const name = side === 'buyer' ? '采购对账单' : '销售对账单'
  const bytes = await createWorkbook([
    sheetOf(name, lineColumns(side), shown),
    sheetOf('差异', exceptionColumns, exceptions.slice(0, maxRows)),
    ...(more
      ? [sheetOf('说明', [['说明', 80]], [[`超过 ${maxRows} 行，本表为最新的部分；其余请按下单日期分段导出。`]])]
      : []),
  ])
  note(`${shown.length} 行`)
  const saved = await saveGeneratedSheet(context, caller, `${name} ${date(new Date().toISOString())}`, bytes)
  return { ...saved, rows: shown.length, more }
}

export const buyerMatchSheet: Handler<typeof orderMatchingCalls.buyerMatchSheet> = (filter, context) =>
  createMatchSheet('buyer', filter, context)
export const sellerMatchSheet: Handler<typeof orderMatchingCalls.sellerMatchSheet> = (filter, context) =>
  createMatchSheet('seller', filter, context)
