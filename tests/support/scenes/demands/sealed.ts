import { asc, eq } from 'drizzle-orm'
import { offerVersions } from '../../../../src/db/tables/demands.ts'
import type { TestApp } from '../../app.ts'
import { contentOf, type Client } from '../../client.ts'
import { setDeadline, terms } from './demand.ts'
import { closeDueDemands } from '../../../../src/server/demands/close-due-demands.ts'

/** A price and text that occur nowhere else in the database. */
export const secretPrice = 77_777_701
export const secretWords = '只写在密封报价里的话'
export const secret = terms({
  items: [{ name: secretWords, unit: '项', quantity: 1, unitPrice: secretPrice }],
  note: secretWords,
})

type Input = Parameters<Client['api']['demands']['offerSave']>[0]
/** Submits an offer, optionally sealed. */
export const submitOffer = async (client: Client, demandId: number, more: Partial<Input> = {}) =>
  contentOf(await client.api.demands.offerSave({ ...terms(), demandId, submit: true, ...more }))

export const versionsOf = (app: TestApp, offerId: number) =>
  app.db.select().from(offerVersions).where(eq(offerVersions.offerId, offerId)).orderBy(asc(offerVersions.version))

/** Sets the deadline to the past and runs the deadline job a number of times. */
export async function passDeadline(app: TestApp, demandId: number, times = 1): Promise<void> {
  await setDeadline(app, demandId, -0.001)
  for (let time = 0; time < times; time += 1) await closeDueDemands(app.db)
}

/** All responses that the buyer can read about a demand and its offers. */
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
    buyer.api.orders.buyerDashboard({}),
    ...offerIds.flatMap((offerId) => [
      buyer.api.demands.buyerOffer({ offerId }),
      buyer.api.demands.offerVersions({ offerId }),
      buyer.api.demands.offerMessages({ offerId }),
    ]),
  ])
  return JSON.stringify(answers)
}
