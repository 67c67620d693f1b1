import { and, arrayOverlaps, asc, eq, inArray } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { orders, paymentLines } from '../../../db/tables/orders.ts'
import { requisitions } from '../../../db/tables/requisitions.ts'
import { links } from '../../../domain/links.ts'
import { paymentMethodLabels } from '../../../domain/orders/payment-methods.ts'
import { coveredLine, type FrozenPayment } from '../../../domain/orders/requisitions/frozen-request.ts'
import type { CommittedFailure } from '../../platform/committed-failure.ts'
import type { Context } from '../../handler.ts'
import { actorOf } from '../../platform/history/record-steps.ts'
import { orderedCategories } from '../requisitions/ordered-categories.ts'
import { requestApproval } from '../requisitions/request-approval.ts'
import { extendPaymentDeadline } from './extend-payment-deadline.ts'
import { lockOrders } from './payment-locks.ts'
import {
  assertPayable,
  assertPayee,
  findOrCreateAttempt,
  type Attempt,
  type AttemptRequest,
} from './payment-attempt.ts'

/** Payable lines of the company with their orders; throws notFound for those of others. */
async function loadLines(tx: Db, companyId: number, lineIds: readonly number[]) {
  const rows = await tx
    .select({ line: paymentLines, order: orders })
    .from(paymentLines)
    .innerJoin(orders, eq(orders.id, paymentLines.orderId))
    .where(and(inArray(paymentLines.id, [...lineIds]), eq(orders.buyerCompanyId, companyId)))
    .orderBy(asc(paymentLines.id))
  if (rows.length < new Set(lineIds).size) throw new CallFailed('notFound')
  return rows
}

/** Whether approved payments cover all of the lines at these amounts. */
async function isCovered(tx: Db, companyId: number, wanted: readonly string[]): Promise<boolean> {
  const rows = await tx
    .select({ covers: requisitions.covers })
    .from(requisitions)
    .where(
      and(
        eq(requisitions.companyId, companyId),
        eq(requisitions.action, 'payment'),
        eq(requisitions.status, 'approved'),
        arrayOverlaps(requisitions.covers, [...wanted]),
      ),
    )
  const covered = new Set(rows.flatMap(({ covers }) => covers))
  return wanted.every((each) => covered.has(each))
}

/**
 * The gate of a payment: `approvalPending` where a rule of the company applies to its sum and no approved payment covers
 * the same lines at the same amounts; null = it may be made. Throws what a payment of the lines is refused for.
 */
export async function gatePayment(
  context: Context<'company'>,
  tx: Db,
  { lineIds, method, device }: AttemptRequest,
): Promise<CommittedFailure | null> {
  const { caller } = context
  if (caller.approvalVersion === 0) return null
  const found = await loadLines(tx, caller.companyId, lineIds)
  const locked = await lockOrders(
    tx,
    found.map(({ order }) => order.id),
  )
  // Read again under the lock: amounts stay until the payment is made.
  const rows = await loadLines(tx, caller.companyId, lineIds)
  const lines = rows.map(({ line }) => ({ lineId: line.id, amount: line.amount - line.paid }))
  const covers = lines.map(coveredLine)
  if (await isCovered(tx, caller.companyId, covers)) return null
  // Nobody is asked to approve what cannot be paid.
  if (method === 'bank') await assertPayee(tx, locked)
  assertPayable(locked, new Map(rows.map(({ line }) => [line.id, line])))
  const orderIds = [...new Set(rows.map(({ order }) => order.id))]
  const [first] = rows
  const numbers = [...new Set(rows.map(({ order }) => order.orderNo))]
  const costCentres = [...new Set(rows.map(({ order }) => order.costCentre))]
  const pending = await requestApproval(context, tx, {
    frozen: { action: 'payment', lines, method, device },
    title:
      numbers.length > 1 ? `订单 ${numbers[0] ?? ''} 等 ${numbers.length} 份` : `订单 ${first?.order.orderNo ?? ''}`,
    amount: lines.reduce((sum, { amount }) => sum + amount, 0),
    hold: null,
    // An order without a cost centre: none is stated.
    costCentres: costCentres.includes('') ? [] : costCentres,
    categories: () => orderedCategories(tx, orderIds),
    subject: `pay ${covers.join(' ')}`,
    covers,
    content: {
      facts: [
        { label: '付款方式', text: paymentMethodLabels[method] },
        ...(costCentres.every((code) => code === '')
          ? []
          : [{ label: '成本中心', text: costCentres.filter((code) => code !== '').join('、') }]),
      ],
      lines: rows.map(({ line, order }) => ({
        name: `${order.orderNo} ${line.name}`,
        note: order.title,
        quantity: 1,
        unitPrice: line.amount - line.paid,
        amount: line.amount - line.paid,
      })),
      path: first === undefined ? links.buyerOrders() : links.buyerOrder(first.order.id),
    },
  })
  if (pending !== null) await extendPaymentDeadline(tx, locked, 'approval')
  return pending
}

/** A payment that is not approved: its orders have time again to be paid in another way. */
export async function endApprovalWait(tx: Db, companyId: number, { lines }: FrozenPayment): Promise<void> {
  const rows = await loadLines(
    tx,
    companyId,
    lines.map(({ lineId }) => lineId),
  )
  const locked = await lockOrders(
    tx,
    rows.map(({ order }) => order.id),
  )
  await extendPaymentDeadline(tx, locked, 'returned')
}

/** Opens an approved payment for its requester; throws conflict where an amount is another one by now. */
export async function openApprovedPayment(
  { lines, method, device }: FrozenPayment,
  { caller, db }: Context<'company'>,
): Promise<Attempt> {
  const lineIds = lines.map(({ lineId }) => lineId)
  const attempt = await findOrCreateAttempt(db, actorOf(caller), { lineIds, method, device })
  // The lines are locked by now.
  const rows = await loadLines(db, caller.companyId, lineIds)
  const open = new Map(rows.map(({ line }) => [line.id, line.amount - line.paid]))
  if (lines.some(({ lineId, amount }) => open.get(lineId) !== amount)) throw new CallFailed('conflict')
  await extendPaymentDeadline(db, attempt.orders, 'approved')
  return attempt
}
