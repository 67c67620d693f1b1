import { and, asc, eq, desc, inArray, sql } from 'drizzle-orm'
import type { OrderDetail, ordersCalls } from '../../contract/orders/orders.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { agreements } from '../../db/tables/agreements.ts'
import { budgets, costCentres } from '../../db/tables/budgets.ts'
import { orderLines, orders, paymentLines } from '../../db/tables/orders.ts'
import { allowedMilestoneActions } from '../../domain/orders/milestone-states.ts'
import { stepsBesideMilestones } from '../../domain/orders/order-actions.ts'
import { isEnded, leavesDispute } from '../../domain/orders/order-states.ts'
import { openAmount } from '../../domain/orders/payment-states.ts'
import { loadMilestones, presentMilestone } from './milestones/milestones.ts'
import { requestedRefund } from './fulfilment/cancellation-request.ts'
import { loadSentReminders } from './fulfilment/remind-other-side.ts'
import { isReminder } from './fulfilment/reminders.ts'
import { loadDeliveredBatches } from './fulfilment/delivered-batches.ts'
import { loadLineFormulas, loadLinePictures } from './line-pictures.ts'
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
import { ledgerEntries, ledgerMovements, paymentParts, payments, refunds } from '../../db/tables/payments.ts'
import type { PaymentMethod } from '../../domain/orders/payment-methods.ts'
import { loadLineMoney, type LineMoney } from './payouts/seller-money.ts'
import type { Config } from '../../config.ts'
import { moneyMoveKinds } from '../../domain/orders/ledger.ts'
import type { Side } from '../../domain/sides.ts'

type MoneyMove = OrderDetail['moneyMoves'][number]

/** Receipts, reversals and refunds of an order from the ledger, oldest first. */
async function loadMoneyMoves(db: Db, orderId: number): Promise<MoneyMove[]> {
  const amount = sql<number>`abs(sum(${ledgerEntries.amount}))::float8`
  const rows = await db
    .select({
      kind: ledgerMovements.kind,
      method: sql<PaymentMethod>`coalesce(${refunds.method}, ${payments.method})`,
      amount,
      names: sql<string[]>`array_agg(distinct ${paymentLines.name})`,
      at: sql<string>`min(${ledgerMovements.createdAt})`.mapWith(ledgerMovements.createdAt),
    })
    .from(ledgerMovements)
    .innerJoin(ledgerEntries, eq(ledgerEntries.movementId, ledgerMovements.id))
    .innerJoin(paymentParts, eq(paymentParts.id, ledgerMovements.partId))
    .innerJoin(payments, eq(payments.id, paymentParts.paymentId))
    .innerJoin(paymentLines, eq(paymentLines.id, paymentParts.lineId))
    .leftJoin(refunds, eq(refunds.id, ledgerMovements.refundId))
    .where(
      and(
        eq(ledgerMovements.orderId, orderId),
        inArray(ledgerMovements.kind, [...moneyMoveKinds]),
        // The side of the money that is outside of both companies: the bank or a gateway.
        eq(ledgerEntries.account, sql`coalesce(${refunds.method}, ${payments.method})`),
      ),
    )
    .groupBy(ledgerMovements.kind, payments.id, ledgerMovements.refundId, refunds.method)
    .orderBy(asc(sql`min(${ledgerMovements.id})`))
  return rows.flatMap(({ kind, method, amount: sum, names, at }) => {
    const known = moneyMoveKinds.find((one) => one === kind)
    return known === undefined
      ? []
      : [{ kind: known, method, amount: sum, name: names.join('、'), at: at.toISOString() }]
  })
}

/** Deliveries of an order, newest first, in three queries. */
export async function loadDeliveries(db: Db, orderId: number): Promise<Delivery[]> {
  const rows = await db.select().from(deliveries).where(eq(deliveries.orderId, orderId)).orderBy(desc(deliveries.seq))
  const fileIds = rows.flatMap((row) => row.fileIds)
  const found = fileIds.length === 0 ? [] : await db.select().from(files).where(inArray(files.id, fileIds))
  const byId = new Map(found.map((file) => [file.id, file]))
  const batchesOf = await loadDeliveredBatches(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    deliveryId: row.id,
    seq: row.seq,
    milestoneId: row.milestoneId,
    note: row.note,
    carrier: row.carrier,
    trackingNo: row.trackingNo,
    files: row.fileIds.flatMap((id) => {
      const file = byId.get(id)
      return file === undefined ? [] : [{ fileId: id, name: file.name, size: file.size, url: fileUrl(file) }]
    }),
    batches: batchesOf(row.id),
    verdict: row.verdict,
    reason: row.reason,
    createdAt: row.createdAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
  }))
}

/** Agreement of a call-off, by name; other orders pay no statement. */
async function findAgreementOf(db: Db, agreementId: number | null): Promise<OrderDetail['agreement']> {
  if (agreementId === null) return null
  const [found] = await db
    .select({ agreementId: agreements.id, agreementNo: agreements.agreementNo })
    .from(agreements)
    .where(eq(agreements.id, agreementId))
  return found ?? null
}

/** Cost centre, project and budget of an order of the buyer; other orders pay no statement. */
async function loadCharge(
  db: Db,
  { costCentre, projectCode, ...order }: LoadedOrder['order'],
): Promise<OrderDetail['charge']> {
  if (costCentre === '') return null
  const isCentre = and(eq(costCentres.companyId, order.buyerCompanyId), eq(costCentres.code, costCentre))
  const [found] = await db
    .select({ centreName: costCentres.name, budgetId: budgets.id, name: budgets.name })
    .from(costCentres)
    .leftJoin(budgets, eq(budgets.id, order.budgetId ?? 0))
    .where(isCentre)
  const { centreName, budgetId, name } = found ?? { centreName: '', budgetId: null, name: null }
  return { costCentre, centreName, projectCode, budget: budgetId === null || name === null ? null : { budgetId, name } }
}

/** Full detail of an order of a company on one side; throws notFound for other orders. */
export async function loadOrderDetail(
  db: Db,
  side: Side,
  companyId: number,
  orderId: number,
  /** Settings of payouts: the supplier sees where online money is. */
  settings?: Config['payout'],
): Promise<OrderDetail> {
  const [row] = await selectOrders(db, side).where(and(eq(orders.id, orderId), eq(sideCompanyId(side), companyId)))
  if (row === undefined) throw new CallFailed('notFound')
  const payments = await loadPaymentLines(db, [orderId])
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(asc(orderLines.id))
  const pictureOf = await loadLinePictures(db, lines)
  const formulaOf = await loadLineFormulas(db, lines)
  const [first] = lines
  const { order } = row
  const owes = !isEnded(order.status) && openAmount(payments) > 0
  const online =
    settings === undefined ? new Map<number, readonly LineMoney[]>() : await loadLineMoney(db, settings, orderId)
  const milestones = await loadMilestones(db, orderId)
  const given = await loadDeliveries(db, orderId)
  const reminded = (await loadSentReminders(db, companyId, [orderId])).get(orderId)
  const presented = presentOrder(row, payments, side, first && pictureOf(first), reminded)
  return {
    ...presented,
    steps: milestones.length === 0 ? presented.steps : stepsBesideMilestones(presented.steps),
    confirmedAt: order.confirmedAt?.toISOString() ?? null,
    milestones: milestones.map((milestone) => ({
      ...presentMilestone(milestone, given),
      steps: allowedMilestoneActions(order.status, milestone.status, side),
    })),
    agreement: await findAgreementOf(db, order.agreementId),
    charge: side === 'buyer' ? await loadCharge(db, order) : null,
    termsVersion: order.termsVersion,
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
    deliveries: given,
    lines: lines.map(({ id, orderId: _order, specId: _spec, ...line }) => ({
      ...line,
      lineId: id,
      pictureUrl: pictureOf(line),
      formula: formulaOf(line),
    })),
    payments: payments.map(({ id, seq, name, percent, amount, paid, refunded, status, dueAt }) => ({
      lineId: id,
      seq,
      name,
      percent,
      amount,
      paid,
      refunded,
      status,
      dueAt: dueAt?.toISOString() ?? null,
      online: [...(online.get(id) ?? [])],
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

export const sellerOrder: Handler<typeof ordersCalls.sellerOrder> = ({ orderId }, { caller, db, config }) =>
  loadOrderDetail(db, 'seller', caller.companyId, orderId, config.payout)
