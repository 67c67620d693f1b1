import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { paymentLines } from '../../../db/tables/orders.ts'
import { ledgerEntries, ledgerMovements, paymentParts } from '../../../db/tables/payments.ts'
import { balanced, received, refunded, returned, settled, type LedgerEntry } from '../../../domain/orders/ledger.ts'
import type { PaymentMethod } from '../../../domain/orders/payment-methods.ts'
import type { Order } from '../lock-order.ts'
import type { PaymentLine } from '../present-order.ts'
import type { PartRow } from './locks.ts'

/**
 * The one place where money of an order moves: what a line has paid, what a part of a payment received and gave back,
 * and the ledger change together here and nowhere else. Of a line always holds: paid = received − refunded of its parts;
 * its supplier's account has at most the line's amount, what is over stands with the buyer.
 */
interface Money {
  readonly order: Pick<Order, 'id' | 'buyerCompanyId' | 'sellerCompanyId'>
  /** Locked. */
  readonly line: PaymentLine
  readonly part: Pick<PartRow, 'id'>
  readonly method: PaymentMethod
  /** fen, more than nothing */
  readonly amount: number
}

const dealOf = ({ buyerCompanyId, sellerCompanyId }: Money['order']) => ({
  buyerId: buyerCompanyId,
  sellerId: sellerCompanyId,
})

/** Money came in for a line. Answers the line with it. */
export async function takeMoney(tx: Db, { order, line, part, method, amount }: Money): Promise<PaymentLine> {
  const deal = dealOf(order)
  const room = Math.max(0, line.amount - line.paid)
  await tx
    .update(paymentParts)
    .set({ received: sql`${paymentParts.received} + ${amount}` })
    .where(eq(paymentParts.id, part.id))
  const of = { orderId: order.id, partId: part.id, refundId: null }
  await write(tx, { kind: 'received', ...of }, received(method, deal, amount))
  await write(tx, { kind: 'settled', ...of }, settled(deal, Math.min(room, amount)))
  return setPaid(tx, line, line.paid + amount)
}

/** Money went back of a line, what it had too much first. Answers the line without it. */
export async function giveBack(
  tx: Db,
  { order, line, part, method, amount, refundId }: Money & { readonly refundId: number },
): Promise<PaymentLine> {
  const deal = dealOf(order)
  const over = Math.max(0, line.paid - line.amount)
  await tx
    .update(paymentParts)
    .set({ refunded: sql`${paymentParts.refunded} + ${amount}` })
    .where(eq(paymentParts.id, part.id))
  const of = { orderId: order.id, partId: part.id, refundId }
  await write(tx, { kind: 'returned', ...of }, returned(deal, Math.max(0, amount - over)))
  await write(tx, { kind: 'refunded', ...of }, refunded(method, deal, amount))
  return setPaid(tx, line, line.paid - amount)
}

/**
 * A receipt that was a mistake is taken back by one movement that is the opposite of what it moved, read from the books.
 * Answers the line without it. Nothing else of the line may have moved since.
 */
export async function reverseReceipt(
  tx: Db,
  { order, line, part }: Pick<Money, 'order' | 'line'> & { readonly part: Pick<PartRow, 'id' | 'received'> },
): Promise<PaymentLine> {
  const entries = await tx
    .select({ account: ledgerEntries.account, amount: sql<number>`-sum(${ledgerEntries.amount})::float8` })
    .from(ledgerEntries)
    .innerJoin(ledgerMovements, eq(ledgerMovements.id, ledgerEntries.movementId))
    .where(and(eq(ledgerMovements.partId, part.id), inArray(ledgerMovements.kind, ['received', 'settled'])))
    .groupBy(ledgerEntries.account)
    .having(sql`sum(${ledgerEntries.amount}) <> 0`)
  await tx.update(paymentParts).set({ received: 0 }).where(eq(paymentParts.id, part.id))
  await write(tx, { kind: 'reversed', orderId: order.id, partId: part.id, refundId: null }, entries)
  return setPaid(tx, line, line.paid - part.received)
}

async function setPaid(tx: Db, { id }: PaymentLine, paid: number): Promise<PaymentLine> {
  const [line] = await tx.update(paymentLines).set({ paid }).where(eq(paymentLines.id, id)).returning()
  if (line === undefined) throw new Error(`No payment line ${id}`)
  return line
}

/** One movement with its entries; of nothing there is none. */
async function write(tx: Db, of: typeof ledgerMovements.$inferInsert, entries: readonly LedgerEntry[]): Promise<void> {
  if (entries.every(({ amount }) => amount === 0)) return
  if (!balanced(entries)) throw new Error(`Movement ${of.kind} of part ${of.partId} does not balance`)
  const [movement] = await tx.insert(ledgerMovements).values(of).returning({ id: ledgerMovements.id })
  if (movement === undefined) throw new Error('No ledger movement')
  await tx.insert(ledgerEntries).values(entries.map((entry) => ({ movementId: movement.id, ...entry })))
}
