import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { DemandDetail } from '../../contract/demands/demands.ts'
import type { OfferView } from '../../contract/demands/offer-view.ts'
import { needsDecisionReason, type OfferResult } from '../../domain/demands/evaluation.ts'
import { savedDecisionNote } from '../demands/deciding/decision-note.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../idempotency-key.ts'
import { loadable } from '../loadable.ts'
import { checkCharge, validCharge, type Charge, type ChargeableCentre } from './budgets/charge.ts'
import { pendingRequisitionOf } from './requisitions/pending-requisition.ts'
import { asText, persistedValue, withSchema } from '../persisted-storage.ts'

/** An offer about to become an order, with its demand. */
export interface OfferForOrder {
  readonly offer: OfferView
  readonly demand: DemandDetail
  /** Totals and ranks, as far as they may be read. */
  readonly results: readonly OfferResult[]
  /** Cost centres of the company, and whether one is needed. */
  readonly costCentres: readonly ChargeableCentre[]
  readonly needsCostCentre: boolean
}
const part = loadable<OfferForOrder>()
export const offerForOrder = part.state

/** Remark to the supplier, reason of the decision and cost centre for the own company, and the submit state. */
export interface OfferOrderForm {
  readonly remark: string
  readonly decisionNote: string
  /** Code; '' = none. */
  readonly costCentre: string
  readonly projectCode: string
  /** A reason is needed and missing. */
  readonly noteMissing: boolean
  readonly sending: boolean
  readonly failure: Failure | null
}
const emptyForm: OfferOrderForm = {
  remark: '',
  decisionNote: '',
  costCentre: '',
  projectCode: '',
  noteMissing: false,
  sending: false,
  failure: null,
}
const chargeShape = z.object({ costCentre: z.string(), projectCode: z.string() })
const noCharge: Charge = { costCentre: '', projectCode: '' }
export const offerOrderForm = atom<OfferOrderForm>(emptyForm)

const savedRemark = (offerId: number) => persistedValue('tab', `offer-order:${offerId}`, asText)
const savedCharge = (offerId: number) => persistedValue('tab', `offer-order-charge:${offerId}`, withSchema(chargeShape))
let shownOfferId: number | null = null

async function readOfferForOrder(offerId: number): Promise<Answer<OfferForOrder>> {
  const offer = await api.demands.buyerOffer({ offerId })
  if (!offer.ok) return offer
  const demand = await api.demands.demand({ demandId: offer.content.demandId })
  if (!demand.ok) return demand
  const evaluation = await api.demands.evaluation({ demandId: offer.content.demandId })
  if (!evaluation.ok) return evaluation
  const centres = await api.orders.costCentres({})
  if (!centres.ok) return centres
  const { results } = evaluation.content
  const { data: costCentres, isRequired: needsCostCentre } = centres.content
  return { ok: true, content: { offer: offer.content, demand: demand.content, results, costCentres, needsCostCentre } }
}

export async function loadOfferForOrder(): Promise<void> {
  const offerId = shownOfferId
  if (offerId !== null) await part.load(() => readOfferForOrder(offerId))
}
export async function startOfferOrder(offerId: number): Promise<void> {
  if (shownOfferId !== offerId) part.reset()
  shownOfferId = offerId
  const decisionNote = savedDecisionNote(offerId).read() ?? ''
  const charge = savedCharge(offerId).read() ?? noCharge
  offerOrderForm.set({ ...emptyForm, remark: savedRemark(offerId).read() ?? '', decisionNote, ...charge })
  await loadOfferForOrder()
}

export function setOfferOrderRemark(remark: string): void {
  if (shownOfferId !== null) savedRemark(shownOfferId).save(remark)
  offerOrderForm.set({ ...offerOrderForm.get(), remark })
}

export function setDecisionNote(decisionNote: string): void {
  if (shownOfferId !== null) savedDecisionNote(shownOfferId).save(decisionNote)
  offerOrderForm.set({ ...offerOrderForm.get(), decisionNote, noteMissing: false })
}

export function chooseOfferCharge({ costCentre, projectCode }: Charge): void {
  if (shownOfferId !== null) savedCharge(shownOfferId).save({ costCentre, projectCode })
  offerOrderForm.set({ ...offerOrderForm.get(), costCentre, projectCode })
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
  const decisionNote = now.decisionNote.trim()
  if (decisionNote === '' && needsDecisionReason(state.content.results, offerId)) {
    offerOrderForm.set({ ...now, noteMissing: true })
    return undefined
  }
  if (!checkCharge(state.content.costCentres, state.content.needsCostCentre, now)) return undefined
  const { total, version } = current
  const charge = validCharge(state.content.costCentres, now)
  const input = { offerId, total, version, remark: now.remark.trim(), decisionNote, ...charge }
  const keyName = `deal:${offerId}:${version}:${input.remark}:${decisionNote}:${charge.costCentre}:${charge.projectCode}`
  offerOrderForm.set({ ...now, sending: true, failure: null })
  const answer = await api.demands.demandOrderSubmit(input, { idempotencyKey: getIdempotencyKey(keyName) })
  if (answer.ok) {
    clearIdempotencyKey(keyName)
    savedRemark(offerId).clear()
    savedDecisionNote(offerId).clear()
    savedCharge(offerId).clear()
    return answer.content
  }
  // A business refusal ends the idempotency key; after a lost connection the order may exist.
  const refused = answer.failure.code >= 1000 || answer.failure.code === 409
  if (refused) clearIdempotencyKey(keyName)
  offerOrderForm.set({ ...now, sending: false, failure: answer.failure })
  if (pendingRequisitionOf(answer.failure) !== undefined) savedRemark(offerId).clear()
  else if (refused) void loadOfferForOrder()
  return undefined
}
