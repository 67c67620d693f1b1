import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../../db/open.ts'
import { facts } from '../../../db/tables/operations.ts'
import type { DemoTrade, DemoTrades } from '../../providers/pay/demo.ts'

const keyFact = 'demoPayKey'
const factOf = (paymentNo: string) => `demoPay:${paymentNo}`
const kept = z.object({
  ...{ state: z.enum(['paid', 'closed']), tradeNo: z.string(), amount: z.int(), at: z.string() },
  refunds: z.record(z.string(), z.int()),
})

/** The demo gateway's trades, among the facts of the installation: the product's own tables know nothing of them. */
export async function demoTrades(db: Db): Promise<DemoTrades> {
  const find = async (paymentNo: string): Promise<DemoTrade | undefined> => {
    const [row] = await db
      .select({ value: facts.value })
      .from(facts)
      .where(eq(facts.key, factOf(paymentNo)))
    return row === undefined ? undefined : kept.parse(row.value)
  }
  return {
    key: await keyOf(db),
    find,
    decide: async (paymentNo, trade) => {
      await db
        .insert(facts)
        .values({ key: factOf(paymentNo), value: trade })
        .onConflictDoNothing()
      return (await find(paymentNo)) ?? trade
    },
    giveBack: (paymentNo, refundNo, amount) =>
      db.transaction(async (tx) => {
        const where = eq(facts.key, factOf(paymentNo))
        const [row] = await tx.select({ value: facts.value }).from(facts).where(where).for('update')
        const trade = row === undefined ? undefined : kept.parse(row.value)
        if (trade?.state !== 'paid') return undefined
        // Asked for before: the same refund is one.
        if (trade.refunds[refundNo] !== undefined) return trade.refunds[refundNo] === amount ? trade : undefined
        const given = Object.values(trade.refunds).reduce((sum, one) => sum + one, 0)
        if (given + amount > trade.amount) return undefined
        const next = { ...trade, refunds: { ...trade.refunds, [refundNo]: amount } }
        await tx.update(facts).set({ value: next }).where(where)
        return next
      }),
  }
}

/** The gateway's key, made by whichever process comes first. */
async function keyOf(db: Db): Promise<KeyObject> {
  const fresh = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  await db.insert(facts).values({ key: keyFact, value: fresh }).onConflictDoNothing()
  const [row] = await db.select({ value: facts.value }).from(facts).where(eq(facts.key, keyFact))
  return createPrivateKey(z.string().parse(row?.value))
}
