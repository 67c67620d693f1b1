import type { Db } from '../../../db/open.ts'
import { isLineConfirmed, isLineRefundPending, isLineRefunded } from '../../../domain/orders/payment-states.ts'
import { isOpenStageLine } from '../milestones/milestones.ts'
import { statusBefore } from '../payments/move-payment-line.ts'
import type { PaymentLine } from '../present-order.ts'
import { loadPendingRefunds } from './revert-lines.ts'

/**
 * Whether nothing is owed again for a line of which so much stays paid after its refunds, fen: it was fully paid, and is
 * not that of a stage that was paid early and returned whole.
 */
export async function isSettledAt(tx: Db, lineId: number, left: number): Promise<boolean> {
  const before = await statusBefore(tx, lineId, 'refund')
  const wasFullyPaid = before === undefined || isLineConfirmed(before) || isLineRefunded(before)
  return wasFullyPaid && !(left === 0 && (await isOpenStageLine(tx, lineId)))
}

/** Ids of the lines for which nothing is owed again once their refunds that are on their way are done. */
export async function loadSettledLines(
  tx: Db,
  lines: readonly Pick<PaymentLine, 'id' | 'status' | 'paid'>[],
): Promise<ReadonlySet<number>> {
  const pending = lines.filter(({ status }) => isLineRefundPending(status))
  const sums = await loadPendingRefunds(
    tx,
    pending.map(({ id }) => id),
  )
  const settled = new Set<number>()
  for (const { id, paid } of pending) if (await isSettledAt(tx, id, paid - (sums.get(id) ?? 0))) settled.add(id)
  return settled
}
