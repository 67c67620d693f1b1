import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer } from '../../contract/envelope.ts'
import type { DemandDetail } from '../../contract/demands/demands.ts'
import type { DemandStep } from '../../contract/demands/offer-decisions.ts'
import type { OfferView } from '../../contract/demands/offer-view.ts'
import type { OfferOrder } from '../../domain/demands/compare-offers.ts'
import { links } from '../../domain/links.ts'
import { startLive } from '../chat/live.ts'
import { onTold } from '../operations/told.ts'
import { loadable } from '../loaded.ts'

type Page = Extract<Awaited<ReturnType<typeof api.demands.buyerOffers>>, { ok: true }>['content']
export type SealedOffer = Page['sealed'][number]

/** Offers to compare, and those under seal of which there is nothing to compare yet. */
export interface Received {
  readonly offers: readonly OfferView[]
  readonly sealed: readonly SealedOffer[]
}

/** The demand is the page; its offers and its history may fail on their own. */
const demandPart = loadable<DemandDetail>()
const receivedPart = loadable<Received>()
const historyPart = loadable<readonly DemandStep[]>()
export const demand = demandPart.state
export const received = receivedPart.state
export const history = historyPart.state

/** How the offers are looked at. */
export interface View {
  readonly onlyDifferences: boolean
  readonly order: OfferOrder
  readonly hidden: readonly number[]
  /** Offer that stands first whatever the order. */
  readonly pinned: number | null
}
export const view = atom<View>({ onlyDifferences: false, order: 'price', hidden: [], pinned: null })
export const look = (change: Partial<View>): void => view.set({ ...view.get(), ...change })

/** The offer whose choosing is being asked about; the order itself is confirmed on its own page. */
export const chosen = atom<OfferView | null>(null)
export const askDeal = (offer: OfferView): void => chosen.set(offer)
export const dropDeal = (): void => chosen.set(null)

let shown: number | null = null

/** All offers of a demand: pages of 100 until there are no more. */
async function allOffers(demandId: number): Promise<Answer<Received>> {
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

/** A demand of others is as good as none here. */
async function ownDemand(demandId: number): Promise<Answer<DemandDetail>> {
  const answer = await api.demands.demand({ demandId })
  if (answer.ok && !answer.content.mine)
    return { ok: false, failure: { code: 404, message: '内容不存在或已被删除', content: null } }
  return answer
}

/** All steps of a demand, likewise. */
async function steps(demandId: number): Promise<Answer<readonly DemandStep[]>> {
  const all: DemandStep[] = []
  for (let current = 1; ; current += 1) {
    const answer = await api.demands.demandHistory({ demandId, current, pageSize: 100 })
    if (!answer.ok) return answer
    const { data, total } = answer.content
    all.push(...data)
    if (all.length >= total || data.length === 0) return { ok: true, content: all }
  }
}

export const loadOffers = async (): Promise<void> => {
  const demandId = shown
  if (demandId !== null) await receivedPart.load(() => allOffers(demandId))
}
export const loadHistory = async (): Promise<void> => {
  const demandId = shown
  if (demandId !== null) await historyPart.load(() => steps(demandId))
}
export const load = async (): Promise<void> => {
  const demandId = shown
  if (demandId === null) return
  await Promise.all([demandPart.load(() => ownDemand(demandId)), loadOffers(), loadHistory()])
}

/** Gives up the change that waits beside an open demand. */
export async function dropChange(demandId: number): Promise<Answer<unknown>> {
  const answer = await api.demands.demandChangeDrop({ demandId })
  await load()
  return answer
}

/** Shows one demand with its offers. */
export async function start(demandId: number): Promise<void> {
  if (shown !== demandId) for (const part of [demandPart, receivedPart, historyPart]) part.reset()
  shown = demandId
  await load()
}

/**
 * Keeps what is shown in step while the page is open: whatever the company is told of this demand, and every return of
 * the connection, reads it again. Returns the way to stop.
 */
export function keepInStep(): () => void {
  startLive()
  return onTold((heard) => {
    const own = shown !== null && heard.kind === 'notice' && heard.path === links.buyerDemand(shown)
    if (heard.kind === 'awake' ? demand.get().at === 'ready' : own) void load()
  })
}
