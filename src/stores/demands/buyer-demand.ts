import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer } from '../../contract/envelope.ts'
import type { DemandDetail } from '../../contract/demands/demands.ts'
import type { DemandStep } from '../../contract/demands/offer-decisions.ts'
import type { OfferView } from '../../contract/demands/offer-view.ts'
import type { OfferOrder } from '../../domain/demands/compare-offers.ts'
import { links } from '../../domain/links.ts'
import { startChatSync } from '../chat/chat-sync.ts'
import { onPush } from '../operations/push-notices.ts'
import { loadable } from '../loadable.ts'
import { savedDecisionNote } from './deciding/decision-note.ts'
import { loadEvaluation } from './deciding/evaluation.ts'

type Page = Extract<Awaited<ReturnType<typeof api.demands.buyerOffers>>, { ok: true }>['content']
export type SealedOffer = Page['sealed'][number]

/** Offers to compare, and sealed ones that cannot be compared yet. */
export interface Received {
  readonly offers: readonly OfferView[]
  readonly sealed: readonly SealedOffer[]
}

/** The demand is required; offers and history may fail independently. */
const demandPart = loadable<DemandDetail>()
const receivedPart = loadable<Received>()
const historyPart = loadable<readonly DemandStep[]>()
export const buyerDemand = demandPart.state
export const receivedOffers = receivedPart.state
export const demandHistory = historyPart.state

/** View options of the comparison. */
export interface CompareView {
  readonly onlyDifferences: boolean
  readonly order: OfferOrder
  readonly hidden: readonly number[]
  /** Offer pinned to the first place. */
  readonly pinned: number | null
}
export const compareView = atom<CompareView>({ onlyDifferences: false, order: 'price', hidden: [], pinned: null })
export const updateCompareView = (change: Partial<CompareView>): void =>
  compareView.set({ ...compareView.get(), ...change })

/** Offer of the award confirmation; the order itself is confirmed on its own page. */
export const offerToAward = atom<OfferView | null>(null)
/** Why the offer of the award confirmation is chosen. */
export const decisionNote = atom('')
export function openDealDialog(offer: OfferView): void {
  decisionNote.set(savedDecisionNote(offer.offerId).read() ?? '')
  offerToAward.set(offer)
}
export function setDecisionNote(text: string): void {
  const offer = offerToAward.get()
  if (offer !== null) savedDecisionNote(offer.offerId).save(text)
  decisionNote.set(text)
}
export const closeDealDialog = (): void => offerToAward.set(null)

let shownDemandId: number | null = null

/** Loads all offers of a demand, in pages of 100. */
async function loadAllOffers(demandId: number): Promise<Answer<Received>> {
  const offers: OfferView[] = []
  const underSeal: SealedOffer[] = []
  for (let current = 1; ; current += 1) {
    const answer = await api.demands.buyerOffers({ demandId, current, pageSize: 100 })
    if (!answer.ok) return answer
    const { data, total, sealed, sealedTotal } = answer.content
    offers.push(...data)
    underSeal.push(...sealed)
    const isAll = offers.length >= total && underSeal.length >= sealedTotal
    if (isAll || data.length + sealed.length === 0) return { ok: true, content: { offers, sealed: underSeal } }
  }
}

/** Another company's demand counts as not found here. */
async function loadOwnDemand(demandId: number): Promise<Answer<DemandDetail>> {
  const answer = await api.demands.demand({ demandId })
  if (answer.ok && !answer.content.mine)
    return { ok: false, failure: { code: 404, message: '内容不存在或已被删除', content: null } }
  return answer
}

/** Loads all steps of a demand, in pages of 100. */
async function loadAllSteps(demandId: number): Promise<Answer<readonly DemandStep[]>> {
  const all: DemandStep[] = []
  for (let current = 1; ; current += 1) {
    const answer = await api.demands.demandHistory({ demandId, current, pageSize: 100 })
    if (!answer.ok) return answer
    const { data, total } = answer.content
    all.push(...data)
    if (all.length >= total || data.length === 0) return { ok: true, content: all }
  }
}

export const loadReceivedOffers = async (): Promise<void> => {
  const demandId = shownDemandId
  if (demandId !== null) await receivedPart.load(() => loadAllOffers(demandId))
}
export const loadDemandHistory = async (): Promise<void> => {
  const demandId = shownDemandId
  if (demandId !== null) await historyPart.load(() => loadAllSteps(demandId))
}
export const loadBuyerDemand = async (): Promise<void> => {
  const demandId = shownDemandId
  if (demandId === null) return
  await Promise.all([
    demandPart.load(() => loadOwnDemand(demandId)),
    loadReceivedOffers(),
    loadDemandHistory(),
    loadEvaluation(demandId),
  ])
}

/** Discards the pending change of an open demand. */
export async function discardDemandChange(demandId: number): Promise<Answer<unknown>> {
  const answer = await api.demands.demandChangeDelete({ demandId })
  await loadBuyerDemand()
  return answer
}

/** Loads one demand with its offers. */
export async function startBuyerDemand(demandId: number): Promise<void> {
  if (shownDemandId !== demandId) for (const part of [demandPart, receivedPart, historyPart]) part.reset()
  shownDemandId = demandId
  await loadBuyerDemand()
}

/** Reloads on push notices about this demand and after reconnecting. Returns the unsubscribe function. */
export function followBuyerDemand(): () => void {
  startChatSync()
  return onPush((notice) => {
    const own = shownDemandId !== null && notice.kind === 'notice' && notice.path === links.buyerDemand(shownDemandId)
    if (notice.kind === 'awake' ? buyerDemand.get().at === 'ready' : own) void loadBuyerDemand()
  })
}
