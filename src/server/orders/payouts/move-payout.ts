import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { payoutLines, payouts } from '../../../db/tables/payments.ts'
import type { DealFacts } from '../../../domain/orders/deal-record.ts'
import { payoutTransitions, sumPayout, type PayoutEvent } from '../../../domain/orders/payouts.ts'
import { nextState } from '../../../domain/transition.ts'
import { recordDeal } from '../deal-record/record-deal.ts'
import type { Order } from '../lock-order.ts'
import { lockOrders } from '../payments/payment-locks.ts'

export type PayoutRow = typeof payouts.$inferSelect
export type PayoutLineRow = typeof payoutLines.$inferSelect

export const loadPayoutLines = (db: Db, payoutId: number): Promise<PayoutLineRow[]> =>
  db.select().from(payoutLines).where(eq(payoutLines.payoutId, payoutId)).orderBy(asc(payoutLines.id))

export interface LockedPayout {
  readonly payout: PayoutRow
  readonly lines: readonly PayoutLineRow[]
  readonly orders: readonly Order[]
}

/** Locks the orders of a payout, then the payout; throws notFound. Lines leave under these locks only. */
export async function lockPayout(tx: Db, payoutId: number): Promise<LockedPayout> {
  const orders = await lockOrders(
    tx,
    (await loadPayoutLines(tx, payoutId)).map(({ orderId }) => orderId),
  )
  const [payout] = await tx.select().from(payouts).where(eq(payouts.id, payoutId)).for('update')
  if (payout === undefined) throw new CallFailed('notFound')
  const lines = await loadPayoutLines(tx, payoutId)
  // No line is added to a payout, so that all their orders are locked.
  return { payout, lines, orders }
}

/** An operator; null = a job. */
export type PayoutActorId = number | null

interface PayoutMove {
  readonly event: PayoutEvent
  readonly by: PayoutActorId
  readonly reason?: string
  /** The reason is for operators: it stays out of the deal records. */
  readonly isReasonInternal?: boolean
  readonly facts?: DealFacts
  readonly set?: Partial<typeof payouts.$inferInsert>
}

/** Share of each order of a payout, in fen, by order. */
function sharesByOrder(lines: readonly PayoutLineRow[]): [number, number][] {
  const shares = new Map<number, number>()
  for (const { orderId, amount } of lines) shares.set(orderId, (shares.get(orderId) ?? 0) + amount)
  return [...shares].toSorted(([a], [b]) => a - b)
}

interface PayoutEntry extends Omit<PayoutMove, 'event' | 'set'> {
  readonly event: PayoutEvent | 'create' | 'leave'
  readonly fromStatus?: string
}

/**
 * Records a step of a payout in the deal record of each of its orders, with that order's share in fen, and once in its
 * history. Without `fromStatus` the step changes no state.
 */
export async function recordPayout(
  tx: Db,
  { id, payoutNo, status }: Pick<PayoutRow, 'id' | 'payoutNo' | 'status'>,
  lines: readonly PayoutLineRow[],
  { event, by, reason = '', isReasonInternal = false, facts, fromStatus }: PayoutEntry,
): Promise<void> {
  const shown = isReasonInternal ? '' : reason
  await recordDeal(
    tx,
    sharesByOrder(lines).map(([orderId, amount], at) => ({
      orderId,
      kind: 'payout',
      event,
      side: by === null ? 'system' : 'operator',
      by: by === null ? null : { userId: by, companyId: null },
      facts: { ...facts, payoutNo, amount, ...(shown === '' ? {} : { why: shown }) },
      ...(at === 0 && fromStatus !== undefined
        ? { history: { entity: 'payout', entityId: id, fromStatus, toStatus: status, reason, isReasonInternal } }
        : {}),
    })),
  )
}

/**
 * Applies one step of the transition table to a locked payout, with history and deal records. Throws payoutMoved if the
 * table has no such step.
 */
export async function movePayout(
  tx: Db,
  payout: PayoutRow,
  lines: readonly PayoutLineRow[],
  { set, ...step }: PayoutMove,
): Promise<PayoutRow> {
  const status = nextState(payoutTransitions, payout.status, step.event, step.by === null ? 'system' : 'operator')
  if (status === undefined) throw new CallFailed('payoutMoved')
  const [moved] = await tx
    .update(payouts)
    .set({ ...set, status })
    .where(and(eq(payouts.id, payout.id), eq(payouts.status, payout.status)))
    .returning()
  if (moved === undefined) throw new CallFailed('payoutMoved')
  await recordPayout(tx, moved, lines, { ...step, fromStatus: payout.status })
  return moved
}

/** Columns without approvals: what changes is approved anew. */
export const noApprovals = {
  accountName: '',
  bankName: '',
  accountNo: null,
  firstBy: null,
  firstAt: null,
  secondBy: null,
  secondAt: null,
} as const satisfies Partial<typeof payouts.$inferInsert>

/** Saves changed amounts of the lines to keep, removes the others, and sums the payout up. */
export async function savePayoutLines(tx: Db, payoutId: number, keep: readonly PayoutLineRow[]): Promise<void> {
  const kept = keep.map(({ id }) => id)
  await tx
    .delete(payoutLines)
    .where(and(eq(payoutLines.payoutId, payoutId), kept.length === 0 ? undefined : notInArray(payoutLines.id, kept)))
  if (keep.length > 0) {
    const rows = JSON.stringify(keep.map(({ id, amount, fee }) => ({ id, amount, fee })))
    await tx.execute(sql`update ${payoutLines} set amount = kept.amount, fee = kept.fee
      from jsonb_to_recordset(${rows}::text::jsonb) as kept (id integer, amount bigint, fee bigint)
      where ${payoutLines.id} = kept.id`)
  }
  const { amount, fee } = sumPayout(keep)
  await tx.update(payouts).set({ amount, fee }).where(eq(payouts.id, payoutId))
}

/** Marks the lines of a payout: closed once it is paid, open again if the bank returned it. */
export const setLinesOpen = (tx: Db, lines: readonly PayoutLineRow[], isOpen: boolean) =>
  tx
    .update(payoutLines)
    .set({ isOpen })
    .where(
      inArray(
        payoutLines.id,
        lines.map(({ id }) => id),
      ),
    )
