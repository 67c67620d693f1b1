import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { paymentLines } from '../../../db/tables/orders.ts'
import { ledgerEntries, ledgerMovements, paymentParts } from '../../../db/tables/payments.ts'
import {
  isBalanced,
  receiptEntries,
  refundEntries,
  returnEntries,
  settlementEntries,
  type LedgerEntry,
} from '../../../domain/orders/ledger.ts'
import type { PaymentMethod } from '../../../domain/orders/payment-methods.ts'
import type { Order } from '../lock-order.ts'
import type { PaymentLine } from '../present-order.ts'
import type { PartRow } from './payment-locks.ts'

/**
 * The only module that changes paid amounts: payment lines, payment parts and ledger are updated together. Invariant:
 * paid of a line = received − refunded of its parts; the supplier's account holds at most the line's amount, the
 * surplus stays on the buyer's account.
 */
interface LedgerPosting {
  readonly order: Pick<Order, 'id' | 'buyerCompanyId' | 'sellerCompanyId'>
  /** Locked. */
  readonly line: PaymentLine
  readonly part: Pick<PartRow, 'id'>
  readonly method: PaymentMethod
  /** fen, more than nothing */
  readonly amount: number
}

const ledgerParties = ({ buyerCompanyId, sellerCompanyId }: LedgerPosting['order']) => ({
  buyerId: buyerCompanyId,
  sellerId: sellerCompanyId,
})

/** Posts a receipt for a line; returns the updated line. */
export async function postReceipt(tx: Db, { order, line, part, method, amount }: LedgerPosting): Promise<PaymentLine> {
  const parties = ledgerParties(order)
  const room = Math.max(0, line.amount - line.paid)
  await tx
    .update(paymentParts)
    .set({ received: sql`${paymentParts.received} + ${amount}` })
    .where(eq(paymentParts.id, part.id))
  const movement = { orderId: order.id, partId: part.id, refundId: null }
  await postMovement(tx, { kind: 'received', ...movement }, receiptEntries(method, parties, amount))
  await postMovement(tx, { kind: 'settled', ...movement }, settlementEntries(parties, Math.min(room, amount)))
  return setPaidAmount(tx, line, line.paid + amount)
}

/** Posts a refund of a line, surplus first; returns the updated line. */
export async function postRefund(
  tx: Db,
  { order, line, part, method, amount, refundId }: LedgerPosting & { readonly refundId: number },
): Promise<PaymentLine> {
  const parties = ledgerParties(order)
  const over = Math.max(0, line.paid - line.amount)
  await tx
    .update(paymentParts)
    .set({ refunded: sql`${paymentParts.refunded} + ${amount}` })
    .where(eq(paymentParts.id, part.id))
  const movement = { orderId: order.id, partId: part.id, refundId }
  await postMovement(tx, { kind: 'returned', ...movement }, returnEntries(parties, Math.max(0, amount - over)))
  await postMovement(tx, { kind: 'refunded', ...movement }, refundEntries(method, parties, amount))
  return setPaidAmount(tx, line, line.paid - amount)
}

/**
 * Reverses a mistaken receipt by one movement with the opposite entries; returns the updated line. The line must
 * have no later movements.
 */
export async function reverseReceipt(
  tx: Db,
  { order, line, part }: Pick<LedgerPosting, 'order' | 'line'> & { readonly part: Pick<PartRow, 'id' | 'received'> },
): Promise<PaymentLine> {
  const entries = await tx
    .select({ account: ledgerEntries.account, amount: sql<number>`-sum(${ledgerEntries.amount})::float8` })
    .from(ledgerEntries)
    .innerJoin(ledgerMovements, eq(ledgerMovements.id, ledgerEntries.movementId))
    .where(and(eq(ledgerMovements.partId, part.id), inArray(ledgerMovements.kind, ['received', 'settled'])))
    .groupBy(ledgerEntries.account)
    .having(sql`sum(${ledgerEntries.amount}) <> 0`)
  await tx.update(paymentParts).set({ received: 0 }).where(eq(paymentParts.id, part.id))
  await postMovement(tx, { kind: 'reversed', orderId: order.id, partId: part.id, refundId: null }, entries)
  return setPaidAmount(tx, line, line.paid - part.received)
}

async function setPaidAmount(tx: Db, { id }: PaymentLine, paid: number): Promise<PaymentLine> {
  const [line] = await tx.update(paymentLines).set({ paid }).where(eq(paymentLines.id, id)).returning()
  if (line === undefined) throw new Error(`No payment line ${id}`)
  return line
}

/** Inserts a movement with its entries; skips zero amounts. */
async function postMovement(
  tx: Db,
  values: typeof ledgerMovements.$inferInsert,
  entries: readonly LedgerEntry[],
): Promise<void> {
  if (entries.every(({ amount }) => amount === 0)) return
  if (!isBalanced(entries)) throw new Error(`Movement ${values.kind} of part ${values.partId} does not balance`)
  const [movement] = await tx.insert(ledgerMovements).values(values).returning({ id: ledgerMovements.id })
  if (movement === undefined) throw new Error('No ledger movement')
  await tx.insert(ledgerEntries).values(entries.map((entry) => ({ movementId: movement.id, ...entry })))
}
