import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { paymentParts, payments } from '../../../db/tables/payments.ts'
import type { GatewayMethod } from '../../../domain/orders/payment-methods.ts'
import { bySystem } from './line-steps.ts'
import { lockPayment, partsOf, type LockedPayment } from './locks.ts'
import { receive } from './receive.ts'
import type { News } from './tell-payments.ts'
import { takePaymentNo } from './payment-no.ts'

/** Money as a gateway says it, verified before. */
export interface GatewayReceipt {
  readonly method: GatewayMethod
  readonly paymentNo: string
  /** The gateway's own number of the money. */
  readonly tradeNo: string
  /** fen */
  readonly amount: number
  readonly paidAt: Date
}

/**
 * Books what a gateway says that it received, once for each of its trades: whatever the payment is by then, closed or
 * its lines paid another way, the money is there and is booked. `unknown` when there is no such payment of this
 * gateway; then nothing changes. A transaction of its own.
 */
export function bookGatewayPayment(
  db: Db,
  news: News,
  receipt: GatewayReceipt,
): Promise<'booked' | 'repeated' | 'unknown'> {
  return db.transaction(async (tx) => {
    const [asked] = await tx
      .select({ id: payments.id, method: payments.method })
      .from(payments)
      .where(eq(payments.paymentNo, receipt.paymentNo))
    if (asked === undefined || asked.method !== receipt.method || receipt.amount <= 0) return 'unknown'
    const locked = await lockPayment(tx, asked.id)
    if (locked === undefined) return 'unknown'
    if (await isBooked(tx, receipt)) return 'repeated'
    const free = locked.payment.status === 'confirmed' ? await again(tx, locked) : locked
    const { amount, tradeNo, paidAt } = receipt
    await receive(tx, news, free, { amount, tradeNo, at: paidAt, by: bySystem })
    return 'booked'
  })
}

/** Looked at under the payment's lock: a second one with the same trade waits there, then finds the first. */
async function isBooked(tx: Db, { method, tradeNo }: GatewayReceipt): Promise<boolean> {
  const rows = await tx.select({ method: payments.method }).from(payments).where(eq(payments.tradeNo, tradeNo))
  return rows.some((row) => row.method === method)
}

/** The same payment was paid a second time, by another trade: it is kept as one of its own, paid too much. */
async function again(tx: Db, locked: LockedPayment): Promise<LockedPayment> {
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
  return { ...locked, payment, parts: await partsOf(tx, id) }
}
