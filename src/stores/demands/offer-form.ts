import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { DemandDetail } from '../../contract/demands/demands.ts'
import type { FieldFault } from '../../contract/failures.ts'
import { draftOf, type Draft } from '../draft.ts'
import { faultsOf, stillWrong } from '../faults.ts'
import { loadable } from '../loaded.ts'
import { faultsInOffer, faultsInValues, mistyped, offerInput } from './offer-input.ts'
import { uploads } from './offer-uploads.ts'
import { emptyOffer, offerValues, valuesOfVersion, type OfferValues } from './offer-values.ts'

type OwnOffer = Extract<Awaited<ReturnType<typeof api.demands.ownOffer>>, { ok: true }>['content']
type Saving = Extract<Awaited<ReturnType<typeof api.demands.offerSave>>, { ok: true }>['content']

export interface OfferStart {
  readonly demand: DemandDetail
  /** The own company's offer on it, null before the first. */
  readonly offer: OwnOffer
  readonly values: OfferValues
  /** Typed earlier in this browser and not kept on the server. */
  readonly restored: boolean
}
/** What the supplier keeps of a submitted version. */
export type Receipt = Pick<Saving, 'offerId' | 'version' | 'hash' | 'salt'> & { readonly sealed: boolean }
export type OfferSending =
  | { readonly at: 'editing' }
  | { readonly at: 'asking' }
  | { readonly at: 'sending' }
  | {
      readonly at: 'refused'
      /** By a sending, and not by what is left after mending. */
      readonly sent: boolean
      readonly failure: Failure | null
      readonly faults: readonly FieldFault[]
    }
  | ({ readonly at: 'done' } & Receipt)
/** Where the typed lies: nowhere yet, in this browser, or as a draft on the server too. */
export type Saved =
  { readonly at: 'none' } | { readonly at: 'saving' } | { readonly at: 'here' | 'server'; readonly moment: string }

/** Milliseconds without typing after which a draft goes to the server. */
const pause = 3000

const startPart = loadable<OfferStart>()
export const form = startPart.state
export const sending = atom<OfferSending>({ at: 'editing' })
export const saved = atom<Saved>({ at: 'none' })
let draft: Draft<OfferValues> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
/** What was typed last: only when all of it lies on the server this browser may forget it. */
let typedLast: OfferValues | undefined
/** Calls to the server one after the other: a late draft must never follow a submit. */
let underWay: Promise<unknown> = Promise.resolve()

/** Opens the form of one person for one demand, with what was typed, submitted or kept before. */
export async function start(who: number, demandId: number, now: string): Promise<void> {
  const kept = draftOf(who, `offer:${demandId}`, offerValues)
  clearTimeout(timer)
  draft = kept
  typedLast = undefined
  sending.set({ at: 'editing' })
  saved.set({ at: 'none' })
  await startPart.load(async () => {
    const [demand, offer] = await Promise.all([api.demands.demand({ demandId }), api.demands.ownOffer({ demandId })])
    if (!demand.ok) return demand
    if (!offer.ok) return offer
    const typed = kept.read()
    const version = offer.content?.draft ?? offer.content?.current
    const before = version === undefined ? emptyOffer(now, demand.content.deadline) : valuesOfVersion(version)
    const values = { ...(typed ?? before) }
    if (demand.content.sealedOnly) values.sealed = true
    uploads.start(values.files)
    return {
      ok: true,
      content: { demand: demand.content, offer: offer.content, values, restored: typed !== undefined },
    }
  })
}

/** Throws away what was typed here: the form starts anew from what lies on the server. */
export async function startOver(who: number, demandId: number, now: string): Promise<void> {
  draft?.clear()
  startPart.reset()
  await start(who, demandId, now)
}

const openForm = () => {
  const now = form.get()
  return now.at === 'ready' ? now.content : undefined
}

/** Keeps what stands in the form: here at once, as a draft on the server after a pause. */
export function keep(values: OfferValues): void {
  if (draft === undefined) return
  typedLast = values
  draft.keep(values)
  saved.set({ at: 'here', moment: new Date().toISOString() })
  clearTimeout(timer)
  if (sending.get().at !== 'sending') timer = setTimeout(() => void saveDraft(values), pause)
}
export const listen = (typed: (values: OfferValues) => void): (() => void) => draft?.listen(typed) ?? (() => {})

/** One call after the other. */
function send(values: OfferValues, demandId: number, submit: boolean): Promise<Answer<Saving>> {
  const call = underWay.then(() => api.demands.offerSave({ ...offerInput(values), demandId, submit }))
  underWay = call
  return call
}

async function saveDraft(values: OfferValues): Promise<Failure | null> {
  const demandId = openForm()?.demand.demandId
  if (demandId === undefined) return null
  saved.set({ at: 'saving' })
  const answer = await send(values, demandId, false)
  saved.set({ at: answer.ok ? 'server' : 'here', moment: new Date().toISOString() })
  // What the server could not read as a number, and what was typed meanwhile, stays in this browser.
  const all = mistyped(values).length === 0 && JSON.stringify(typedLast ?? values) === JSON.stringify(values)
  if (answer.ok && all) draft?.clear()
  return answer.ok ? null : answer.failure
}

const refuse = (failure: Failure | null, faults: readonly FieldFault[]) =>
  sending.set({ at: 'refused', sent: true, failure, faults })

/** What is being mended is not called wrong any more; the next submit looks at it again. */
export function mended(typed: string): void {
  const was = sending.get()
  if (was.at !== 'refused') return
  const faults = stillWrong(was.faults, typed)
  if (faults.length === was.faults.length) return
  sending.set(faults.length === 0 ? { at: 'editing' } : { ...was, sent: false, faults })
}

/** 保存草稿: at once. True when it lies on the server. */
export async function saveNow(values: OfferValues): Promise<boolean> {
  if (sending.get().at === 'sending') return false
  clearTimeout(timer)
  sending.set({ at: 'sending' })
  const failure = await saveDraft(values)
  if (failure === null) sending.set({ at: 'editing' })
  else refuse(failure, faultsInOffer(faultsOf(failure)))
  return failure === null
}

/** Checks the whole offer and asks before submitting it. */
export function askSubmit(values: OfferValues): boolean {
  const opened = openForm()
  if (sending.get().at === 'sending' || sending.get().at === 'done' || opened === undefined) return false
  const rules = faultsInValues(values, opened.demand, new Date())
  const faults = uploads.busy.get() ? [...rules, { field: 'files', message: '附件还在上传，请稍候' }] : rules
  if (faults.length === 0) sending.set({ at: 'asking' })
  else refuse(null, faults)
  return faults.length === 0
}
export function dropSubmit(): void {
  if (sending.get().at === 'asking') sending.set({ at: 'editing' })
}

/** Submits after the question was answered; pressed twice it is sent once. */
export async function submit(values: OfferValues): Promise<void> {
  const demand = openForm()?.demand
  if (sending.get().at !== 'asking' || demand === undefined) return
  clearTimeout(timer)
  sending.set({ at: 'sending' })
  const answer = await send(values, demand.demandId, true)
  if (!answer.ok) {
    refuse(answer.failure, faultsInOffer(faultsOf(answer.failure)))
    return
  }
  draft?.clear()
  draft = undefined
  const { offerId, version, hash, salt } = answer.content
  sending.set({ at: 'done', offerId, version, hash, salt, sealed: values.sealed || demand.sealedOnly })
}
