import { and, asc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../../../db/open.ts'
import { payments } from '../../../db/tables/payments.ts'
import { newsOfJob } from '../../jobs/news-of-job.ts'
import type { Providers } from '../../providers/providers.ts'
import { PayAway, type GatewayState } from '../../providers/pay/pay.ts'
import type { Push } from '../../push/push.ts'
import { workThrough } from '../work-through.ts'
import { bookGatewayPayment } from './book.ts'
import { closeAttempt } from './close-payments.ts'
import { lockPayment, type PaymentRow } from './locks.ts'
import { bySystem } from './line-steps.ts'

/** What these jobs reach besides the database. */
export interface PayJob {
  readonly providers: Pick<Providers, 'pay'>
  readonly push: Push
  readonly log: Pick<Logger, 'warn' | 'error'>
}

/** Attempts of one run: a server that was away for long catches up in pieces. */
const most = 200

/**
 * What time does to attempts to pay. Transfers without a voucher close when their days are over. Of what is at a
 * gateway the gateway is asked: money that is there is booked, whether its callback came or not; what is over is closed
 * there and here. Closed ones are asked for another hour, for somebody may have been paying just then. A gateway that
 * is away closes nothing. Several are asked at once, and none waits for one that is slow. Safe to run twice and at once.
 */
export async function closeDuePayments(db: Db, { providers, push, log }: PayJob): Promise<void> {
  await closeTransfers(db)
  await workThrough(
    await atGateways(db),
    (payment) => askOne(db, { providers, push }, payment),
    (err, { paymentNo }) => {
      if (err instanceof PayAway) log.warn({ err, paymentNo, reason: err.reason }, 'gateway away')
      else log.error({ err, paymentNo }, 'payment clock')
    },
  )
}

async function closeTransfers(db: Db): Promise<void> {
  await db
    .update(payments)
    .set({ status: 'closed' })
    .where(and(eq(payments.status, 'open'), eq(payments.method, 'bank'), lt(payments.expiresAt, sql`now()`)))
}

const atGateways = (db: Db): Promise<PaymentRow[]> =>
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
    .limit(most)

async function askOne(db: Db, { providers, push }: Omit<PayJob, 'log'>, payment: PaymentRow): Promise<void> {
  const { method, paymentNo } = payment
  if (method === 'bank') return
  const gateway = providers.pay[method]
  const over = payment.expiresAt <= new Date()
  // A gateway that was turned off answers no more: what is over is closed without it.
  const told: GatewayState = gateway === undefined ? { state: 'closed' } : await gateway.query(paymentNo)
  if (told.state === 'paid') {
    const { news, tellAll } = newsOfJob(push)
    await bookGatewayPayment(db, news, { method, paymentNo, ...told })
    return tellAll()
  }
  if (told.state !== 'closed' && (over || payment.status === 'closed')) await gateway?.close(paymentNo)
  if (payment.status === 'open' && (over || told.state === 'closed')) {
    await db.transaction(async (tx) => {
      const locked = await lockPayment(tx, payment.id)
      if (locked?.payment.status === 'open') await closeAttempt(tx, locked.payment, bySystem, '已过期')
    })
  }
}
