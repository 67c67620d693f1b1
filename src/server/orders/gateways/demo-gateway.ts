import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { CallFailed } from '../../../contract/failures.ts'
import type { demoPayCalls } from '../../../contract/orders/demo-pay.ts'
import type { Db } from '../../../db/open.ts'
import { facts } from '../../../db/tables/operations.ts'
import type { Context, Handler } from '../../handler.ts'
import { loadDemoKey } from '../../platform/demo-key.ts'
import type { DemoGateway, DemoTrade, DemoTrades } from '../../providers/pay/demo.ts'
import { handleCallback } from './gateway-callbacks.ts'

const keyName = 'demoPayKey'
const tradeKey = (paymentNo: string) => `demoPay:${paymentNo}`
const tradeSchema = z.object({
  state: z.enum(['paid', 'closed']),
  tradeNo: z.string(),
  amount: z.int(),
  at: z.string(),
  refunds: z.record(z.string(), z.int()),
})

/** Trades of the demo gateway, stored in the `facts` table, separate from the payment tables. */
export async function createDemoTrades(db: Db): Promise<DemoTrades> {
  const find = async (paymentNo: string): Promise<DemoTrade | undefined> => {
    const [row] = await db
      .select({ value: facts.value })
      .from(facts)
      .where(eq(facts.key, tradeKey(paymentNo)))
    return row === undefined ? undefined : tradeSchema.parse(row.value)
  }
  return {
    key: await loadDemoKey(db, keyName),
    find,
    decide: async (paymentNo, trade) => {
      await db
        .insert(facts)
        .values({ key: tradeKey(paymentNo), value: trade })
        .onConflictDoNothing()
      return (await find(paymentNo)) ?? trade
    },
    giveBack: (paymentNo, refundNo, amount) =>
      db.transaction(async (tx) => {
        const where = eq(facts.key, tradeKey(paymentNo))
        const [row] = await tx.select({ value: facts.value }).from(facts).where(where).for('update')
        const trade = row === undefined ? undefined : tradeSchema.parse(row.value)
        if (trade?.state !== 'paid') return undefined
        // Repeated refund request: idempotent.
        if (trade.refunds[refundNo] !== undefined) return trade.refunds[refundNo] === amount ? trade : undefined
        const refunded = Object.values(trade.refunds).reduce((sum, one) => sum + one, 0)
        if (refunded + amount > trade.amount) return undefined
        const next = { ...trade, refunds: { ...trade.refunds, [refundNo]: amount } }
        await tx.update(facts).set({ value: next }).where(where)
        return next
      }),
  }
}

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
