import type { invoices } from '../../../db/tables/fulfilment.ts'
import type { orderLines } from '../../../db/tables/orders.ts'
import { orderLabel } from '../../../domain/orders/order-states.ts'
import { paymentStateLabel } from '../../../domain/orders/order-words.ts'
import { paidShare } from '../../../domain/orders/payment-states.ts'
import { dateTime } from '../../../domain/time.ts'
import type { SheetCell } from '../../operations/public.ts'
import type { LoadedOrder, PaymentLine, Side } from '../present-order.ts'

type Item = typeof orderLines.$inferSelect
type Issued = Pick<typeof invoices.$inferSelect, 'orderId' | 'invoiceNo' | 'status'>

/** What belongs to some orders; each may hold what belongs to others too. */
interface Belongings {
  readonly lines: readonly Item[]
  readonly payments: readonly PaymentLine[]
  readonly invoices: readonly Issued[]
}

/** Columns of the sheet of a side. */
export function sheetColumns(side: Side): { heads: readonly string[]; widths: readonly number[] } {
  const columns: readonly (readonly [head: string, width: number])[] = [
    ...[['订单编号', 18] as const, ['下单时间', 20] as const, [side === 'buyer' ? '供应商' : '采购方', 28] as const],
    ...[['项目', 36] as const, ['规格', 18] as const, ['数量', 10] as const, ['单位', 8] as const],
    ...[['单价（元）', 14] as const, ['金额（元）', 16] as const, ['订单运费（元）', 14] as const],
    ...[['订单总额（元）', 16] as const, ['订单已付（元）', 16] as const, ['订单未付（元）', 16] as const],
    ...[['订单状态', 12] as const, ['付款状态', 12] as const, ['交付时间', 20] as const, ['完成时间', 20] as const],
    ['发票号码', 24],
  ]
  return { heads: columns.map(([head]) => head), widths: columns.map(([, width]) => width) }
}

/** A row for each line of the orders. Sums of an order stand in its first row only, so that a column can be added up. */
export function sheetRows(side: Side, found: readonly LoadedOrder[], of: Belongings): SheetCell[][] {
  const [lines, payments, issued] = [byOrder(of.lines), byOrder(of.payments), byOrder(of.invoices)]
  return found.flatMap(({ order, other }) => {
    const { paid, state } = paidShare(payments.get(order.id) ?? [])
    const ended = order.status === 'declined' || order.status === 'cancelled'
    const open = ended ? 0 : Math.max(0, order.total - paid)
    const head = [order.orderNo, dateTime(order.createdAt.toISOString()), other.name]
    const sums = [order.postage, order.total, paid, open].map((fen) => ({ fen }))
    const foot = [
      ...[orderLabel(order.status, side).label, paymentStateLabel(state, order.status, side).label],
      ...[momentOf(order.deliveredAt), momentOf(order.completedAt)],
      (issued.get(order.id) ?? []).map(invoiceWords).join('、'),
    ]
    return (lines.get(order.id) ?? []).map((line, at): SheetCell[] => [
      ...head,
      ...[line.name, line.specName, line.quantity, line.unit, { fen: line.unitPrice }, { fen: line.amount }],
      ...(at === 0 ? sums : ['', '', '', '']),
      ...foot,
    ])
  })
}

const momentOf = (at: Date | null) => (at === null ? '' : dateTime(at.toISOString()))
const invoiceWords = ({ invoiceNo, status }: Issued) =>
  status === 'red_reversed' ? `${invoiceNo}（已红冲）` : invoiceNo

function byOrder<T extends { readonly orderId: number }>(rows: readonly T[]): ReadonlyMap<number, readonly T[]> {
  return Map.groupBy(rows, ({ orderId }) => orderId)
}
