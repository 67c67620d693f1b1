import { createHash } from 'node:crypto'
import { like, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { facts } from '../../../db/tables/operations.ts'
import { gatewayCallbacks } from '../../../db/tables/payments.ts'
import type { GatewayMethod } from '../../../domain/orders/payment-methods.ts'
import type { Context } from '../../handler.ts'
import type { Limits } from '../../limits.ts'
import type { PayGateway } from '../../providers/pay/pay.ts'
import { bookGatewayPayment } from '../payments/book-gateway-payment.ts'

/** HTTP request of a gateway callback. */
interface CallbackRequest {
  readonly headers: Headers
  readonly body: string
  /** IP address of the sender. */
  readonly address: string
}

/** Result of a callback. `acknowledged`: the gateway need not retry. */
export interface CallbackResult {
  readonly outcome: 'booked' | 'repeated' | 'refused'
  readonly acknowledged: boolean
  /** Why it was refused. */
  readonly reason: string
}

interface CallbackContext extends Pick<Context, 'after' | 'jobs' | 'push'> {
  readonly db: Db
  readonly limits: Pick<Limits, 'within'>
}

/** Stored refusals per address and hour, so that strangers cannot fill the table. */
const maxRefusalsPerHour = 60

/**
 * Verifies a gateway callback, books the payment and logs the callback. Besides polling this is the only way gateway
 * payments are booked. Repeated callbacks change nothing. Throws internal errors, so that the gateway retries.
 */
export async function handleCallback(
  context: CallbackContext,
  { method, gateway }: { readonly method: GatewayMethod; readonly gateway: PayGateway },
  request: CallbackRequest,
): Promise<CallbackResult> {
  const reading = await gateway.readCallback(request)
  const row = {
    method,
    address: request.address.slice(0, 64),
    paymentNo: (reading.paymentNo ?? '').slice(0, 64),
    tradeNo: (reading.tradeNo ?? '').slice(0, 64),
    bodyHash: createHash('sha256').update(request.body).digest('hex'),
  }
  const save = (outcome: CallbackResult['outcome'], reason = '') =>
    context.db.insert(gatewayCallbacks).values({ ...row, outcome, reason })

  const refuse = async (reason: string, acknowledged = false): Promise<CallbackResult> => {
    if (await context.limits.within('refusal', request.address, { max: maxRefusalsPerHour, seconds: 3600 })) {
      await save('refused', reason)
    }
    return { outcome: 'refused', acknowledged, reason }
  }

  if (!reading.ok) return refuse(reading.reason, reading.harmless === true)
  const { paymentNo, tradeNo, amount, paidAt } = reading
  const booked = await bookGatewayPayment(context.db, context, { method, paymentNo, tradeNo, amount, paidAt })
  if (booked === 'unknown') return refuse('no such payment')
  await save(booked)
  return { outcome: booked, acknowledged: true, reason: '' }
}

/** Deletes gateway callbacks and demo trades older than 180 days. Safe to run twice. */
export async function deleteOldCallbacks(db: Db): Promise<void> {
  await db.delete(gatewayCallbacks).where(sql`${gatewayCallbacks.createdAt} < now() - interval '180 days'`)
  await db
    .delete(facts)
    .where(
      sql`${like(facts.key, 'demoPay:%')} and (${facts.value} ->> 'at')::timestamptz < now() - interval '180 days'`,
    )
}
