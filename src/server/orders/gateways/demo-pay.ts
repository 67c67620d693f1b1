import { CallFailed } from '../../../contract/failures.ts'
import type { demoPayCalls } from '../../../contract/orders/demo-pay.ts'
import type { Context, Handler } from '../../handler.ts'
import type { DemoGateway } from '../../providers/pay/demo.ts'
import { handleCallback } from './handle-callback.ts'

type Calls = typeof demoPayCalls
type Bill = NonNullable<Awaited<ReturnType<DemoGateway['bill']>>>

/** Bill of the demo cashier; throws notFound outside DEMO. */
export const demoBill: Handler<Calls['demoBill']> = async ({ ticket }, context) => {
  const { bill } = await loadBill(ticket, context)
  return presentBill(bill)
}

/** Pays the bill: the demo gateway sends a signed callback, as a real gateway does. */
export const demoPay: Handler<Calls['demoPay']> = async ({ ticket }, context) => {
  const { bill, gateway } = await loadBill(ticket, context)
  const notice = await gateway.pay(bill)
  if (notice === null) throw new CallFailed('paymentOver')
  await handleCallback(context, { method: 'demo', gateway }, { ...notice, address: context.request.ip ?? '' })
  return presentBill((await loadBill(ticket, context)).bill)
}

async function loadBill(
  ticket: string,
  { providers: { demoPay: gateway } }: Pick<Context, 'providers'>,
): Promise<{ bill: Bill; gateway: DemoGateway }> {
  const bill = await gateway?.bill(ticket)
  if (gateway === undefined || bill === undefined) throw new CallFailed('notFound')
  return { bill, gateway }
}

const presentBill = ({ paymentNo, amount, subject, expiresAt, back, trade }: Bill) => ({
  paymentNo,
  amount,
  subject,
  expiresAt,
  back,
  state: trade?.state ?? (Date.parse(expiresAt) > Date.now() ? ('open' as const) : ('over' as const)),
})
