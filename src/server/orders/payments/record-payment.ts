import type { Db } from '../../../db/open.ts'
import type { DealFacts } from '../../../domain/orders/deal-record.ts'
import { recordDeal } from '../deal-record/record-deal.ts'
import type { PaymentActor } from './move-payment-line.ts'
import type { PartRow, PaymentRow } from './payment-locks.ts'

interface PaymentStep {
  readonly event: 'submit' | 'receive' | 'reject' | 'undo' | 'close'
  readonly by: PaymentActor
  readonly facts?: DealFacts
}

/**
 * Records a step of a payment in the deal record of each of its orders; `amount` is that order's share in fen: what was
 * received where the step is a receipt or its reversal, else what is asked for. The orders must be locked.
 */
export async function recordPayment(
  tx: Db,
  { paymentNo, method }: PaymentRow,
  parts: readonly Pick<PartRow, 'orderId' | 'amount'>[],
  { event, by: { side, actor }, facts }: PaymentStep,
): Promise<void> {
  const shares = new Map<number, number>()
  for (const { orderId, amount } of parts) shares.set(orderId, (shares.get(orderId) ?? 0) + amount)
  await recordDeal(
    tx,
    [...shares]
      .toSorted(([a], [b]) => a - b)
      .map(([orderId, amount]) => ({
        orderId,
        kind: 'payment',
        event,
        side,
        by: actor,
        facts: { ...facts, paymentNo, method, amount },
      })),
  )
}
