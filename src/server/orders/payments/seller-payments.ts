import { and, desc, eq, exists, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { paymentsCalls, SellerPayment } from '../../../contract/orders/payments.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { orders } from '../../../db/tables/orders.ts'
import { paymentParts, payments } from '../../../db/tables/payments.ts'
import {
  paymentAttemptTransitions,
  reversalDeadline,
  isPaymentConfirmed,
  isPaymentUndone,
  isPaymentSubmitted,
} from '../../../domain/orders/payment-states.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Handler } from '../../handler.ts'
import type { PaymentRow } from './payment-locks.ts'
import { loadPaymentFacts, presentPayment, type PaymentFacts } from './present-payment.ts'
import { countsOf } from '../../platform/queries/counts-by-status.ts'

/** Payments visible to the supplier: abandoned attempts without a voucher are hidden. */
const visibleToSeller = or(
  inArray(payments.status, ['submitted', 'confirmed', 'rejected', 'undone']),
  and(eq(payments.status, 'closed'), isNotNull(payments.voucherId)),
)

export const sellerPayments: Handler<typeof paymentsCalls.sellerPayments> = async (input, { caller, db }) => {
  const { status, orderId, current, pageSize } = input
  const ofSeller = exists(
    db
      .select({ id: paymentParts.id })
      .from(paymentParts)
      .innerJoin(orders, eq(orders.id, paymentParts.orderId))
      .where(
        and(
          eq(paymentParts.paymentId, payments.id),
          eq(orders.sellerCompanyId, caller.companyId),
          orderId === undefined ? undefined : eq(orders.id, orderId),
        ),
      ),
  )
  const counts = await db
    .select({ status: payments.status, count: sql<number>`count(*)::int` })
    .from(payments)
    .where(and(visibleToSeller, ofSeller))
    .groupBy(payments.status)
  const rows = await db
    .select()
    .from(payments)
    .where(and(visibleToSeller, ofSeller, status === undefined ? undefined : eq(payments.status, status)))
    .orderBy(sql`${payments.status} = 'submitted' desc`, desc(payments.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return { ...countsOf(counts, status), data: await presentReceived(db, rows, caller.companyId) }
}

/** Payments for their payee; of a payment to several suppliers only its own parts. */
export async function presentReceived(
  db: Db,
  rows: readonly PaymentRow[],
  companyId: number,
): Promise<SellerPayment[]> {
  const { parts, vouchers } = await loadPaymentFacts(db, rows)
  const own = parts.filter(({ sellerId }) => sellerId === companyId)
  const names = await loadCompanyNames(
    db,
    own.map(({ buyerId }) => buyerId),
  )
  return rows.map((row) => presentSellerPayment(row, { parts: own, vouchers }, names))
}

function presentSellerPayment(row: PaymentRow, facts: PaymentFacts, names: ReadonlyMap<number, string>): SellerPayment {
  const whole = presentPayment(row, facts)
  const sum = (key: 'amount' | 'received') => whole.parts.reduce((total, part) => total + part[key], 0)
  const undoUntil =
    row.method === 'bank' && isPaymentConfirmed(row.status)
      ? row.confirmedAt && reversalDeadline(row.confirmedAt)
      : null
  const mayConfirm = nextState(paymentAttemptTransitions, row.status, 'confirm', 'seller') !== undefined
  return {
    ...whole,
    amount: sum('amount'),
    // A reversed receipt has no allocated amounts: show the stated one.
    received: row.received === null || isPaymentUndone(row.status) ? row.received : sum('received'),
    buyerId: row.companyId,
    buyerName: names.get(row.companyId) ?? '',
    waits: row.method === 'bank' && (isPaymentSubmitted(row.status) || row.voucherId !== null) && mayConfirm,
    undoUntil: undoUntil !== null && undoUntil > new Date() ? undoUntil.toISOString() : null,
  }
}

async function loadCompanyNames(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(inArray(companies.id, [...new Set(ids)]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
