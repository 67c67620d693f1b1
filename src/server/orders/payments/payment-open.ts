import type { paymentsCalls } from '../../../contract/orders/payments.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { links } from '../../../domain/links.ts'
import type { PayDevice } from '../../../domain/orders/payment-methods.ts'
import type { Context, Handler } from '../../handler.ts'
import { actorOf } from '../../operations/public.ts'
import type { PayGateway } from '../../providers/pay/pay.ts'
import { attemptFor, type Attempt } from './attempt.ts'
import { presentOne } from './present-payment.ts'

/**
 * The attempt is kept before the gateway is asked, and the gateway is asked outside of the transaction: nothing waits
 * for it, and money that comes is always known. When it is away the attempt is there to be asked for again.
 */
export const paymentOpen: Handler<typeof paymentsCalls.paymentOpen> = async ({ lineIds, method }, context) => {
  const { caller, db, providers, note, after, request } = context
  const gateway = method === 'bank' ? undefined : providers.pay[method]
  if (method !== 'bank' && gateway === undefined) throw new CallFailed('methodOff')
  const device = method === 'bank' ? null : deviceOf(request)
  const attempt = await db.transaction((tx) => attemptFor(tx, actorOf(caller), { lineIds, method, device }))
  note(`${attempt.payment.paymentNo}，${attempt.orders.map(({ orderNo }) => orderNo).join('、')}`)
  after(() => closeAtGateways(context, attempt))
  const asked = gateway === undefined ? { url: null, qr: null } : await openAtGateway(gateway, attempt, context)
  return { payment: await presentOne(db, attempt.payment), ...asked }
}

const deviceOf = ({ userAgent }: Context['request']): PayDevice =>
  /Android|iPhone|Mobile|MicroMessenger/i.test(userAgent) ? 'phone' : 'desktop'

function openAtGateway(gateway: PayGateway, { payment, orders }: Attempt, { request }: Context<'company'>) {
  const [first] = orders
  const subject =
    orders.length > 1 ? `订单 ${first?.orderNo ?? ''} 等 ${orders.length} 份` : `订单 ${first?.orderNo ?? ''}`
  return gateway.open({
    ...{ paymentNo: payment.paymentNo, amount: payment.amount, subject, expiresAt: payment.expiresAt },
    ...{
      device: payment.device ?? deviceOf(request),
      address: request.ip,
      site: request.origin,
      back: backOf(payment.id, orders),
    },
  })
}

/** Where the payer is sent back to: to what was paid together, or to the one order. */
function backOf(paymentId: number, [first, ...others]: Attempt['orders']): string {
  const groupId = first?.groupId
  return groupId != null && others.length > 0
    ? links.payOrder(groupId, paymentId)
    : links.payOneOrder(first?.id ?? 0, paymentId)
}

/** What was given up is not to be paid any more; a gateway that does not hear of it is asked again by the job. */
async function closeAtGateways({ providers }: Pick<Context, 'providers'>, { replaced }: Attempt): Promise<void> {
  for (const { method, paymentNo } of replaced) {
    if (method !== 'bank') await providers.pay[method]?.close(paymentNo)
  }
}
