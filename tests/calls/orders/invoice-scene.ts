import type { Client } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'

type Step = Parameters<Client['api']['orders']['invoiceStep']>[0]
let numbers = 10_000_000
/** A number that no invoice has yet. */
export const nextNumber = () => String(++numbers)

/** Asks for an invoice, as one intention of its own. */
export const ask = (
  client: Client,
  orderId: number,
  amount: number,
  kind: 'normal' | 'special' = 'normal',
  key = newKey(),
) => client.api.orders.invoiceRequest({ orderId, kind, amount }, { idempotencyKey: key })
/** A supplier's step. */
export const step = (client: Client, input: Step, key = newKey()) =>
  client.api.orders.invoiceStep(input, { idempotencyKey: key })
export const issue = (client: Client, invoiceId: number, number = nextNumber()) =>
  step(client, { invoiceId, event: 'issue', number })
