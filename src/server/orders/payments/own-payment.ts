import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { payments } from '../../../db/tables/payments.ts'
import { lockPayment, type LockedPayment, type PaymentRow } from './payment-locks.ts'

/** Payment made by a company; throws notFound for others. */
export async function loadOwnPayment(db: Db, paymentId: number, companyId: number): Promise<PaymentRow> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.companyId, companyId)))
  if (payment === undefined) throw new CallFailed('notFound')
  return payment
}

/** The same, locked with its orders and lines. */
export async function lockOwnPayment(tx: Db, paymentId: number, companyId: number): Promise<LockedPayment> {
  await loadOwnPayment(tx, paymentId, companyId)
  return requireLocked(await lockPayment(tx, paymentId))
}

/** Locks a payment to a supplier; throws notFound for payments to others or to several suppliers. */
export async function lockReceivedPayment(tx: Db, paymentId: number, companyId: number): Promise<LockedPayment> {
  const locked = requireLocked(await lockPayment(tx, paymentId))
  if (!locked.orders.every(({ sellerCompanyId }) => sellerCompanyId === companyId)) throw new CallFailed('notFound')
  return locked
}

function requireLocked(locked: LockedPayment | undefined): LockedPayment {
  if (locked === undefined || locked.orders.length === 0) throw new CallFailed('notFound')
  return locked
}
