import type { paymentsCalls } from '../../../contract/orders/payments.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { paymentAttempts } from '../../../domain/orders/payment-states.ts'
import { next } from '../../../domain/transition.ts'
import type { Handler } from '../../handler.ts'
import { actorOf } from '../../operations/public.ts'
import { closeAttempt } from './close-payments.ts'
import { liveOn } from './live-on.ts'
import { lockOwnPayment, ownPayment } from './own-payment.ts'
import { presentOne } from './present-payment.ts'

export const paymentClose: Handler<typeof paymentsCalls.paymentClose> = async ({ paymentId }, context) => {
  const { caller, db, providers, after } = context
  await db.transaction(async (tx) => {
    const { payment, orders } = await lockOwnPayment(tx, paymentId, caller.companyId)
    if (next(paymentAttempts, payment.status, 'close', 'buyer') === undefined) throw new CallFailed('stepNotAllowed')
    await closeAttempt(tx, payment, { side: 'buyer', actor: actorOf(caller) }, '买家撤回')
    if (payment.status === 'submitted') await liveOn(tx, orders, 'withdrawn')
    const { method, paymentNo } = payment
    if (method !== 'bank') after(() => providers.pay[method]?.close(paymentNo))
  })
  return presentOne(db, await ownPayment(db, paymentId, caller.companyId))
}
