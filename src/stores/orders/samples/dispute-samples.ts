import { api } from '../../../client/browser.ts'
import type { OrderSamples } from '../../../contract/orders/samples.ts'

/** Samples of a disputed order, for operators; undefined = not loaded. */
export async function loadDisputeSamples(disputeId: number): Promise<OrderSamples | undefined> {
  const answer = await api.orders.disputeSamples({ disputeId })
  return answer.ok ? answer.content : undefined
}
