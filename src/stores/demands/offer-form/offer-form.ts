import { atom, computed } from 'nanostores'
import { z } from 'zod'
import { api, quietApi } from '../../../client/browser.ts'
import type { Answer } from '../../../contract/envelope.ts'
import type { DemandDetail } from '../../../contract/demands/demands.ts'
import { failures } from '../../../contract/failures.ts'
import { createAutosave, type SaveOutcome } from '../../autosave.ts'
import { fieldErrorsOf } from '../../field-errors.ts'
import { loadable } from '../../loadable.ts'
import type { SubmitState } from '../../submit-state.ts'
import { createForm } from '../../form-store.ts'
import { toOfferFormErrors, offerErrors, findMistyped, offerInput } from './offer-input.ts'
import { offerUploads } from './offer-uploads.ts'
import { emptyOffer, offerValues, offerValuesOfVersion, type OfferValues } from './offer-values.ts'

type OwnOffer = Extract<Awaited<ReturnType<typeof api.demands.ownOffer>>, { ok: true }>['content']
type SavedOffer = Extract<Awaited<ReturnType<typeof api.demands.offerSave>>, { ok: true }>['content']

export interface OfferStart {
  readonly demand: DemandDetail
  /** The own company's offer; null before the first one. */
  readonly offer: OwnOffer
  readonly values: OfferValues
  /** Restored from a local draft that was not saved on the server. */
  readonly restored: boolean
}
/** Receipt of a submitted version. */
export type Receipt = Pick<SavedOffer, 'offerId' | 'version' | 'hash' | 'salt'> & { readonly sealed: boolean }
/** Where the form is saved: nowhere, in this browser, or as a draft on the server. */
export type OfferSaveState =
  { readonly at: 'none' } | { readonly at: 'saving' } | { readonly at: 'here' | 'server'; readonly moment: string }

const startPart = loadable<OfferStart>()
export const offerStart = startPart.state
/** Whether the person requested the save; then a login prompt is allowed. */
const isSaveRequested = atom(false)
const receipt = atom<Receipt | null>(null)
/** Demand the offer is for. */
const openedDemand = atom(0)
/** Time of the last local save, ISO 8601. */
const draftSavedAt = atom('')

const currentStart = () => {
  const now = offerStart.get()
  return now.at === 'ready' ? now.content : undefined
}

const saver = createAutosave(() => saveDraft(isSaveRequested.get() ? api : quietApi))

const offerForm = createForm<OfferValues, OfferValues, Receipt>({
  schema: z.custom<OfferValues>(),
  inputOf: (values) => values,
  validate: (values) => {
    const demand = currentStart()?.demand
    const rules = demand === undefined ? [] : offerErrors(values, demand, new Date())
    return offerUploads.busy.get() ? [...rules, { field: 'files', message: '附件还在上传，请稍候' }] : rules
  },
  submit: sendOffer,
  onChange: persistTyped,
  draft: { name: () => `offer:${openedDemand.get()}`, shape: offerValues },
  locksWhenDone: true,
})
export const typedOffer = offerForm
export const { clearError } = offerForm
/** Follows edits made in another tab. Returns the unsubscribe function. */
export const followOtherTabs = (): (() => void) => offerForm.listen(({ files }) => offerUploads.start(files))

export const offerSubmitState = computed(
  [offerForm.submitState, isSaveRequested, receipt],
  (now, saving, made): SubmitState<Receipt> => {
    if (now.at === 'done' && made !== null) return { at: 'done', ...made }
    if (saving) return { at: 'sending' }
    return now.at === 'done' ? { at: 'editing' } : now
  },
)
export const offerSaveState = computed([saver.saveState, draftSavedAt], (now, moment): OfferSaveState => {
  if (now.at === 'nothing') return { at: 'none' }
  if (now.at === 'saving') return { at: 'saving' }
  return now.at === 'saved' ? { at: 'server', moment: now.time } : { at: 'here', moment }
})

/** The form saves locally by itself; the server draft follows after a pause. */
function persistTyped(): void {
  draftSavedAt.set(new Date().toISOString())
  // No draft save may follow a submit.
  if (offerForm.submitState.get().at !== 'sending') saver.markChanged()
}

/**
 * Opens the form of one person for one demand, restoring the local draft, the server draft or the submitted version.
 */
export async function startOfferForm(who: number, demandId: number, now: string): Promise<void> {
  openedDemand.set(demandId)
  saver.reset()
  receipt.set(null)
  offerForm.clearErrors()
  await startPart.load(async () => {
    const [demand, offer] = await Promise.all([api.demands.demand({ demandId }), api.demands.ownOffer({ demandId })])
    if (!demand.ok) return demand
    if (!offer.ok) return offer
    const version = offer.content?.draft ?? offer.content?.current
    const before =
      version === undefined
        ? { ...emptyOffer(now, demand.content.deadline), taxRate: await usualTaxRate() }
        : offerValuesOfVersion(version)
    const { sealedOnly } = demand.content
    offerForm.start({ ...before, sealed: sealedOnly || before.sealed }, who)
    if (sealedOnly) offerForm.set('sealed', true)
    const values = offerForm.values.get() ?? before
    offerUploads.start(values.files)
    const restored = offerForm.restored.get()
    return { ok: true, content: { demand: demand.content, offer: offer.content, values, restored } }
  })
}

/** The shop's usual rate of tax; '' where it has none, or the person may not see it. */
async function usualTaxRate(): Promise<string> {
  const answer = await quietApi.orders.sellerTaxRate({})
  return answer.ok && answer.content.taxRate !== null ? String(answer.content.taxRate) : ''
}

/** Discards the local draft and restarts from the server's version. */
export async function restartOfferForm(who: number, demandId: number, now: string): Promise<void> {
  offerForm.discardDraft()
  startPart.reset()
  await startOfferForm(who, demandId, now)
}

/** Replaces the values and saves them as if typed. */
export function replaceOfferValues(values: OfferValues): void {
  if (offerForm.submitState.get().at === 'done') return
  offerForm.replace(values)
  persistTyped()
}

async function saveDraft(client: typeof api): Promise<SaveOutcome> {
  const demandId = currentStart()?.demand.demandId
  const values = offerForm.values.get()
  if (demandId === undefined || values === null) return 'refused'
  const answer = await client.demands.offerSave({ ...offerInput(values), demandId, submit: false })
  if (!answer.ok) {
    if (isSaveRequested.get())
      offerForm.setRefused(answer.failure, toOfferFormErrors(fieldErrorsOf(answer.failure)), true)
    // Conflicts are not resolved by the person: the next edit saves again.
    return answer.failure.code === failures.conflict.code ? 'refused' : answer.failure
  }
  // Invalid numbers and later edits stay in the local draft.
  if (findMistyped(values).length === 0 && offerForm.values.get() === values) offerForm.discardDraft()
  return 'kept'
}

/** 保存草稿: saves at once. True when the draft is on the server. */
export async function saveOfferDraft(values = offerForm.values.get()): Promise<boolean> {
  if (values === null || offerSubmitState.get().at === 'sending' || offerSubmitState.get().at === 'done') return false
  offerForm.clearErrors()
  offerForm.replace(values)
  isSaveRequested.set(true)
  saver.markChanged()
  const kept = await saver.flush()
  isSaveRequested.set(false)
  return kept
}

/** Validates the offer and opens the submit confirmation. */
export function requestOfferSubmit(values = offerForm.values.get()): boolean {
  if (values === null || offerSubmitState.get().at === 'sending' || offerSubmitState.get().at === 'done') return false
  offerForm.replace(values)
  return offerForm.requestConfirmation()
}
export function cancelOfferSubmit(): void {
  if (offerSubmitState.get().at === 'asking') offerForm.clearErrors()
}

async function sendOffer(values: OfferValues): Promise<Answer<Receipt>> {
  const demand = currentStart()?.demand
  if (demand === undefined) throw new Error('No form is open')
  await saver.waitForPending()
  const { demandId, sealedOnly } = demand
  const answer = await api.demands.offerSave({ ...offerInput(values), demandId, submit: true })
  if (!answer.ok) {
    const content = toOfferFormErrors(fieldErrorsOf(answer.failure))
    return { ok: false, failure: content.length === 0 ? answer.failure : { ...answer.failure, content } }
  }
  saver.reset()
  const { offerId, version, hash, salt } = answer.content
  const made = { offerId, version, hash, salt, sealed: values.sealed || sealedOnly }
  receipt.set(made)
  return { ok: true, content: made }
}

/** Submits the confirmed offer; a double press sends it once. */
export async function submitOffer(values = offerForm.values.get()): Promise<void> {
  if (values === null || offerSubmitState.get().at !== 'asking') return
  offerForm.replace(values)
  await offerForm.submit()
  // Edits made during a refused submit.
  if (offerForm.submitState.get().at === 'refused' && offerForm.values.get() !== values) saver.markChanged()
}
