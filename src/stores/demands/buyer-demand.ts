import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { DemandDetail } from '../../contract/demands/demands.ts'
import type { OfferView } from '../../contract/demands/offers.ts'
import type { OfferOrder } from '../../domain/demands/compare-offers.ts'
import { intentionDone, intentionKey } from './intention.ts'
import { loadable } from './loaded.ts'

/** The demand is the page; its offers may fail on their own. */
export const demandPart = loadable<DemandDetail>()
export const offersPart = loadable<readonly OfferView[]>()
export const demand = demandPart.state
export const offers = offersPart.state

/** How the offers are looked at. */
export interface View {
  readonly onlyDifferences: boolean
  readonly order: OfferOrder
  readonly hidden: readonly number[]
}
export const view = atom<View>({ onlyDifferences: false, order: 'price', hidden: [] })
export const look = (change: Partial<View>): void => view.set({ ...view.get(), ...change })

export type Deal =
  | { readonly at: 'none' }
  | { readonly at: 'asking' | 'sending'; readonly offer: OfferView; readonly failure: Failure | null }
export const deal = atom<Deal>({ at: 'none' })

let shown: number | null = null

/** All offers of a demand: pages of 100 until there are no more. */
async function allOffers(demandId: number): Promise<Answer<readonly OfferView[]>> {
  const found: OfferView[] = []
  for (let current = 1; ; current += 1) {
    const answer = await api.demands.buyerOffers({ demandId, current, pageSize: 100 })
    if (!answer.ok) return answer
    found.push(...answer.content.data)
    if (found.length >= answer.content.total || answer.content.data.length === 0) return { ok: true, content: found }
  }
}

/** A demand of others is as good as none here. */
async function ownDemand(demandId: number): Promise<Answer<DemandDetail>> {
  const answer = await api.demands.demand({ demandId })
  if (answer.ok && !answer.content.mine)
    return { ok: false, failure: { code: 404, message: '内容不存在或已被删除', content: null } }
  return answer
}

export const loadOffers = async (): Promise<void> => {
  const demandId = shown
  if (demandId !== null) await offersPart.load(() => allOffers(demandId))
}
export const load = async (): Promise<void> => {
  const demandId = shown
  if (demandId === null) return
  await Promise.all([demandPart.load(() => ownDemand(demandId)), loadOffers()])
}
/** Shows one demand with its offers. */
export async function start(demandId: number): Promise<void> {
  if (shown !== demandId) {
    demandPart.reset()
    offersPart.reset()
  }
  shown = demandId
  await load()
}

export const askDeal = (offer: OfferView): void => deal.set({ at: 'asking', offer, failure: null })
export function dropDeal(): void {
  if (deal.get().at === 'asking') deal.set({ at: 'none' })
}

/**
 * Chooses the offer that was asked about. Pressed twice, retried or sent again after a reload it makes one order:
 * the key belongs to the intention. Gives the order, or undefined while one is under way or after a failure.
 */
export async function confirmDeal(): Promise<{ orderId: number } | undefined> {
  const now = deal.get()
  if (now.at !== 'asking') return undefined
  const { offer } = now
  const intention = `deal:${offer.offerId}:${offer.current.version}`
  deal.set({ at: 'sending', offer, failure: null })
  const answer = await api.demands.deal({ offerId: offer.offerId }, { idempotencyKey: intentionKey(intention) })
  if (answer.ok) {
    intentionDone(intention)
    return answer.content
  }
  // A refusal by rule is an end of this intention; a lost connection is not: the order may exist.
  if (answer.failure.code >= 1000 || answer.failure.code === 409) intentionDone(intention)
  deal.set({ at: 'asking', offer, failure: answer.failure })
  if (answer.failure.code >= 1000) void load()
  return undefined
}
