import { eq } from 'drizzle-orm'
import type { Evaluation } from '../../../../src/contract/demands/evaluations.ts'
import { users } from '../../../../src/db/tables/accounts.ts'
import { shops } from '../../../../src/db/tables/shops.ts'
import type { Account } from '../../accounts.ts'
import type { TestApp } from '../../app.ts'
import { contentOf, type Client } from '../../client.ts'
import { openDemand, submittedOffer, terms } from './demand.ts'
import { passDeadline } from './sealed.ts'

export const criteria = [
  { key: 'price', label: '价格', weight: 60 },
  { key: 'plan', label: '方案', weight: 40 },
]

type Setup = Parameters<Client['api']['demands']['evaluationSave']>[0]

/** Saves criteria and evaluators of a demand. */
export const saveSetup = (
  client: Client,
  demandId: number,
  evaluatorIds: readonly number[],
  more: Partial<Setup> = {},
) =>
  client.api.demands.evaluationSave({
    demandId,
    criteria,
    scale: 'ten',
    blind: true,
    evaluatorIds: [...evaluatorIds],
    reason: '',
    version: 0,
    ...more,
  })

export const readEvaluation = async (client: Client, demandId: number): Promise<Evaluation> =>
  contentOf(await client.api.demands.evaluation({ demandId }))

/** Scores of all offers: [price, plan] by offer, in the order of ids. */
export const scoresOf = (points: Readonly<Record<number, readonly [number, number]>>, comment = '') =>
  Object.entries(points).flatMap(([offerId, values]) =>
    criteria.map(({ key }, at) => ({ offerId: Number(offerId), criterion: key, points: values[at] ?? 0, comment })),
  )

/** An evaluated demand with two sealed offers opened at the deadline. */
export async function evaluatedDemand(
  app: TestApp,
  {
    buyer,
    sellers,
    evaluatorIds,
  }: { buyer: Client; sellers: readonly [Client, Client]; evaluatorIds: readonly number[] },
  more: Partial<Setup> = {},
) {
  const demandId = await openDemand(app, buyer, { sealedOnly: true })
  contentOf(await saveSetup(buyer, demandId, evaluatorIds, more))
  const first = await submittedOffer(sellers[0], demandId)
  const second = await submittedOffer(sellers[1], demandId, terms({ durationDays: 90 }))
  await passDeadline(app, demandId)
  return { demandId, first, second }
}

/** Id of the shop of an account's company. */
export async function shopIdOf(app: TestApp, account: Account): Promise<number> {
  const [row] = await app.db
    .select({ id: shops.id })
    .from(shops)
    .innerJoin(users, eq(users.companyId, shops.companyId))
    .where(eq(users.loginName, account))
  return row?.id ?? 0
}
