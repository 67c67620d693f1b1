import { and, asc, eq, gt, inArray, min, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { paymentLines } from '../../../db/tables/orders.ts'
import { ledgerEntries, ledgerMovements, paymentParts, payments } from '../../../db/tables/payments.ts'
import {
  isBalanced,
  lineEntries,
  mergeEntries,
  payoutEntries,
  receiptEntries,
  refundEntries,
  returnedFeeEntries,
  sellerShares,
  settlementEntries,
  type LedgerEntry,
  type LinePart,
} from '../../../domain/orders/ledger.ts'
import type { GatewayMethod, PaymentMethod } from '../../../domain/orders/payment-methods.ts'
import type { Order } from '../lock-order.ts'
import type { PaymentLine } from '../present-order.ts'
import type { PartRow } from './payment-locks.ts'

/**
 * The only module that changes paid amounts: payment lines, payment parts and ledger are updated together. Invariants:
 * paid of a line = received − refunded of its parts, and refunded of a line = that of its parts; supplier and money held
 * for it have at most the line's amount, the surplus stays on the buyer's account; `held` of the parts is what the
 * accounts of held money have.
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
  const settled = Math.min(Math.max(0, line.amount - line.paid), amount)
  await tx
    .update(paymentParts)
    .set({
      received: sql`${paymentParts.received} + ${amount}`,
      held: sql`${paymentParts.held} + ${method === 'bank' ? 0 : settled}`,
    })
    .where(eq(paymentParts.id, part.id))
  const movement = { orderId: order.id, partId: part.id }
  await postMovement(tx, { kind: 'received', ...movement }, receiptEntries(method, parties, amount))
  await postMovement(tx, { kind: 'settled', ...movement }, settlementEntries(method, parties, settled))
  return setPaidAmount(tx, line, line.paid + amount)
}

/**
 * Posts a refund of a line, surplus first; returns the updated line. `method`: how it goes back. A transfer of an online
 * payment is the supplier's, of what was paid out to it.
 */
export async function postRefund(
  tx: Db,
  { order, line, part, method, amount, refundId }: LedgerPosting & { readonly refundId: number },
): Promise<PaymentLine> {
  const parties = ledgerParties(order)
  const before = await loadLineParts(tx, line.id)
  const after = before.map((each): LinePart => {
    if (each.id !== part.id) return each
    const back = method === 'bank' && each.method !== 'bank' ? amount : 0
    return { ...each, refunded: each.refunded + amount, paidOut: each.paidOut - back }
  })
  await saveLineParts(tx, after, line.amount)
  const movement = { orderId: order.id, partId: part.id, refundId }
  const { amount: owed } = line
  const returned = lineEntries(parties, { parts: before, amount: owed }, { parts: after, amount: owed })
  await postMovement(tx, { kind: 'returned', ...movement }, returned)
  await postMovement(tx, { kind: 'refunded', ...movement }, refundEntries(method, parties, amount))
  return setPaidAmount(tx, line, line.paid - amount, line.refunded + amount)
}

/**
 * Moves what was paid beyond a lower amount of a line back to the buyer's account, where a surplus stays until it is
 * refunded: the supplier has at most the line's amount. `part` is the newest of the line.
 */
export async function postLowerAmount(
  tx: Db,
  { order, line, part, amount }: Pick<LedgerPosting, 'order' | 'line' | 'part' | 'amount'>,
): Promise<void> {
  const parts = await loadLineParts(tx, line.id)
  await saveLineParts(tx, parts, amount)
  const returned = lineEntries(ledgerParties(order), { parts, amount: line.amount }, { parts, amount })
  await postMovement(tx, { kind: 'returned', orderId: order.id, partId: part.id }, returned)
}

interface PayoutPosting extends Pick<LedgerPosting, 'order' | 'part' | 'amount'> {
  readonly method: GatewayMethod
  readonly fee: number
  readonly payoutId: number
  /** Transfer of the payout, from 1. */
  readonly attempt: number
}

/** Posts the payout of what is held of a payment; the order must be locked. */
export async function postPayout(tx: Db, posting: PayoutPosting): Promise<void> {
  const { order, part, method, amount, fee, payoutId, attempt } = posting
  await tx
    .update(paymentParts)
    .set({ held: sql`${paymentParts.held} - ${amount}`, paidOut: sql`${paymentParts.paidOut} + ${amount}` })
    .where(eq(paymentParts.id, part.id))
  const movement = { orderId: order.id, partId: part.id, payoutId, attempt }
  await postMovement(
    tx,
    { kind: 'paid_out', ...movement },
    payoutEntries(method, ledgerParties(order), { amount, fee }),
  )
}

/**
 * Posts the opposite of a payout whose transfer the bank returned: its amount is held again. The order must be locked.
 * Returns false and posts nothing if the supplier has less than the amount, because it transferred some back to the buyer.
 */
export async function postBounce(tx: Db, posting: PayoutPosting): Promise<boolean> {
  const { order, part, amount, fee, payoutId, attempt } = posting
  const [line] = await tx
    .select({ id: paymentLines.id, amount: paymentLines.amount })
    .from(paymentLines)
    .innerJoin(paymentParts, eq(paymentParts.lineId, paymentLines.id))
    .where(eq(paymentParts.id, part.id))
  if (line === undefined) throw new Error(`No line of part ${part.id}`)
  const before = await loadLineParts(tx, line.id)
  const left = (before.find(({ id }) => id === part.id)?.paidOut ?? 0) - amount
  if (left < 0) return false
  const after = before.map((each): LinePart => (each.id === part.id ? { ...each, paidOut: left } : each))
  await saveLineParts(tx, after, line.amount)
  const parties = ledgerParties(order)
  const returned = lineEntries(parties, { parts: before, amount: line.amount }, { parts: after, amount: line.amount })
  const entries = mergeEntries([...returned, ...returnedFeeEntries(parties, fee)])
  await postMovement(tx, { kind: 'bounced', orderId: order.id, partId: part.id, payoutId, attempt }, entries)
  return true
}

/** Received payments of a line in the order of their receipts. */
async function loadLineParts(tx: Db, lineId: number): Promise<LinePart[]> {
  const receipt = tx
    .select({ id: min(ledgerMovements.id) })
    .from(ledgerMovements)
    .where(and(eq(ledgerMovements.kind, 'received'), eq(ledgerMovements.partId, paymentParts.id)))
  return tx
    .select({
      id: paymentParts.id,
      method: payments.method,
      received: paymentParts.received,
      refunded: paymentParts.refunded,
      paidOut: paymentParts.paidOut,
    })
    .from(paymentParts)
    .innerJoin(payments, eq(payments.id, paymentParts.paymentId))
    .where(and(eq(paymentParts.lineId, lineId), gt(paymentParts.received, 0)))
    .orderBy(sql`(${receipt})`, asc(paymentParts.id))
}

/** Saves refunded amounts and what is held of each part. */
async function saveLineParts(tx: Db, parts: readonly LinePart[], lineAmount: number): Promise<void> {
  const shares = sellerShares(parts, lineAmount)
  for (const { id, method, refunded, paidOut } of parts) {
    const held = method === 'bank' ? 0 : (shares.get(id) ?? 0)
    await tx.update(paymentParts).set({ refunded, paidOut, held }).where(eq(paymentParts.id, id))
  }
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
  await postMovement(tx, { kind: 'reversed', orderId: order.id, partId: part.id }, entries)
  return setPaidAmount(tx, line, line.paid - part.received)
}

async function setPaidAmount(
  tx: Db,
  { id, refunded: before }: PaymentLine,
  paid: number,
  refunded = before,
): Promise<PaymentLine> {
  const [line] = await tx.update(paymentLines).set({ paid, refunded }).where(eq(paymentLines.id, id)).returning()
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
