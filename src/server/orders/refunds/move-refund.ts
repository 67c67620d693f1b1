import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { refunds } from '../../../db/tables/payments.ts'
import { dealFile } from '../../../domain/orders/deal-record.ts'
import { type RefundEvent, refundTransitions } from '../../../domain/orders/payment-states.ts'
import { nextState } from '../../../domain/transition.ts'
import type { FileRow } from '../../platform/files/files.ts'
import { recordDeal } from '../deal-record/record-deal.ts'
import type { PaymentActor } from '../payments/move-payment-line.ts'
import { refundStep, type RefundRow } from './create-refunds.ts'

interface RefundMove {
  readonly event: RefundEvent
  readonly by: PaymentActor
  readonly reason?: string
  /** Number of the gateway's refund. */
  readonly tradeNo?: string | undefined
  /** Receipt of a transfer back. */
  readonly voucher?: FileRow | undefined
  /** Further columns to update. */
  readonly set?: Partial<typeof refunds.$inferInsert>
}

/**
 * Applies one step of the transition table to a refund of a locked order, with history and deal record. Of parallel
 * steps one succeeds; the others throw stepNotAllowed, so that nothing is refunded twice.
 */
export async function moveRefund(
  tx: Db,
  refund: RefundRow,
  { event, by, reason = '', tradeNo, voucher, set }: RefundMove,
): Promise<RefundRow> {
  const { id, status: fromStatus } = refund
  const status = nextState(refundTransitions, fromStatus, event, by.side)
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  const [moved] = await tx
    .update(refunds)
    .set({ ...set, status })
    .where(and(eq(refunds.id, id), eq(refunds.status, fromStatus)))
    .returning()
  if (moved === undefined) throw new CallFailed('stepNotAllowed')
  const step = refundStep(moved, by)
  const facts = {
    ...step.facts,
    ...(tradeNo === undefined ? {} : { tradeNo }),
    ...(voucher === undefined ? {} : { files: [dealFile(voucher)] }),
  }
  const history = { entity: 'refund', entityId: id, fromStatus, toStatus: status, reason } as const
  await recordDeal(tx, [{ ...step, event, facts, history }])
  return moved
}
