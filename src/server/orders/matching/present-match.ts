import { and, asc, eq, sql } from 'drizzle-orm'
import type { MatchException, OrderMatch } from '../../../contract/orders/matching.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { matchExceptions } from '../../../db/tables/matching.ts'
import { activeExceptionStatuses, exceptionTransitions } from '../../../domain/orders/matching/exceptions.ts'
import { matchOrder } from '../../../domain/orders/matching/match-order.ts'
import { isOrderDisputed } from '../../../domain/orders/order-states.ts'
import type { Side } from '../../../domain/sides.ts'
import { nextState } from '../../../domain/transition.ts'
import { fileUrl } from '../../platform/files/files.ts'
import { historiesOf } from '../../platform/history/histories.ts'
import { loadMatchFacts, type LoadedMatch } from './match-facts.ts'
import { isActiveException, type ExceptionRow } from './refresh-matches.ts'

const statusOrder = [...activeExceptionStatuses, 'dismissed', 'resolved'] as const
/** Open exceptions first, urgent ones before others; then the explained, dismissed and resolved. */
const exceptionOrder = [
  sql`array_position(${sql.param([...statusOrder])}::text[], ${matchExceptions.status})`,
  sql`${matchExceptions.severity} = 'low'`,
  asc(matchExceptions.id),
]

async function presentExceptions(db: Db, rows: readonly ExceptionRow[], side: Side | null): Promise<MatchException[]> {
  const histories = await historiesOf(
    db,
    'match',
    rows.map(({ id }) => id),
    undefined,
    ({ event }) => (event === 'dismiss' ? '平台' : '系统'),
  )
  return rows.map((row) => ({
    exceptionId: row.id,
    kind: row.kind,
    severity: row.severity,
    lineId: row.lineId,
    amount: row.amount,
    detail: row.detail,
    status: row.status,
    explanation: row.explanation,
    explainedSide: row.explainedSide,
    dismissal: row.dismissal,
    createdAt: row.createdAt.toISOString(),
    mayExplain: side !== null && nextState(exceptionTransitions, row.status, 'explain', side) !== undefined,
    history: histories.get(row.id) ?? [],
  }))
}

/**
 * The match of an order as a side or an operator (`side` null) reads it, computed from the facts as they are. Operators
 * get the files of disputed orders only. Throws notFound for an unknown order.
 */
export async function presentMatch(db: Db, orderId: number, side: Side | null): Promise<OrderMatch> {
  const loaded = (await loadMatchFacts(db, [orderId])).get(orderId)
  if (loaded === undefined) throw new CallFailed('notFound')
  const { order, buyerName, sellerName, facts } = loaded
  const match = matchOrder(facts)
  const exceptions = await db
    .select()
    .from(matchExceptions)
    .where(eq(matchExceptions.orderId, orderId))
    .orderBy(...exceptionOrder)
  const { accepted, paid, vouched, invoiced } = match.sums
  const hasFiles = side !== null || isOrderDisputed(order.status)
  return {
    orderId,
    orderNo: order.orderNo,
    title: order.title,
    buyerName,
    sellerName,
    status: order.status,
    total: order.total,
    taxRate: facts.taxRate,
    accepted,
    paid,
    vouched,
    invoiced,
    unallocated: match.unallocated,
    lines: match.lines.map((line) => ({
      ...line,
      acceptance: { ...line.acceptance },
      payment: { ...line.payment },
      voucher: { ...line.voucher, paymentNos: [...line.voucher.paymentNos] },
      invoice: { ...line.invoice, invoiceNos: [...line.invoice.invoiceNos] },
    })),
    payments: presentPayments(loaded, hasFiles),
    invoices: loaded.invoices.map(({ invoice, fields, paper }) => ({
      invoiceId: invoice.id,
      invoiceNo: invoice.invoiceNo,
      status: invoice.status,
      amount: invoice.amount,
      fields,
      fileUrl: paper === null || !hasFiles ? null : fileUrl(paper),
      allocations: match.allocations
        .filter(({ invoiceId }) => invoiceId === invoice.id)
        .map(({ lineId, amount }) => ({ lineId, amount })),
    })),
    exceptions: await presentExceptions(db, exceptions, side),
  }
}

function presentPayments({ facts, payments }: LoadedMatch, hasFiles: boolean): OrderMatch['payments'] {
  return facts.payments.flatMap(({ paymentId, parts }) => {
    const found = payments.find(({ payment }) => payment.id === paymentId)
    if (found === undefined) return []
    const { payment, voucher } = found
    return [
      {
        paymentNo: payment.paymentNo,
        method: payment.method,
        status: payment.status,
        amount: parts.reduce((sum, { amount }) => sum + amount, 0),
        received: parts.reduce((sum, { received }) => sum + received, 0),
        voucherUrl: voucher === null || !hasFiles ? null : fileUrl(voucher),
      },
    ]
  })
}

/** Kinds of the open and explained exceptions of some orders. */
export async function loadKinds(db: Db, orderIds: readonly number[]) {
  const rows = await db
    .selectDistinct({ orderId: matchExceptions.orderId, kind: matchExceptions.kind })
    .from(matchExceptions)
    .where(and(sql`${matchExceptions.orderId} = any(${sql.param([...orderIds])}::integer[])`, isActiveException))
    .orderBy(matchExceptions.kind)
  return Map.groupBy(rows, ({ orderId }) => orderId)
}
