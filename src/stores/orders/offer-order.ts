import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { DemandDetail } from '../../contract/demands/demands.ts'
import type { OfferView } from '../../contract/demands/offer-view.ts'
import { intentionDone, intentionKey } from '../intention.ts'
import { loadable } from '../loaded.ts'
import { asText, kept } from '../kept.ts'

/** An offer on its way to an order, with the demand it answers. */
export interface OrderToBe {
  readonly offer: OfferView
  readonly demand: DemandDetail
}
const part = loadable<OrderToBe>()
export const orderToBe = part.state

/** What the buyer writes to the supplier, and how the sending goes. */
export interface Sending {
  readonly remark: string
  readonly sending: boolean
  readonly failure: Failure | null
}
const nothing: Sending = { remark: '', sending: false, failure: null }
export const sending = atom<Sending>(nothing)

const keptRemark = (offerId: number) => kept('tab', `offer-order:${offerId}`, asText)
let shown: number | null = null

async function read(offerId: number): Promise<Answer<OrderToBe>> {
  const offer = await api.demands.buyerOffer({ offerId })
  if (!offer.ok) return offer
  const demand = await api.demands.demand({ demandId: offer.content.demandId })
  return demand.ok ? { ok: true, content: { offer: offer.content, demand: demand.content } } : demand
}

export async function load(): Promise<void> {
  const offerId = shown
  if (offerId !== null) await part.load(() => read(offerId))
}
export async function start(offerId: number): Promise<void> {
  if (shown !== offerId) part.reset()
  shown = offerId
  sending.set({ ...nothing, remark: keptRemark(offerId).read() ?? '' })
  await load()
}

export function write(remark: string): void {
  if (shown !== null) keptRemark(shown).keep(remark)
  sending.set({ ...sending.get(), remark })
}

/**
 * Chooses the offer as it is shown. Pressed twice, retried or sent again after a reload it makes one order: the key
 * belongs to the intention. Gives the order, or undefined while one is under way or after a failure.
 */
export async function submit(): Promise<{ orderId: number } | undefined> {
  const state = orderToBe.get()
  const now = sending.get()
  if (state.at !== 'ready' || now.sending) return undefined
  const { offerId, current } = state.content.offer
  const input = { offerId, total: current.total, version: current.version, remark: now.remark.trim() }
  const intention = `deal:${offerId}:${current.version}:${input.remark}`
  sending.set({ ...now, sending: true, failure: null })
  const answer = await api.demands.demandOrderSubmit(input, { idempotencyKey: intentionKey(intention) })
  if (answer.ok) {
    intentionDone(intention)
    keptRemark(offerId).clear()
    return answer.content
  }
  // A refusal by rule is an end of this intention; a lost connection is not: the order may exist.
  const refused = answer.failure.code >= 1000 || answer.failure.code === 409
  if (refused) intentionDone(intention)
  sending.set({ ...now, sending: false, failure: answer.failure })
  if (refused) void load()
  return undefined
}
