import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { paymentParts, payments } from '../../../db/tables/payments.ts'
import type { GatewayMethod } from '../../../domain/orders/payment-methods.ts'
import { systemActor } from './move-payment-line.ts'
import { lockPayment, loadPaymentParts, type LockedPayment } from './payment-locks.ts'
import { receivePayment } from './receive-payment.ts'
import type { NotifyContext } from './notify-payment.ts'
import { takePaymentNo } from './payment-numbers.ts'
import { isPaymentConfirmed } from '../../../domain/orders/payment-states.ts'

/** Verified receipt of a gateway. */
export interface GatewayReceipt {
  readonly method: GatewayMethod
  readonly paymentNo: string
  /** Trade number of the gateway. */
  readonly tradeNo: string
  /** fen */
  readonly amount: number
  readonly paidAt: Date
}

/**
 * Books a gateway receipt once per trade, even if the payment is closed or its lines were paid another way. Returns
 * `unknown` without changes if this gateway has no such payment. Runs its own transaction.
 */
export function bookGatewayPayment(
  db: Db,
  notify: NotifyContext,
  receipt: GatewayReceipt,
): Promise<'booked' | 'repeated' | 'unknown'> {
  return db.transaction(async (tx) => {
    const [payment] = await tx
      .select({ id: payments.id, method: payments.method })
      .from(payments)
      .where(eq(payments.paymentNo, receipt.paymentNo))
    if (payment === undefined || payment.method !== receipt.method || receipt.amount <= 0) return 'unknown'
    const locked = await lockPayment(tx, payment.id)
    if (locked === undefined) return 'unknown'
    if (await isBooked(tx, receipt)) return 'repeated'
    const target = isPaymentConfirmed(locked.payment.status) ? await copyPayment(tx, locked) : locked
    const { amount, tradeNo, paidAt } = receipt
    await receivePayment(tx, notify, target, { amount, tradeNo, at: paidAt, by: systemActor })
    return 'booked'
  })
}

/** Whether the trade is booked; call it under the payment's lock, which serialises duplicates. */
async function isBooked(tx: Db, { method, tradeNo }: GatewayReceipt): Promise<boolean> {
  const rows = await tx.select({ method: payments.method }).from(payments).where(eq(payments.tradeNo, tradeNo))
  return rows.some((row) => row.method === method)
}

/** Second trade for the same payment: copies the payment, so that the surplus is booked separately. */
async function copyPayment(tx: Db, locked: LockedPayment): Promise<LockedPayment> {
  const { id, no } = await takePaymentNo(tx)
  const { companyId, userId, method, amount, remarkCode, expiresAt } = locked.payment
  const [payment] = await tx
    .insert(payments)
    .values({ id, paymentNo: no, companyId, userId, method, amount, remarkCode, expiresAt, status: 'closed' })
    .returning()
  if (payment === undefined) throw new Error('No payment')
  await tx
    .insert(paymentParts)
    .values(
      locked.parts.map(({ orderId, lineId, amount: asked }) => ({ paymentId: id, orderId, lineId, amount: asked })),
    )
  return { ...locked, payment, parts: await loadPaymentParts(tx, id) }
}
