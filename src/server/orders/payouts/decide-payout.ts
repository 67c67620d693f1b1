import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { files } from '../../../db/tables/operations.ts'
import { paymentParts, payments, payoutLines, payouts } from '../../../db/tables/payments.ts'
import type { PayeeDetails } from '../../../domain/accounts/payee.ts'
import type { GatewayMethod } from '../../../domain/orders/payment-methods.ts'
import {
  isFirstApproved,
  isLineChanged,
  isPayoutApproved,
  isPayoutDue,
  isPayoutFailed,
  isPayoutPaid,
} from '../../../domain/orders/payouts.ts'
import type { FileRow } from '../../platform/files/files.ts'
import type { Order } from '../lock-order.ts'
import { postBounce, postPayout } from '../payments/ledger-postings.ts'
import type { RefundRow } from '../refunds/create-refunds.ts'
import { linesLeft, loadCurrentLines, type PayoutSettings } from './current-lines.ts'
import {
  movePayout,
  noApprovals,
  savePayoutLines,
  setLinesOpen,
  type LockedPayout,
  type PayoutLineRow,
  type PayoutRow,
} from './move-payout.ts'
import { approvedAccount, isSameAccount } from './present-payouts.ts'
import { rerouteRefunds } from './reroute-refunds.ts'

interface PayoutApproval {
  readonly by: number
  /** What the operator saw: the amount in fen, and the account; null = none. */
  readonly shown: { readonly amount: number; readonly account: PayeeDetails | null }
  /** Present account of the supplier; null = none. */
  readonly present: PayeeDetails | null
}

/**
 * First or second approval of a locked payout. Throws payoutMoved, secondOperatorNeeded, payoutAccountMissing, and
 * payoutAccountChanged if the account is not the shown one any more.
 */
export async function approvePayout(
  tx: Db,
  settings: PayoutSettings,
  { payout, lines }: LockedPayout,
  { by, shown, present }: PayoutApproval,
): Promise<PayoutRow> {
  const isFirst = isPayoutDue(payout.status)
  if (!isFirst && !isFirstApproved(payout.status)) throw new CallFailed('payoutMoved')
  if (!isFirst && payout.firstBy === by) throw new CallFailed('secondOperatorNeeded')
  if (payout.amount !== shown.amount) throw new CallFailed('payoutMoved')
  const current = await loadCurrentLines(tx, settings, lines)
  if (current.some((line) => line.blocker !== null || isLineChanged(line))) throw new CallFailed('payoutMoved')
  if (present === null) throw new CallFailed('payoutAccountMissing')
  const agreed = isFirst ? shown.account : approvedAccount(payout)
  if (!isSame(shown.account, present) || !isSame(agreed, present)) throw new CallFailed('payoutAccountChanged')
  if (!isFirst)
    return movePayout(tx, payout, lines, { event: 'confirm', by, set: { secondBy: by, secondAt: new Date() } })
  const { accountName, bankName, accountNo } = present
  const set = { accountName, bankName, accountNo, firstBy: by, firstAt: new Date() }
  return movePayout(tx, payout, lines, { event: 'approve', by, set })
}

const isSame = (one: PayeeDetails | null, other: PayeeDetails): boolean => one !== null && isSameAccount(one, other)

/** Makes a locked failed payout due again, with what is held now. Throws payoutMoved where nothing is left. */
export async function retryPayout(
  tx: Db,
  settings: PayoutSettings,
  { payout, lines }: LockedPayout,
  by: number,
): Promise<PayoutRow> {
  if (!isPayoutFailed(payout.status)) throw new CallFailed('payoutMoved')
  const left = linesLeft(await loadCurrentLines(tx, settings, lines))
  if (left.length === 0) throw new CallFailed('payoutMoved')
  await savePayoutLines(tx, payout.id, left)
  const set = { ...noApprovals, attempt: payout.attempt + 1, accountAskedAt: null }
  return movePayout(tx, payout, left, { event: 'retry', by, set })
}

interface BankTransfer {
  readonly by: number
  readonly receipt: Pick<FileRow, 'id' | 'sha256'>
  readonly bankReference: string
  /** Day in Shanghai. */
  readonly paidOn: string
}

/**
 * Books the transfer of a locked payout: state, deal records, ledger. Throws payoutMoved unless it is approved, and
 * payoutReferenceUsed or payoutReceiptUsed if a transfer, which the bank may have returned, has its number or receipt.
 */
export async function bookPayout(
  tx: Db,
  { payout, lines, orders }: LockedPayout,
  { by, receipt, bankReference, paidOn }: BankTransfer,
): Promise<void> {
  if (!isPayoutApproved(payout.status)) throw new CallFailed('payoutMoved')
  await lockBankTransfers(tx)
  await assertOneTransfer(tx, receipt, bankReference)
  const facts = { bankReference, paidOn }
  const set = { receiptId: receipt.id, bankReference, paidOn, reason: '', closedAt: new Date() }
  await movePayout(tx, payout, lines, { event: 'pay', by, facts, set })
  const { id: payoutId, attempt } = payout
  const methods = await loadMethods(tx, payoutId)
  for (const { orderId, partId, amount, fee } of lines) {
    const order = orderOf(orders, orderId)
    await postPayout(tx, {
      order,
      part: { id: partId },
      method: methodOf(methods, partId),
      amount,
      fee,
      payoutId,
      attempt,
    })
  }
  await setLinesOpen(tx, lines, false)
}

/** Serialises what changes numbers and receipts of transfers; after the locks of the payout. */
const lockBankTransfers = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('payout_transfers'))`)

/** Receipts are compared by their content: a second upload is another file. */
async function assertOneTransfer(tx: Db, { sha256 }: Pick<FileRow, 'sha256'>, bankReference: string): Promise<void> {
  const hasNumber = or(
    eq(payouts.bankReference, bankReference),
    sql`${payouts.bouncedReferences} @> array[${bankReference}]::text[]`,
  )
  if ((await tx.$count(payouts, hasNumber)) > 0) throw new CallFailed('payoutReferenceUsed')
  const copies = tx.select({ id: files.id }).from(files).where(eq(files.sha256, sha256))
  const hasReceipt = or(inArray(payouts.receiptId, copies), sql`${payouts.bouncedReceiptIds} && array(${copies})`)
  if ((await tx.$count(payouts, hasReceipt)) > 0) throw new CallFailed('payoutReceiptUsed')
}

function orderOf(orders: readonly Order[], orderId: number): Order {
  const order = orders.find(({ id }) => id === orderId)
  if (order === undefined) throw new Error(`Order ${orderId} is not locked`)
  return order
}

function methodOf(methods: ReadonlyMap<number, GatewayMethod>, partId: number): GatewayMethod {
  const method = methods.get(partId)
  if (method === undefined) throw new Error(`Part ${partId} is not held`)
  return method
}

async function loadMethods(db: Db, payoutId: number): Promise<ReadonlyMap<number, GatewayMethod>> {
  const rows = await db
    .select({ partId: payoutLines.partId, method: payments.method })
    .from(payoutLines)
    .innerJoin(paymentParts, eq(paymentParts.id, payoutLines.partId))
    .innerJoin(payments, eq(payments.id, paymentParts.paymentId))
    .where(eq(payoutLines.payoutId, payoutId))
  return new Map(rows.flatMap(({ partId, method }) => (method === 'bank' ? [] : [[partId, method]])))
}

interface Bounce {
  readonly by: number
  /** Why the bank returned it; the supplier reads it. */
  readonly reason: string
  /** Transfers back that the operator confirmed to go back as they were paid. */
  readonly rerouted: readonly number[]
}

/**
 * Books that the bank returned the transfer of a locked paid payout: it is failed, its money is held again, and refunds
 * that the supplier was to transfer go back the way they were paid; returns these. Throws payoutMoved unless it is paid
 * and these are the confirmed ones, payoutBounceSent or payoutBounceRefunded if the supplier gave money of it back, and
 * payoutBounceRefused if another payout has its payments.
 */
export async function bouncePayout(
  tx: Db,
  locked: LockedPayout,
  { by, reason, rerouted: shown }: Bounce,
): Promise<RefundRow[]> {
  const { payout, lines, orders } = locked
  if (!isPayoutPaid(payout.status)) throw new CallFailed('payoutMoved')
  await lockBankTransfers(tx)
  const { id: payoutId, attempt, bankReference, paidOn, receiptId } = payout
  await assertNotInOtherPayout(tx, payout, lines)
  const rerouted = await rerouteRefunds(tx, lines, shown)
  const set = {
    reason,
    bankReference: '',
    paidOn: null,
    receiptId: null,
    closedAt: null,
    bouncedReferences: [...payout.bouncedReferences, bankReference],
    bouncedReceiptIds: [...payout.bouncedReceiptIds, ...(receiptId === null ? [] : [receiptId])],
  }
  const facts = { bankReference, paidOn }
  await movePayout(tx, payout, lines, { event: 'bounce', by, reason, facts, set })
  const methods = await loadMethods(tx, payoutId)
  for (const { orderId, partId, amount, fee } of lines) {
    const order = orderOf(orders, orderId)
    const method = methodOf(methods, partId)
    const isPosted = await postBounce(tx, { order, part: { id: partId }, method, amount, fee, payoutId, attempt })
    if (!isPosted) throw new CallFailed('payoutBounceRefunded')
  }
  await setLinesOpen(tx, lines, true)
  return rerouted
}

async function assertNotInOtherPayout(tx: Db, payout: PayoutRow, lines: readonly PayoutLineRow[]): Promise<void> {
  const partIds = lines.map(({ partId }) => partId)
  const others = and(inArray(payoutLines.partId, partIds), payoutLines.isOpen, ne(payoutLines.payoutId, payout.id))
  if ((await tx.$count(payoutLines, others)) > 0) throw new CallFailed('payoutBounceRefused')
}
