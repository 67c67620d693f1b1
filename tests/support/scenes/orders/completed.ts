import { eq, sql } from 'drizzle-orm'
import { orders, paymentLines } from '../../../../src/db/tables/orders.ts'
import type { TestApp } from '../../app.ts'
import { contentOf, type Client } from '../../client.ts'
import { newKey } from '../../sentinels.ts'
import { openDemand, submittedOffer } from '../demands/demand.ts'

/** Total of the order of an offer; fen. */
export const orderTotal = 1_000_001

/** An order of a buyer with a seller, confirmed and not paid. */
export async function confirmedOrder(app: TestApp, buyer: Client, seller: Client): Promise<number> {
  const demandId = await openDemand(app, buyer)
  const offerId = await submittedOffer(seller, demandId)
  const { orderId } = contentOf(await buyer.api.demands.deal({ offerId }, { idempotencyKey: newKey() }))
  contentOf(await seller.api.orders.sellerOrderStep({ orderId, event: 'confirm' }))
  return orderId
}

/** Sets the paid amount of an order, allocated to its lines, as payments and refunds would. */
export async function setPaid(app: TestApp, orderId: number, amount: number): Promise<void> {
  const { orderId: of, seq } = paymentLines
  const lines = await app.db.select().from(paymentLines).where(eq(of, orderId)).orderBy(seq)
  let rest = amount
  for (const line of lines) {
    const paid = line === lines.at(-1) ? rest : Math.min(rest, line.amount)
    rest -= paid
    await app.db.update(paymentLines).set({ paid }).where(eq(paymentLines.id, line.id))
  }
}

/** A fully paid order, completed so many days ago. */
export async function completedOrder(app: TestApp, buyer: Client, seller: Client, daysAgo = 1): Promise<number> {
  const orderId = await confirmedOrder(app, buyer, seller)
  await setPaid(app, orderId, orderTotal)
  await setCompleted(app, orderId, daysAgo)
  return orderId
}

/** Sets the completion of an order to so many days ago. */
export const setCompleted = (app: TestApp, orderId: number, daysAgo: number) =>
  app.db
    .update(orders)
    .set({ status: 'completed', completedAt: sql`now() - make_interval(secs => ${daysAgo * 86_400})` })
    .where(eq(orders.id, orderId))
