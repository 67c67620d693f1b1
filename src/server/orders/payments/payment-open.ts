import type { paymentsCalls } from '../../../contract/orders/payments.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { links } from '../../../domain/links.ts'
import type { PayDevice } from '../../../domain/orders/payment-methods.ts'
import type { Context, Handler } from '../../handler.ts'
import type { PayGateway } from '../../providers/pay/pay.ts'
import { findOrCreateAttempt, type Attempt } from './payment-attempt.ts'
import { presentLoadedPayment } from './present-payment.ts'
import { actorOf } from '../../platform/history/record-steps.ts'
import { CommittedFailure } from '../../platform/committed-failure.ts'
import { gatePayment } from './payment-approval.ts'
import { loadOwnPayment, lockOwnPayment } from './own-payment.ts'
import { paymentAttemptTransitions, isPaymentSubmitted } from '../../../domain/orders/payment-states.ts'
import { nextState } from '../../../domain/transition.ts'
import { closeAttempt } from './close-payments.ts'
import { extendPaymentDeadline } from './extend-payment-deadline.ts'

/**
 * Saves the attempt before calling the gateway, outside of the transaction: no locks are held meanwhile and every
 * receipt has a known payment. If the gateway is unavailable, the attempt can be opened again.
 */
export const paymentOpen: Handler<typeof paymentsCalls.paymentOpen> = async ({ lineIds, method }, context) => {
  const { caller, db, providers, note, after, request } = context
  const gateway = method === 'bank' ? undefined : providers.pay[method]
  if (method !== 'bank' && gateway === undefined) throw new CallFailed('methodOff')
  const device = method === 'bank' ? null : detectPayDevice(request)
  const asked = { lineIds, method, device }
  const attempt = await db.transaction(
    async (tx) => (await gatePayment(context, tx, asked)) ?? findOrCreateAttempt(tx, actorOf(caller), asked),
  )
  if (attempt instanceof CommittedFailure) throw attempt
  note(`${attempt.payment.paymentNo}，${attempt.orders.map(({ orderNo }) => orderNo).join('、')}`)
  after(() => closeAtGateways(context, attempt))
  const opened = gateway === undefined ? { url: null, qr: null } : await openAtGateway(gateway, attempt, context)
  return { payment: await presentLoadedPayment(db, attempt.payment), ...opened }
}

/** Device of the payer; gateways have different pages for phone and desktop. */
export const detectPayDevice = ({ userAgent }: Context['request']): PayDevice =>
  /Android|iPhone|Mobile|MicroMessenger/i.test(userAgent) ? 'phone' : 'desktop'

function openAtGateway(gateway: PayGateway, { payment, orders }: Attempt, { request }: Context<'company'>) {
  const [first] = orders
  const subject =
    orders.length > 1 ? `订单 ${first?.orderNo ?? ''} 等 ${orders.length} 份` : `订单 ${first?.orderNo ?? ''}`
  return gateway.openPayment({
    paymentNo: payment.paymentNo,
    amount: payment.amount,
    subject,
    expiresAt: payment.expiresAt,
    device: payment.device ?? detectPayDevice(request),
    address: request.ip,
    site: request.origin,
    back: paymentPagePath({ payment, orders }),
  })
}

/** Path of the payment page: of the order group, of several orders, or of a single one. */
export function paymentPagePath({ payment, orders: [first, ...others] }: Pick<Attempt, 'payment' | 'orders'>): string {
  if (first === undefined || others.length === 0) return links.payOneOrder(first?.id ?? 0, payment.id)
  return first.groupId !== null && others.every(({ groupId }) => groupId === first.groupId)
    ? links.payOrder(first.groupId, payment.id)
    : links.payOrders([first, ...others].map(({ id }) => id).join(','), payment.id)
}

/** Closes replaced attempts at their gateways; the job retries if a gateway is unavailable. */
export async function closeAtGateways(
  { providers }: Pick<Context, 'providers'>,
  { replaced }: Pick<Attempt, 'replaced'>,
): Promise<void> {
  for (const { method, paymentNo } of replaced) {
    if (method !== 'bank') await providers.pay[method]?.close(paymentNo)
  }
}

export const paymentState: Handler<typeof paymentsCalls.paymentState> = async ({ paymentId }, { caller, db }) =>
  presentLoadedPayment(db, await loadOwnPayment(db, paymentId, caller.companyId))

export const paymentClose: Handler<typeof paymentsCalls.paymentClose> = async ({ paymentId }, context) => {
  const { caller, db, providers, after } = context
  await db.transaction(async (tx) => {
    const { payment, orders } = await lockOwnPayment(tx, paymentId, caller.companyId)
    if (nextState(paymentAttemptTransitions, payment.status, 'close', 'buyer') === undefined)
      throw new CallFailed('stepNotAllowed')
    await closeAttempt(tx, payment, { side: 'buyer', actor: actorOf(caller) }, '买家撤回')
    if (isPaymentSubmitted(payment.status)) await extendPaymentDeadline(tx, orders, 'withdrawn')
    const { method, paymentNo } = payment
    if (method !== 'bank') after(() => providers.pay[method]?.close(paymentNo))
  })
  return presentLoadedPayment(db, await loadOwnPayment(db, paymentId, caller.companyId))
}
