import type { Client } from '../../client.ts'
import { newKey } from '../../sentinels.ts'

type Step = Parameters<Client['api']['orders']['invoiceStep']>[0]
let numbers = 10_000_000
/** A new, unused invoice number. */
export const nextNumber = () => String(++numbers)

/** Requests an invoice, with a new idempotency key. */
export const ask = (
  client: Client,
  orderId: number,
  amount: number,
  kind: 'normal' | 'special' = 'normal',
  key = newKey(),
) => client.api.orders.invoiceRequest({ orderId, kind, amount }, { idempotencyKey: key })
/** An invoice step of the supplier. */
export const step = (client: Client, input: Step, key = newKey()) =>
  client.api.orders.invoiceStep(input, { idempotencyKey: key })
export const issue = (client: Client, invoiceId: number, number = nextNumber()) =>
  step(client, { invoiceId, event: 'issue', number })
