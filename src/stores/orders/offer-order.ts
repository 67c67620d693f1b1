import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { DemandDetail } from '../../contract/demands/demands.ts'
import type { OfferView } from '../../contract/demands/offer-view.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../idempotency-key.ts'
import { loadable } from '../loadable.ts'
import { asText, persistedValue } from '../persisted-storage.ts'

/** An offer about to become an order, with its demand. */
export interface OfferForOrder {
  readonly offer: OfferView
  readonly demand: DemandDetail
}
const part = loadable<OfferForOrder>()
export const offerForOrder = part.state

/** Remark to the supplier, and the submit state. */
export interface OfferOrderForm {
  readonly remark: string
  readonly sending: boolean
  readonly failure: Failure | null
}
const emptyForm: OfferOrderForm = { remark: '', sending: false, failure: null }
export const offerOrderForm = atom<OfferOrderForm>(emptyForm)

const savedRemark = (offerId: number) => persistedValue('tab', `offer-order:${offerId}`, asText)
let shownOfferId: number | null = null

async function readOfferForOrder(offerId: number): Promise<Answer<OfferForOrder>> {
  const offer = await api.demands.buyerOffer({ offerId })
  if (!offer.ok) return offer
  const demand = await api.demands.demand({ demandId: offer.content.demandId })
  return demand.ok ? { ok: true, content: { offer: offer.content, demand: demand.content } } : demand
}

export async function loadOfferForOrder(): Promise<void> {
  const offerId = shownOfferId
  if (offerId !== null) await part.load(() => readOfferForOrder(offerId))
}
export async function startOfferOrder(offerId: number): Promise<void> {
  if (shownOfferId !== offerId) part.reset()
  shownOfferId = offerId
  offerOrderForm.set({ ...emptyForm, remark: savedRemark(offerId).read() ?? '' })
  await loadOfferForOrder()
}

export function setOfferOrderRemark(remark: string): void {
  if (shownOfferId !== null) savedRemark(shownOfferId).save(remark)
  offerOrderForm.set({ ...offerOrderForm.get(), remark })
}

/**
 * Awards the offer as shown. Double presses, retries and reloads create one order (idempotency key). Returns the order,
 * or undefined while under way or after a failure.
 */
export async function submitOfferOrder(): Promise<{ orderId: number } | undefined> {
  const state = offerForOrder.get()
  const now = offerOrderForm.get()
  if (state.at !== 'ready' || now.sending) return undefined
  const { offerId, current } = state.content.offer
  const input = { offerId, total: current.total, version: current.version, remark: now.remark.trim() }
  const keyName = `deal:${offerId}:${current.version}:${input.remark}`
  offerOrderForm.set({ ...now, sending: true, failure: null })
  const answer = await api.demands.demandOrderSubmit(input, { idempotencyKey: getIdempotencyKey(keyName) })
  if (answer.ok) {
    clearIdempotencyKey(keyName)
    savedRemark(offerId).clear()
    return answer.content
  }
  // A business refusal ends the idempotency key; after a lost connection the order may exist.
  const refused = answer.failure.code >= 1000 || answer.failure.code === 409
  if (refused) clearIdempotencyKey(keyName)
  offerOrderForm.set({ ...now, sending: false, failure: answer.failure })
  if (refused) void loadOfferForOrder()
  return undefined
}
