import { asc, countDistinct, eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { PayoutDetail, SupplierPayout } from '../../../contract/orders/payouts.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { files } from '../../../db/tables/operations.ts'
import { orders, paymentLines } from '../../../db/tables/orders.ts'
import { paymentParts, payments, payoutLines, payouts } from '../../../db/tables/payments.ts'
import { accountTail, payeeDetailsFor, type PayeeDetails } from '../../../domain/accounts/payee.ts'
import {
  isFirstApproved,
  isPayoutFailed,
  isPayoutHeld,
  isPayoutPaid,
  unpaidPayouts,
} from '../../../domain/orders/payouts.ts'
import { getPayees } from '../../accounts/companies/payee.ts'
import { fileUrl } from '../../platform/files/files.ts'
import { historyOf } from '../../platform/history/histories.ts'
import { loadHeldMoney } from './held-money.ts'
import type { PayoutRow } from './move-payout.ts'
import { loadReroutable } from './reroute-refunds.ts'

const buyers = alias(companies, 'buyers')

/** Lines of payouts with their orders, in their sequence. */
async function loadLines(db: Db, payoutIds: readonly number[]) {
  if (payoutIds.length === 0) return []
  const rows = await db
    .select({
      payoutId: payoutLines.payoutId,
      partId: payoutLines.partId,
      orderId: orders.id,
      orderNo: orders.orderNo,
      title: orders.title,
      buyerName: buyers.name,
      lineId: paymentLines.id,
      lineName: paymentLines.name,
      method: payments.method,
      paidAt: payments.confirmedAt,
      amount: payoutLines.amount,
      fee: payoutLines.fee,
    })
    .from(payoutLines)
    .innerJoin(paymentParts, eq(paymentParts.id, payoutLines.partId))
    .innerJoin(payments, eq(payments.id, paymentParts.paymentId))
    .innerJoin(paymentLines, eq(paymentLines.id, paymentParts.lineId))
    .innerJoin(orders, eq(orders.id, payoutLines.orderId))
    .innerJoin(buyers, eq(buyers.id, orders.buyerCompanyId))
    .where(inArray(payoutLines.payoutId, [...payoutIds]))
    .orderBy(asc(payoutLines.id))
  return rows.map(({ paidAt, ...row }) => ({ ...row, paidAt: paidAt?.toISOString() ?? null }))
}

/** Addresses of bank receipts, those of returned transfers included, by file. */
async function loadReceiptUrls(db: Db, rows: readonly PayoutRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap(({ receiptId, bouncedReceiptIds }) =>
    receiptId === null ? bouncedReceiptIds : [receiptId, ...bouncedReceiptIds],
  )
  if (ids.length === 0) return new Map()
  const found = await db.select({ id: files.id, name: files.name }).from(files).where(inArray(files.id, ids))
  return new Map(found.map((file) => [file.id, fileUrl(file)]))
}

const netOf = ({ amount, fee }: Pick<PayoutRow, 'amount' | 'fee'>) => amount - fee
const isUnpaid = ({ status }: Pick<PayoutRow, 'status'>) => unpaidPayouts.some((each) => each === status)
/** Reason as long as it holds. */
const shownReason = ({ status, reason, attempt }: PayoutRow): string =>
  isPayoutHeld(status) || isPayoutFailed(status) || (isUnpaid({ status }) && attempt > 1) ? reason : ''

/** Present account of a supplier for an amount (fen); null = none. */
export async function currentAccount(db: Db, companyId: number, net: number): Promise<PayeeDetails | null> {
  const payee = (await getPayees(db, [companyId])).get(companyId)
  return payee === undefined ? null : payeeDetailsFor(payee, net, new Date())
}

/** Account that was approved first; null = none yet. */
export const approvedAccount = ({ accountName, bankName, accountNo }: PayoutRow): PayeeDetails | null =>
  accountNo === null ? null : { accountName, bankName, accountNo }

export const isSameAccount = (one: PayeeDetails, other: PayeeDetails): boolean =>
  one.accountName === other.accountName && one.bankName === other.bankName && one.accountNo === other.accountNo

/** Payouts for their supplier, in three queries. */
export async function presentSupplierPayouts(
  db: Db,
  rows: readonly PayoutRow[],
  hasAccount: boolean,
): Promise<SupplierPayout[]> {
  const lines = await loadLines(
    db,
    rows.map(({ id }) => id),
  )
  const receipts = await loadReceiptUrls(db, rows)
  return rows.map((row) => {
    const { id, payoutNo, status, amount, fee, accountNo, bankReference, paidOn, receiptId, createdAt } = row
    return {
      payoutId: id,
      payoutNo,
      status,
      amount,
      fee,
      net: netOf(row),
      reason: shownReason(row),
      accountMissing: !hasAccount && accountNo === null && isUnpaid(row),
      accountTail: accountNo === null ? '' : accountTail(accountNo),
      bankReference,
      paidOn,
      receiptUrl: receiptId === null ? null : (receipts.get(receiptId) ?? null),
      createdAt: createdAt.toISOString(),
      lines: lines.filter(({ payoutId }) => payoutId === id),
    }
  })
}

/** Orders of payouts, by payout. */
async function countOrders(db: Db, payoutIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (payoutIds.length === 0) return new Map()
  const rows = await db
    .select({ payoutId: payoutLines.payoutId, count: countDistinct(payoutLines.orderId) })
    .from(payoutLines)
    .where(inArray(payoutLines.payoutId, [...payoutIds]))
    .groupBy(payoutLines.payoutId)
  return new Map(rows.map(({ payoutId, count }) => [payoutId, count]))
}

/** Payouts for operators, in two queries. */
export async function presentPayoutRows(
  db: Db,
  rows: readonly { readonly payout: PayoutRow; readonly companyName: string }[],
  userId: number,
) {
  const orderCounts = await countOrders(
    db,
    rows.map(({ payout }) => payout.id),
  )
  const payees = await getPayees(
    db,
    rows.map(({ payout }) => payout.companyId),
  )
  return rows.map(({ payout, companyName }) => {
    const { id, payoutNo, companyId, status, amount, fee, attempt, accountNo, firstBy, createdAt } = payout
    return {
      payoutId: id,
      payoutNo,
      companyId,
      companyName,
      status,
      amount,
      fee,
      net: netOf(payout),
      orders: orderCounts.get(id) ?? 0,
      attempt,
      accountMissing: accountNo === null && isUnpaid(payout) && !payees.has(companyId),
      reason: shownReason(payout),
      isOwnApproval: isFirstApproved(status) && firstBy === userId,
      createdAt: createdAt.toISOString(),
    }
  })
}

interface PayoutReader {
  readonly userId: number
  readonly companyId: number | null
}

/**
 * A payout for an operator. Throws notFound, and ownCompany for one of the operator's own company: it names accounts and
 * is decided by others.
 */
export async function presentPayout(
  db: Db,
  { days }: Config['payout'],
  payoutId: number,
  { userId, companyId: own }: PayoutReader,
): Promise<PayoutDetail> {
  const [found] = await db
    .select({ payout: payouts, companyName: companies.name })
    .from(payouts)
    .innerJoin(companies, eq(companies.id, payouts.companyId))
    .where(eq(payouts.id, payoutId))
  if (found === undefined) throw new CallFailed('notFound')
  const { payout } = found
  if (own !== null && own === payout.companyId) throw new CallFailed('ownCompany')
  const [row] = await presentPayoutRows(db, [found], userId)
  if (row === undefined) throw new CallFailed('notFound')
  const lines = await loadLines(db, [payoutId])
  const held = await loadHeldMoney(
    db,
    days,
    inArray(
      paymentParts.id,
      lines.map(({ partId }) => partId),
    ),
  )
  const receipts = await loadReceiptUrls(db, [payout])
  const names = await loadNames(db, [payout.firstBy, payout.secondBy])
  const approved = approvedAccount(payout)
  const present = isUnpaid(payout) ? await currentAccount(db, payout.companyId, netOf(payout)) : approved
  const unpaid = isUnpaid(payout)
  return {
    ...row,
    lines: lines.map(({ partId, ...line }) => {
      const now = held.find((each) => each.partId === partId)
      const isChanged = unpaid && (now?.held ?? 0) !== line.amount
      return { ...line, blocker: unpaid ? (now?.blocker ?? null) : null, heldNow: isChanged ? (now?.held ?? 0) : null }
    }),
    account: approved ?? present,
    accountNow: approved !== null && present !== null && !isSameAccount(approved, present) ? present : null,
    firstBy: names.get(payout.firstBy ?? 0) ?? null,
    firstAt: payout.firstAt?.toISOString() ?? null,
    secondBy: names.get(payout.secondBy ?? 0) ?? null,
    secondAt: payout.secondAt?.toISOString() ?? null,
    bankReference: payout.bankReference,
    paidOn: payout.paidOn,
    receiptUrl: payout.receiptId === null ? null : (receipts.get(payout.receiptId) ?? null),
    bounced: {
      bankReferences: payout.bouncedReferences,
      receiptUrls: payout.bouncedReceiptIds.flatMap((id) => receipts.get(id) ?? []),
    },
    reroutes: isPayoutPaid(payout.status) ? await loadReroutable(db, lines) : [],
    history: await loadPayoutHistory(db, payoutId),
  }
}

/** Steps of operators are shown as made by the platform. */
const loadPayoutHistory = (db: Db, payoutId: number) =>
  historyOf(db, 'payout', payoutId, undefined, ({ userId }) => (userId === null ? '系统' : '平台'))

async function loadNames(db: Db, ids: readonly (number | null)[]): Promise<ReadonlyMap<number, string>> {
  const given = ids.flatMap((id) => (id === null ? [] : [id]))
  if (given.length === 0) return new Map()
  const rows = await db.select({ id: users.id, name: users.loginName }).from(users).where(inArray(users.id, given))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
