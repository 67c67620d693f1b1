import { and, asc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../../../db/open.ts'
import { payments } from '../../../db/tables/payments.ts'
import { createJobContext } from '../../platform/job-context.ts'
import type { Providers } from '../../providers/providers.ts'
import { GatewayUnavailable, type GatewayState } from '../../providers/pay/pay.ts'
import type { Push } from '../../push/push.ts'
import { forEachConcurrent } from '../for-each-concurrent.ts'
import { bookGatewayPayment } from './book-gateway-payment.ts'
import { closeAttempt } from './close-payments.ts'
import { lockPayment, type PaymentRow } from './payment-locks.ts'
import { systemActor } from './move-payment-line.ts'
import { isPaymentClosed, isPaymentOpen } from '../../../domain/orders/payment-states.ts'

/** Context of payment jobs besides the database. */
export interface PaymentJobContext {
  readonly providers: Pick<Providers, 'pay'>
  readonly push: Push
  readonly log: Pick<Logger, 'warn' | 'error'>
}

/** Maximum of attempts per run. */
const batchSize = 200

/**
 * Closes expired payment attempts. Transfers without a voucher close after their days. For gateway payments the gateway
 * is queried: received money is booked even without a callback, expired attempts are closed there and here. Closed ones
 * are queried for another hour, in case of a late payment. An unavailable gateway closes nothing. Queries run in
 * parallel. Safe to run twice and concurrently.
 */
export async function closeDuePayments(db: Db, { providers, push, log }: PaymentJobContext): Promise<void> {
  await closeExpiredTransfers(db)
  await forEachConcurrent(
    await loadGatewayPayments(db),
    (payment) => syncWithGateway(db, { providers, push }, payment),
    (err, { paymentNo }) => {
      if (err instanceof GatewayUnavailable) log.warn({ err, paymentNo, reason: err.reason }, 'gateway away')
      else log.error({ err, paymentNo }, 'payment clock')
    },
  )
}

async function closeExpiredTransfers(db: Db): Promise<void> {
  await db
    .update(payments)
    .set({ status: 'closed' })
    .where(and(eq(payments.status, 'open'), eq(payments.method, 'bank'), lt(payments.expiresAt, sql`now()`)))
}

const loadGatewayPayments = (db: Db): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(
      and(
        ne(payments.method, 'bank'),
        isNull(payments.tradeNo),
        or(
          eq(payments.status, 'open'),
          and(eq(payments.status, 'closed'), gt(payments.expiresAt, sql`now() - interval '1 hour'`)),
        ),
      ),
    )
    .orderBy(asc(payments.id))
    .limit(batchSize)

async function syncWithGateway(
  db: Db,
  { providers, push }: Omit<PaymentJobContext, 'log'>,
  payment: PaymentRow,
): Promise<void> {
  const { method, paymentNo } = payment
  if (method === 'bank') return
  const gateway = providers.pay[method]
  const isExpired = payment.expiresAt <= new Date()
  // Disabled gateway: close without querying it.
  const gatewayState: GatewayState = gateway === undefined ? { state: 'closed' } : await gateway.query(paymentNo)
  if (gatewayState.state === 'paid') {
    const { context, notifyAll } = createJobContext(push)
    await bookGatewayPayment(db, context, { method, paymentNo, ...gatewayState })
    return notifyAll()
  }
  if (gatewayState.state !== 'closed' && (isExpired || isPaymentClosed(payment.status))) await gateway?.close(paymentNo)
  if (isPaymentOpen(payment.status) && (isExpired || gatewayState.state === 'closed')) {
    await db.transaction(async (tx) => {
      const locked = await lockPayment(tx, payment.id)
      if (isPaymentOpen(locked?.payment.status)) await closeAttempt(tx, locked.payment, systemActor, '已过期')
    })
  }
}
