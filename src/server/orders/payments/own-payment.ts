import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { payments } from '../../../db/tables/payments.ts'
import { lockPayment, type LockedPayment, type PaymentRow } from './locks.ts'

/** A payment that a company made; anybody else's is not found. */
export async function ownPayment(db: Db, paymentId: number, companyId: number): Promise<PaymentRow> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.companyId, companyId)))
  if (payment === undefined) throw new CallFailed('notFound')
  return payment
}

/** The same, locked with its orders and lines. */
export async function lockOwnPayment(tx: Db, paymentId: number, companyId: number): Promise<LockedPayment> {
  await ownPayment(tx, paymentId, companyId)
  return mustBe(await lockPayment(tx, paymentId))
}

/** A payment to one supplier, locked; of another's, or of several at once, it is not found. */
export async function lockReceivedPayment(tx: Db, paymentId: number, companyId: number): Promise<LockedPayment> {
  const locked = mustBe(await lockPayment(tx, paymentId))
  if (!locked.orders.every(({ sellerCompanyId }) => sellerCompanyId === companyId)) throw new CallFailed('notFound')
  return locked
}

function mustBe(locked: LockedPayment | undefined): LockedPayment {
  if (locked === undefined || locked.orders.length === 0) throw new CallFailed('notFound')
  return locked
}
