import { asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { orders, paymentLines } from '../../../db/tables/orders.ts'
import { paymentParts, payments } from '../../../db/tables/payments.ts'
import type { Order } from '../lock-order.ts'
import type { PaymentLine } from '../present-order.ts'

export type PaymentRow = typeof payments.$inferSelect
export type PartRow = typeof paymentParts.$inferSelect

/** Orders, locked by id until the transaction ends. */
export async function lockOrders(tx: Db, ids: readonly number[]): Promise<Order[]> {
  if (ids.length === 0) return []
  return tx
    .select()
    .from(orders)
    .where(inArray(orders.id, [...new Set(ids)]))
    .orderBy(asc(orders.id))
    .for('update')
}

/** Payments, locked by id; after their orders. */
export async function lockPayments(tx: Db, ids: readonly number[]): Promise<PaymentRow[]> {
  if (ids.length === 0) return []
  return tx
    .select()
    .from(payments)
    .where(inArray(payments.id, [...new Set(ids)]))
    .orderBy(asc(payments.id))
    .for('update')
}

/** Payment lines, locked by id; after their orders and payments. */
export async function lockPaymentLines(tx: Db, ids: readonly number[]): Promise<ReadonlyMap<number, PaymentLine>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(paymentLines)
    .where(inArray(paymentLines.id, [...new Set(ids)]))
    .orderBy(asc(paymentLines.id))
    .for('update')
  return new Map(rows.map((row) => [row.id, row]))
}

/** A payment with its orders and parts, all locked in the agreed order; undefined when there is none. */
export async function lockPayment(tx: Db, paymentId: number) {
  const parts = await loadPaymentParts(tx, paymentId)
  const of = await lockOrders(
    tx,
    parts.map(({ orderId }) => orderId),
  )
  const [payment] = await lockPayments(tx, [paymentId])
  const lines = await lockPaymentLines(
    tx,
    parts.map(({ lineId }) => lineId),
  )
  // Parts may have changed while waiting for the locks.
  return payment === undefined
    ? undefined
    : { payment, orders: of, parts: await loadPaymentParts(tx, paymentId), lines }
}
export type LockedPayment = NonNullable<Awaited<ReturnType<typeof lockPayment>>>

export const loadPaymentParts = (tx: Db, paymentId: number): Promise<PartRow[]> =>
  tx.select().from(paymentParts).where(eq(paymentParts.paymentId, paymentId)).orderBy(asc(paymentParts.id))
