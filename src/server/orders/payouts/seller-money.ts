import { and, desc, eq, sql } from 'drizzle-orm'
import type { payoutsCalls } from '../../../contract/orders/payouts.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/open.ts'
import { paymentParts, payoutLines, payouts } from '../../../db/tables/payments.ts'
import { heldState, type HeldState, type PayoutStatus } from '../../../domain/orders/payouts.ts'
import type { Handler } from '../../handler.ts'
import { countsOf } from '../../platform/queries/counts-by-status.ts'
import { hasPayeeAccount } from '../payments/payee-account.ts'
import { isFree, isOfSeller, loadHeldMoney } from './held-money.ts'
import { presentSupplierPayouts } from './present-payouts.ts'

const time = (at: Date | null) => at?.getTime() ?? Number.POSITIVE_INFINITY

/** Held money, first due first. */
export const sellerHeldMoney: Handler<typeof payoutsCalls.sellerHeldMoney> = async (input, { db, caller, config }) => {
  const { current, pageSize } = input
  const { days, fee: feeRate } = config.payout
  const money = await loadHeldMoney(db, days, and(isOfSeller(caller.companyId), isFree(db)))
  const rows = money
    .map(({ partId, orderId, orderNo, title, lineName, held, paidAt, dueAt, blocker }) => ({
      partId,
      orderId,
      orderNo,
      title,
      lineName,
      amount: held,
      state: heldState(blocker, dueAt),
      paidAt,
      dueAt,
    }))
    .toSorted((a, b) => time(a.dueAt) - time(b.dueAt) || a.partId - b.partId)
  const sumOf = (...states: readonly HeldState[]) =>
    rows.reduce((sum, { state, amount }) => (states.includes(state) ? sum + amount : sum), 0)
  const payoutSums = await loadPayoutSums(db, caller.companyId)
  const sumIn = (...statuses: readonly PayoutStatus[]) =>
    statuses.reduce((sum, status) => sum + (payoutSums.get(status) ?? 0), 0)
  return {
    total: rows.length,
    data: rows.slice((current - 1) * pageSize, current * pageSize).map(({ paidAt, dueAt, ...row }) => ({
      ...row,
      paidAt: paidAt?.toISOString() ?? null,
      dueAt: dueAt?.toISOString() ?? null,
    })),
    sums: {
      unfinished: sumOf('unfinished'),
      waiting: sumOf('waiting'),
      blocked: sumOf('dispute', 'refund') + sumIn('held'),
      underWay: sumIn('due', 'first_approved', 'approved'),
      failed: sumIn('failed'),
      paid: sumIn('paid'),
    },
    days,
    feeRate,
    accountMissing: !(await hasPayeeAccount(db, caller.companyId)),
  }
}

/** Sums of a company's payouts by state, in fen: what is or was transferred. */
async function loadPayoutSums(db: Db, companyId: number): Promise<ReadonlyMap<PayoutStatus, number>> {
  const rows = await db
    .select({
      status: payouts.status,
      net: sql<number>`sum(${payouts.amount} - ${payouts.fee})::float8`,
    })
    .from(payouts)
    .where(eq(payouts.companyId, companyId))
    .groupBy(payouts.status)
  return new Map(rows.map(({ status, net }) => [status, net]))
}

export const sellerPayouts: Handler<typeof payoutsCalls.sellerPayouts> = async (input, { db, caller }) => {
  const { status, current, pageSize } = input
  const own = eq(payouts.companyId, caller.companyId)
  const counts = await db
    .select({ status: payouts.status, count: sql<number>`count(*)::int` })
    .from(payouts)
    .where(own)
    .groupBy(payouts.status)
  const rows = await db
    .select()
    .from(payouts)
    .where(and(own, status === undefined ? undefined : eq(payouts.status, status)))
    .orderBy(desc(payouts.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const hasAccount = await hasPayeeAccount(db, caller.companyId)
  return { ...countsOf(counts, status), data: await presentSupplierPayouts(db, rows, hasAccount) }
}

/** Where the online money of a payment line is, as its supplier sees it. */
export interface LineMoney {
  readonly state: HeldState | PayoutStatus
  /** fen */
  readonly amount: number
  /** When held money falls due; null = not held, or the work is not accepted. */
  readonly dueAt: string | null
  readonly payoutNo: string | null
}

/** Online money of an order's payment lines, by line: what is held, in payouts, and paid out. Two queries. */
export async function loadLineMoney(
  db: Db,
  { days }: Config['payout'],
  orderId: number,
): Promise<ReadonlyMap<number, readonly LineMoney[]>> {
  const held = await loadHeldMoney(db, days, and(eq(paymentParts.orderId, orderId), isFree(db)))
  const inPayouts = await db
    .select({
      lineId: paymentParts.lineId,
      status: payouts.status,
      payoutNo: payouts.payoutNo,
      amount: payoutLines.amount,
    })
    .from(payoutLines)
    .innerJoin(payouts, eq(payouts.id, payoutLines.payoutId))
    .innerJoin(paymentParts, eq(paymentParts.id, payoutLines.partId))
    .where(eq(payoutLines.orderId, orderId))
    .orderBy(payoutLines.id)
  const rows = [
    ...inPayouts.map(({ lineId, status, payoutNo, amount }) => ({
      lineId,
      money: { state: status, amount, dueAt: null, payoutNo },
    })),
    ...held.map(({ lineId, held: amount, dueAt, blocker }) => ({
      lineId,
      money: { state: heldState(blocker, dueAt), amount, dueAt: dueAt?.toISOString() ?? null, payoutNo: null },
    })),
  ]
  const byLine = new Map<number, LineMoney[]>()
  for (const { lineId, money } of rows) byLine.set(lineId, [...(byLine.get(lineId) ?? []), money])
  return byLine
}
