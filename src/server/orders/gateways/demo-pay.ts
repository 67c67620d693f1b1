import { CallFailed } from '../../../contract/failures.ts'
import type { demoPayCalls } from '../../../contract/orders/demo-pay.ts'
import type { Context, Handler } from '../../handler.ts'
import type { DemoGateway } from '../../providers/pay/demo.ts'
import { takeNews } from './take-news.ts'

type Calls = typeof demoPayCalls
type Bill = NonNullable<Awaited<ReturnType<DemoGateway['bill']>>>

/** The demo's cash desk, as the payer sees it. Outside of DEMO there is no such thing. */
export const demoBill: Handler<Calls['demoBill']> = async ({ ticket }, context) => {
  const { bill } = await billOf(ticket, context)
  return present(bill)
}

/** The payer pays: the gateway tells the product so by a signed notice, as any gateway does. */
export const demoPay: Handler<Calls['demoPay']> = async ({ ticket }, context) => {
  const { bill, gateway } = await billOf(ticket, context)
  const notice = await gateway.pay(bill)
  if (notice === null) throw new CallFailed('paymentOver')
  await takeNews(context, { method: 'demo', gateway }, { ...notice, address: context.request.ip ?? '' })
  return present((await billOf(ticket, context)).bill)
}

async function billOf(
  ticket: string,
  { providers: { demoPay: gateway } }: Pick<Context, 'providers'>,
): Promise<{ bill: Bill; gateway: DemoGateway }> {
  const bill = await gateway?.bill(ticket)
  if (gateway === undefined || bill === undefined) throw new CallFailed('notFound')
  return { bill, gateway }
}

const present = ({ paymentNo, amount, subject, expiresAt, back, trade }: Bill) => ({
  ...{ paymentNo, amount, subject, expiresAt, back },
  state: trade?.state ?? (Date.parse(expiresAt) > Date.now() ? ('open' as const) : ('over' as const)),
})
