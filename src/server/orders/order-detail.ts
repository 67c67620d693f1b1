import { and, asc, eq, desc, inArray, sql } from 'drizzle-orm'
import type { OrderDetail, ordersCalls } from '../../contract/orders/orders.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { orderLines, orders, paymentLines } from '../../db/tables/orders.ts'
import { isEnded, leavesDispute } from '../../domain/orders/order-states.ts'
import { requestedRefund } from './fulfilment/cancellation-request.ts'
import { isReminder } from './fulfilment/reminders.ts'
import { loadLinePictures } from './line-pictures.ts'
import { hasPayeeAccount } from './payments/payee-account.ts'
import {
  sideCompanyId,
  loadPaymentLines,
  selectOrders,
  presentOrder,
  type LoadedOrder,
  type PaymentLine,
} from './present-order.ts'
import { historyOf } from '../platform/history/histories.ts'
import type { Handler } from '../handler.ts'
import type { Delivery } from '../../contract/orders/documents.ts'
import { deliveries } from '../../db/tables/fulfilment.ts'
import { files } from '../../db/tables/operations.ts'
import { fileUrl } from '../platform/files/files.ts'
import { ledgerEntries, ledgerMovements, paymentParts, payments } from '../../db/tables/payments.ts'
import { moneyMoveKinds } from '../../domain/orders/ledger.ts'
import type { Side } from '../../domain/sides.ts'

type MoneyMove = OrderDetail['moneyMoves'][number]

/** Receipts, reversals and refunds of an order from the ledger, oldest first. */
async function loadMoneyMoves(db: Db, orderId: number): Promise<MoneyMove[]> {
  const amount = sql<number>`abs(sum(${ledgerEntries.amount}))::float8`
  const rows = await db
    .select({
      kind: ledgerMovements.kind,
      method: payments.method,
      amount,
      names: sql<string[]>`array_agg(distinct ${paymentLines.name})`,
      at: sql<string>`min(${ledgerMovements.createdAt})`.mapWith(ledgerMovements.createdAt),
    })
    .from(ledgerMovements)
    .innerJoin(ledgerEntries, eq(ledgerEntries.movementId, ledgerMovements.id))
    .innerJoin(paymentParts, eq(paymentParts.id, ledgerMovements.partId))
    .innerJoin(payments, eq(payments.id, paymentParts.paymentId))
    .innerJoin(paymentLines, eq(paymentLines.id, paymentParts.lineId))
    .where(
      and(
        eq(ledgerMovements.orderId, orderId),
        inArray(ledgerMovements.kind, [...moneyMoveKinds]),
        // The side of the money that is outside of both companies: the bank or a gateway.
        eq(ledgerEntries.account, payments.method),
      ),
    )
    .groupBy(ledgerMovements.kind, payments.id, ledgerMovements.refundId)
    .orderBy(asc(sql`min(${ledgerMovements.id})`))
  return rows.flatMap(({ kind, method, amount: sum, names, at }) => {
    const known = moneyMoveKinds.find((one) => one === kind)
    return known === undefined
      ? []
      : [{ kind: known, method, amount: sum, name: names.join('、'), at: at.toISOString() }]
  })
}

/** Deliveries of an order, newest first, in two queries. */
export async function loadDeliveries(db: Db, orderId: number): Promise<Delivery[]> {
  const rows = await db.select().from(deliveries).where(eq(deliveries.orderId, orderId)).orderBy(desc(deliveries.seq))
  const fileIds = rows.flatMap((row) => row.fileIds)
  const found = fileIds.length === 0 ? [] : await db.select().from(files).where(inArray(files.id, fileIds))
  const byId = new Map(found.map((file) => [file.id, file]))
  return rows.map((row) => ({
    deliveryId: row.id,
    seq: row.seq,
    note: row.note,
    carrier: row.carrier,
    trackingNo: row.trackingNo,
    files: row.fileIds.flatMap((id) => {
      const file = byId.get(id)
      return file === undefined ? [] : [{ fileId: id, name: file.name, size: file.size, url: fileUrl(file) }]
    }),
    verdict: row.verdict,
    reason: row.reason,
    createdAt: row.createdAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
  }))
}

/** Full detail of an order of a company on one side; throws notFound for other orders. */
export async function loadOrderDetail(db: Db, side: Side, companyId: number, orderId: number): Promise<OrderDetail> {
  const [row] = await selectOrders(db, side).where(and(eq(orders.id, orderId), eq(sideCompanyId(side), companyId)))
  if (row === undefined) throw new CallFailed('notFound')
  const payments = await loadPaymentLines(db, [orderId])
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(asc(orderLines.id))
  const pictureOf = await loadLinePictures(db, lines)
  const [first] = lines
  const { order } = row
  const owes = !isEnded(order.status) && payments.some(({ paid, amount }) => paid < amount)
  return {
    ...presentOrder(row, payments, side, first && pictureOf(first)),
    demandId: order.demandId,
    offerId: order.offerId,
    groupId: order.groupId,
    postage: order.postage,
    remark: order.remark,
    address: order.address,
    invoice: order.invoice,
    completedAt: order.completedAt?.toISOString() ?? null,
    payeeMissing: owes && !(await hasPayeeAccount(db, order.sellerCompanyId)),
    cancel: await loadCancellationRequest(db, order, payments),
    deliveries: await loadDeliveries(db, orderId),
    lines: lines.map(({ id, orderId: _order, specId: _spec, ...line }) => ({
      ...line,
      lineId: id,
      pictureUrl: pictureOf(line),
    })),
    payments: payments.map(({ id, seq, name, percent, amount, paid, status, dueAt }) => ({
      lineId: id,
      seq,
      name,
      percent,
      amount,
      paid,
      status,
      dueAt: dueAt?.toISOString() ?? null,
    })),
    history: await loadOrderHistory(db, orderId),
    moneyMoves: await loadMoneyMoves(db, orderId),
  }
}

/** History without reminders. A system step out of a dispute is shown as made by the platform. */
export async function loadOrderHistory(db: Db, orderId: number): Promise<OrderDetail['history']> {
  const steps = await historyOf(db, 'order', orderId, undefined, ({ fromStatus }) =>
    leavesDispute(fromStatus) ? '平台' : '系统',
  )
  return steps.filter(({ event }) => !isReminder(event))
}

async function loadCancellationRequest(
  db: Db,
  order: LoadedOrder['order'],
  lines: readonly PaymentLine[],
): Promise<OrderDetail['cancel']> {
  const { cancellationRequestedBy: by, cancelReason: reason } = order
  return by === null ? null : { by, reason, refund: await requestedRefund(db, order, lines) }
}

export const buyerOrder: Handler<typeof ordersCalls.buyerOrder> = ({ orderId }, { caller, db }) =>
  loadOrderDetail(db, 'buyer', caller.companyId, orderId)

export const sellerOrder: Handler<typeof ordersCalls.sellerOrder> = ({ orderId }, { caller, db }) =>
  loadOrderDetail(db, 'seller', caller.companyId, orderId)
