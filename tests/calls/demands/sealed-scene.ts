import { asc, eq } from 'drizzle-orm'
import { offerVersions } from '../../../src/db/tables/demands.ts'
import { closeDueDemands } from '../../../src/server/demands/public.ts'
import type { TestApp } from '../../support/app.ts'
import { contentOf, type Client } from '../../support/client.ts'
import { setDeadline, terms } from './scene.ts'

/** A price and words that stand nowhere else in the database. */
export const secretPrice = 77_777_701
export const secretWords = '只写在密封报价里的话'
export const secret = terms({
  items: [{ name: secretWords, unit: '项', quantity: 1, unitPrice: secretPrice }],
  note: secretWords,
})

type Input = Parameters<Client['api']['demands']['offerSave']>[0]
/** Submits an offer, sealed where that is said. */
export const submitOffer = async (client: Client, demandId: number, more: Partial<Input> = {}) =>
  contentOf(await client.api.demands.offerSave({ ...terms(), demandId, submit: true, ...more }))

export const versionsOf = (app: TestApp, offerId: number) =>
  app.db.select().from(offerVersions).where(eq(offerVersions.offerId, offerId)).orderBy(asc(offerVersions.version))

/** Lets the deadline pass, and the clock of the product notice it so many times. */
export async function passDeadline(app: TestApp, demandId: number, times = 1): Promise<void> {
  await setDeadline(app, demandId, -0.001)
  for (let time = 0; time < times; time += 1) await closeDueDemands(app.db)
}

/** Everything that the buyer can read of a demand and its offers. */
export async function allThatTheBuyerReads(
  buyer: Client,
  demandId: number,
  offerIds: readonly number[],
): Promise<string> {
  const answers = await Promise.all([
    buyer.api.demands.buyerOffers({ demandId, pageSize: 100 }),
    buyer.api.demands.demand({ demandId }),
    buyer.api.demands.buyerDemands({ pageSize: 100 }),
    buyer.api.demands.demandHistory({ demandId }),
    buyer.api.orders.buyerDesk({}),
    ...offerIds.flatMap((offerId) => [
      buyer.api.demands.buyerOffer({ offerId }),
      buyer.api.demands.offerVersions({ offerId }),
      buyer.api.demands.offerMessages({ offerId }),
    ]),
  ])
  return JSON.stringify(answers)
}
