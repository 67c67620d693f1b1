import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { DemandDetail } from '../../contract/demands/demands.ts'
import type { FieldFault } from '../../contract/failures.ts'
import { draftOf, type Draft } from './draft.ts'
import { faultsOf } from '../faults.ts'
import { loadable } from './loaded.ts'
import { emptyOffer, faultsInOffer, offerValues, termsOf, valuesOfTerms, type OfferValues } from './offer-values.ts'

type OwnOffer = Extract<Awaited<ReturnType<typeof api.demands.ownOffer>>, { ok: true }>['content']

export interface OfferStart {
  readonly demand: DemandDetail
  /** The own company's offer on it, null before the first. */
  readonly offer: OwnOffer
  readonly values: OfferValues
  readonly restored: boolean
}
export type OfferSending =
  | { readonly at: 'editing' }
  | { readonly at: 'asking' }
  | { readonly at: 'sending' }
  | { readonly at: 'refused'; readonly failure: Failure | null; readonly faults: readonly FieldFault[] }
  | { readonly at: 'done'; readonly offerId: number; readonly version: number }
/** Where the typed lies: nowhere yet, in this browser, or as a draft on the server too. */
export type Saved =
  { readonly at: 'none' } | { readonly at: 'saving' } | { readonly at: 'here' | 'server'; readonly moment: string }

/** Milliseconds without typing after which a complete draft goes to the server. */
const pause = 3000

const startPart = loadable<OfferStart>()
export const form = startPart.state
export const sending = atom<OfferSending>({ at: 'editing' })
export const saved = atom<Saved>({ at: 'none' })
let draft: Draft<OfferValues> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
/** Calls to the server one after the other: a late draft must never follow a submit. */
let underWay: Promise<unknown> = Promise.resolve()

/** Opens the form of one person for one demand, with what was typed, submitted or kept before. */
export async function start(who: number, demandId: number, now: string): Promise<void> {
  const kept = draftOf(who, `offer:${demandId}`, offerValues)
  draft = kept
  sending.set({ at: 'editing' })
  saved.set({ at: 'none' })
  await startPart.load(async () => {
    const [demand, offer] = await Promise.all([api.demands.demand({ demandId }), api.demands.ownOffer({ demandId })])
    if (!demand.ok) return demand
    if (!offer.ok) return offer
    const typed = kept.read()
    const before =
      offer.content === null
        ? emptyOffer(now, demand.content.deadline)
        : valuesOfTerms(offer.content.draft ?? offer.content.current)
    const content = {
      demand: demand.content,
      offer: offer.content,
      values: typed ?? before,
      restored: typed !== undefined,
    }
    return { ok: true, content }
  })
}

const openForm = () => {
  const now = form.get()
  return now.at === 'ready' ? now.content : undefined
}

/** Keeps what stands in the form: here at once, as a draft on the server after a pause. */
export function keep(values: OfferValues): void {
  if (draft === undefined) return
  draft.keep(values)
  saved.set({ at: 'here', moment: new Date().toISOString() })
  clearTimeout(timer)
  if (sending.get().at !== 'sending') timer = setTimeout(() => void saveDraft(values), pause)
}
export const listen = (typed: (values: OfferValues) => void): (() => void) => draft?.listen(typed) ?? (() => {})

async function saveDraft(values: OfferValues): Promise<Failure | null> {
  const demandId = openForm()?.demand.demandId
  const read = termsOf(values, false)
  if (demandId === undefined || !read.ok) return null
  saved.set({ at: 'saving' })
  const call = underWay.then(() => api.demands.offerSave({ ...read.terms, demandId, submit: false }))
  underWay = call
  const answer = await call
  saved.set({ at: answer.ok ? 'server' : 'here', moment: new Date().toISOString() })
  return answer.ok ? null : answer.failure
}

/** 保存草稿: at once, telling what is missing. True when it lies on the server. */
export async function saveNow(values: OfferValues): Promise<boolean> {
  if (sending.get().at === 'sending') return false
  clearTimeout(timer)
  const read = termsOf(values, false)
  if (!read.ok) {
    sending.set({ at: 'refused', failure: null, faults: read.faults })
    return false
  }
  sending.set({ at: 'sending' })
  const failure = await saveDraft(values)
  if (failure === null) sending.set({ at: 'editing' })
  else sending.set({ at: 'refused', failure, faults: faultsInOffer(faultsOf(failure)) })
  return failure === null
}

/** Checks the whole offer and asks before submitting it. */
export function askSubmit(values: OfferValues): boolean {
  if (sending.get().at === 'sending' || sending.get().at === 'done') return false
  const read = termsOf(values, true)
  sending.set(read.ok ? { at: 'asking' } : { at: 'refused', failure: null, faults: read.faults })
  return read.ok
}
export function dropSubmit(): void {
  if (sending.get().at === 'asking') sending.set({ at: 'editing' })
}

/** Submits after the question was answered; pressed twice it is sent once. */
export async function submit(values: OfferValues): Promise<void> {
  const demandId = openForm()?.demand.demandId
  const read = termsOf(values, true)
  if (sending.get().at !== 'asking' || demandId === undefined || !read.ok) return
  clearTimeout(timer)
  sending.set({ at: 'sending' })
  const call = underWay.then(() => api.demands.offerSave({ ...read.terms, demandId, submit: true }))
  underWay = call
  const answer = await call
  if (!answer.ok) {
    sending.set({ at: 'refused', failure: answer.failure, faults: faultsInOffer(faultsOf(answer.failure)) })
    return
  }
  draft?.clear()
  draft = undefined
  const { offerId, version } = answer.content
  sending.set({ at: 'done', offerId, version })
}
