import { and, desc, eq, exists, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { paymentsCalls, SellerPayment } from '../../../contract/orders/payments.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { orders } from '../../../db/tables/orders.ts'
import { paymentParts, payments } from '../../../db/tables/payments.ts'
import { paymentAttempts, undoneBefore } from '../../../domain/orders/payment-states.ts'
import { next } from '../../../domain/transition.ts'
import type { Handler } from '../../handler.ts'
import { countsOf } from '../../operations/public.ts'
import type { PaymentRow } from './locks.ts'
import { factsOf, presentPayment, type PaymentFacts } from './present-payment.ts'

/** What was tried and given up without a voucher is not the supplier's to know. */
const shown = or(
  inArray(payments.status, ['submitted', 'confirmed', 'rejected', 'undone']),
  and(eq(payments.status, 'closed'), isNotNull(payments.voucherId)),
)

export const sellerPayments: Handler<typeof paymentsCalls.sellerPayments> = async (input, { caller, db }) => {
  const { status, orderId, current, pageSize } = input
  const mine = exists(
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
    .where(and(shown, mine))
    .groupBy(payments.status)
  const rows = await db
    .select()
    .from(payments)
    .where(and(shown, mine, status === undefined ? undefined : eq(payments.status, status)))
    .orderBy(sql`${payments.status} = 'submitted' desc`, desc(payments.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return { ...countsOf(counts, status), data: await presentReceived(db, rows, caller.companyId) }
}

/** Payments as their payee sees them: of one that pays several suppliers only its own parts. */
export async function presentReceived(
  db: Db,
  rows: readonly PaymentRow[],
  companyId: number,
): Promise<SellerPayment[]> {
  const { parts, vouchers } = await factsOf(db, rows)
  const own = parts.filter(({ sellerId }) => sellerId === companyId)
  const names = await namesOf(
    db,
    own.map(({ buyerId }) => buyerId),
  )
  return rows.map((row) => presentOwn(row, { parts: own, vouchers }, names))
}

function presentOwn(row: PaymentRow, facts: PaymentFacts, names: ReadonlyMap<number, string>): SellerPayment {
  const all = presentPayment(row, facts)
  const sum = (key: 'amount' | 'received') => all.parts.reduce((total, part) => total + part[key], 0)
  const undoUntil =
    row.method === 'bank' && row.status === 'confirmed' ? row.confirmedAt && undoneBefore(row.confirmedAt) : null
  const mayConfirm = next(paymentAttempts, row.status, 'confirm', 'seller') !== undefined
  return {
    ...all,
    amount: sum('amount'),
    // One that was taken back has nothing of its lines; it shows what was said.
    received: row.received === null || row.status === 'undone' ? row.received : sum('received'),
    ...{ buyerId: row.companyId, buyerName: names.get(row.companyId) ?? '' },
    waits: row.method === 'bank' && (row.status === 'submitted' || row.voucherId !== null) && mayConfirm,
    undoUntil: undoUntil !== null && undoUntil > new Date() ? undoUntil.toISOString() : null,
  }
}

async function namesOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(inArray(companies.id, [...new Set(ids)]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
