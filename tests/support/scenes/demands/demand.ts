import { and, eq } from 'drizzle-orm'
import type { DemandInput } from '../../../../src/contract/demands/demands.ts'
import type { OfferTerms } from '../../../../src/contract/demands/offer-view.ts'
import { demands, offers, offerVersions } from '../../../../src/db/tables/demands.ts'
import { categories } from '../../../../src/db/tables/reference.ts'
import type { TestApp } from '../../app.ts'
import { contentOf, type Client } from '../../client.ts'
import { newKey } from '../../sentinels.ts'

const hour = 3_600_000
/** ISO 8601 time a number of hours from now. */
export const inHours = (hours: number): string => new Date(Date.now() + hours * hour).toISOString()

/** A service category without children. */
export async function leafOf(app: Pick<TestApp, 'db'>): Promise<{ id: number; stageId: number }> {
  const [leaf] = await app.db
    .select({ id: categories.id, path: categories.path })
    .from(categories)
    .where(and(eq(categories.kind, 'service'), eq(categories.level, 4)))
    .limit(1)
  return { id: leaf?.id ?? 0, stageId: leaf?.path[1] ?? 0 }
}

let titles = 0

/** Form input of a demand. */
export const demandInput = (categoryId: number, more: Partial<DemandInput> = {}): DemandInput => ({
  demandTitle: `比格犬 13 周重复给药毒性试验 ${++titles}`,
  categoryId,
  summary: '口服小分子，需要毒代动力学与病理同行评议',
  facts: [{ label: '物种', value: '比格犬' }],
  demandBudget: 96_000_000,
  deadline: inHours(48),
  ...more,
})

/** Terms of an offer over ¥10,000.01, in three payments. */
export const terms = (more: Partial<OfferTerms> = {}): OfferTerms => ({
  items: [
    { name: '毒性试验', unit: '项', quantity: 1, unitPrice: 900_001 },
    { name: '病理阅片', unit: '张', quantity: 10, unitPrice: 10_000 },
  ],
  milestones: [
    { name: '首付款', percent: 30, dueDays: 0, deliverables: '' },
    { name: '中期款', percent: 45, dueDays: 60, deliverables: '' },
    { name: '尾款', percent: 25, dueDays: 120, deliverables: '' },
  ],
  durationDays: 180,
  validUntil: inHours(240),
  note: '含恢复期',
  answers: [],
  taxRate: null,
  ...more,
})

/** Saves a demand with a new idempotency key. */
export const saveDemand = (client: Client, input: DemandInput, idempotencyKey = newKey()) =>
  client.api.demands.demandSave(input, { idempotencyKey })

/** An open demand of the buyer. */
export async function openDemand(
  app: Pick<TestApp, 'db'>,
  buyer: Client,
  more: Partial<DemandInput> = {},
): Promise<number> {
  const { id } = await leafOf(app)
  return contentOf(await saveDemand(buyer, demandInput(id, more))).demandId
}

/** A submitted offer of a seller. */
export async function submittedOffer(
  seller: Client,
  demandId: number,
  more: Partial<OfferTerms> = {},
): Promise<number> {
  return contentOf(await seller.api.demands.offerSave({ ...terms(more), demandId, submit: true })).offerId
}

/** Sets a demand's deadline directly, bypassing the checks of the calls. */
export const setDeadline = (app: TestApp, demandId: number, hours: number) =>
  app.db
    .update(demands)
    .set({ deadline: new Date(inHours(hours)) })
    .where(eq(demands.id, demandId))

/** Sets the validity of an offer's current version to the past. */
export const setLapsed = (app: TestApp, offerId: number) =>
  app.db
    .update(offerVersions)
    .set({ validUntil: new Date(inHours(-1)) })
    .where(eq(offerVersions.offerId, offerId))

export const demandStatus = async (app: TestApp, demandId: number) =>
  (await app.db.select({ status: demands.status }).from(demands).where(eq(demands.id, demandId)))[0]?.status

export const offerStatus = async (app: TestApp, offerId: number) =>
  (await app.db.select({ status: offers.status }).from(offers).where(eq(offers.id, offerId)))[0]?.status
