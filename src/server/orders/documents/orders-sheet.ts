import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, inArray, lt, ne } from 'drizzle-orm'
import type { z } from 'zod'
import type { documentsCalls } from '../../../contract/orders/documents.ts'
import type { Db } from '../../../db/open.ts'
import { invoices } from '../../../db/tables/fulfilment.ts'
import { orderLines, orders } from '../../../db/tables/orders.ts'
import { date, dateTime } from '../../../domain/time.ts'
import type { Context, Handler } from '../../handler.ts'
import {
  matchesOrderFilter,
  loadPaymentLines,
  selectOrders,
  hasDuePayment,
  type LoadedOrder,
  type PaymentLine,
} from '../present-order.ts'
import { descending } from '../../platform/queries/descending.ts'
import { saveGeneratedSheet } from '../../platform/files/generated-files.ts'
import { createWorkbook, type SheetCell } from '../../platform/workbooks/create-workbook.ts'
import { orderLabel, isEnded } from '../../../domain/orders/order-states.ts'
import { paymentStateLabel } from '../../../domain/orders/order-labels.ts'
import { openAmount, paidShare } from '../../../domain/orders/payment-states.ts'
import type { Side } from '../../../domain/sides.ts'
import { isInvoiceReversed } from '../../../domain/orders/invoice-states.ts'

type OrderLine = typeof orderLines.$inferSelect
type IssuedInvoice = Pick<typeof invoices.$inferSelect, 'orderId' | 'invoiceNo' | 'status'>

/** Related rows of some orders; may include rows of other orders. */
interface OrderDetails {
  readonly lines: readonly OrderLine[]
  readonly payments: readonly PaymentLine[]
  readonly invoices: readonly IssuedInvoice[]
}

/** Columns of the sheet of a side. */
function sheetColumns(side: Side): { heads: readonly string[]; widths: readonly number[] } {
  const columns: readonly (readonly [head: string, width: number])[] = [
    ['订单编号', 18] as const,
    ['下单时间', 20] as const,
    [side === 'buyer' ? '供应商' : '采购方', 28] as const,
    ['项目', 36] as const,
    ['规格', 18] as const,
    ['数量', 10] as const,
    ['单位', 8] as const,
    ['单价（元）', 14] as const,
    ['金额（元）', 16] as const,
    ['订单运费（元）', 14] as const,
    ['订单总额（元）', 16] as const,
    ['订单已付（元）', 16] as const,
    ['订单已退（元）', 16] as const,
    ['订单未付（元）', 16] as const,
    ['订单状态', 12] as const,
    ['付款状态', 12] as const,
    ['交付时间', 20] as const,
    ['完成时间', 20] as const,
    ['发票号码', 24],
  ]
  return { heads: columns.map(([head]) => head), widths: columns.map(([, width]) => width) }
}

/** One row per order line. Order totals are in the first row only, so that columns can be summed. */
function sheetRows(side: Side, found: readonly LoadedOrder[], of: OrderDetails): SheetCell[][] {
  const [lines, payments, issued] = [groupByOrder(of.lines), groupByOrder(of.payments), groupByOrder(of.invoices)]
  return found.flatMap(({ order, other }) => {
    const own = payments.get(order.id) ?? []
    const { paid, state } = paidShare(own)
    const refunded = own.reduce((sum, line) => sum + line.refunded, 0)
    const open = isEnded(order.status) ? 0 : openAmount(own)
    const head = [order.orderNo, dateTime(order.createdAt.toISOString()), other.name]
    const sums = [order.postage, order.total, paid, refunded, open].map((fen) => ({ fen }))
    const foot = [
      orderLabel(order.status, side).label,
      paymentStateLabel(state, order.status, side).label,
      formatMoment(order.deliveredAt),
      formatMoment(order.completedAt),
      (issued.get(order.id) ?? []).map(invoiceLabel).join('、'),
    ]
    return (lines.get(order.id) ?? []).map((line, at): SheetCell[] => [
      ...head,
      line.name,
      line.specName,
      line.quantity,
      line.unit,
      { fen: line.unitPrice },
      { fen: line.amount },
      ...(at === 0 ? sums : ['', '', '', '', '']),
      ...foot,
    ])
  })
}

const formatMoment = (at: Date | null) => (at === null ? '' : dateTime(at.toISOString()))
const invoiceLabel = ({ invoiceNo, status }: IssuedInvoice) =>
  isInvoiceReversed(status) ? `${invoiceNo}（已红冲）` : invoiceNo

function groupByOrder<T extends { readonly orderId: number }>(rows: readonly T[]): ReadonlyMap<number, readonly T[]> {
  return Map.groupBy(rows, ({ orderId }) => orderId)
}

type SheetQuery = z.output<typeof documentsCalls.buyerOrdersSheet.input>

export const buyerOrdersSheet: Handler<typeof documentsCalls.buyerOrdersSheet> = (query, context) =>
  createOrdersSheet('buyer', query, context)

export const sellerOrdersSheet: Handler<typeof documentsCalls.sellerOrdersSheet> = (query, context) =>
  createOrdersSheet('seller', query, context)

/** Maximum of rows per sheet, and orders read at a time. */
const [maxRows, batchSize] = [20_000, 500]

const truncationNote = {
  sheet: '说明',
  widths: [80],
  head: ['说明'],
  rows: [[`符合条件的订单行超过 ${maxRows} 行，本表为最新的 ${maxRows} 行；其余请按下单日期分段导出。`]],
}

async function createOrdersSheet(side: Side, query: SheetQuery, context: Context<'company' | 'seller'>) {
  const { caller, note } = context
  const rows: SheetCell[][] = []
  for await (const some of loadRowBatches(context.db, side, caller.companyId, query)) {
    rows.push(...some)
    if (rows.length > maxRows) break
  }
  const isTruncated = rows.length > maxRows
  const shownRows = rows.slice(0, maxRows)
  const name = side === 'buyer' ? '采购订单' : '承接订单'
  const { heads, widths } = sheetColumns(side)
  const bytes = await createWorkbook([
    { sheet: name, head: heads, widths, rows: shownRows },
    ...(isTruncated ? [truncationNote] : []),
  ])
  note(`${shownRows.length} 行`)
  const saved = await saveGeneratedSheet(context, caller, `${name} ${date(new Date().toISOString())}`, bytes)
  return { ...saved, rows: shownRows.length, more: isTruncated }
}

/** Row batches of the matching orders, newest first; four queries a batch. Yields to the event loop in between. */
async function* loadRowBatches(
  db: Db,
  side: Side,
  companyId: number,
  query: SheetQuery,
): AsyncGenerator<SheetCell[][]> {
  const { status, toPay, orderIds } = query
  const where = and(
    matchesOrderFilter(side, companyId, query),
    orderIds && inArray(orders.id, orderIds),
    status && eq(orders.status, status),
    toPay === true ? hasDuePayment(db) : undefined,
  )
  let before: number | undefined
  for (;;) {
    const found = await selectOrders(db, side)
      .where(and(where, before === undefined ? undefined : lt(orders.id, before)))
      .orderBy(descending(orders.id))
      .limit(batchSize)
    before = found.at(-1)?.order.id
    if (before === undefined) return
    const ids = found.map(({ order }) => order.id)
    const [lines, payments, issued] = [
      await loadOrderLines(db, ids),
      await loadPaymentLines(db, ids),
      await loadIssuedInvoices(db, ids),
    ]
    yield sheetRows(side, found, { lines, payments, invoices: issued })
    if (found.length < batchSize) return
    await setImmediate()
  }
}

const loadOrderLines = (db: Db, ids: readonly number[]) =>
  db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, [...ids]))
    .orderBy(asc(orderLines.orderId), asc(orderLines.id))

const loadIssuedInvoices = (db: Db, ids: readonly number[]) =>
  db
    .select({ orderId: invoices.orderId, invoiceNo: invoices.invoiceNo, status: invoices.status })
    .from(invoices)
    .where(and(inArray(invoices.orderId, [...ids]), ne(invoices.invoiceNo, '')))
    .orderBy(asc(invoices.id))
