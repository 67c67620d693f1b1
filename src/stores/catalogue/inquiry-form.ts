import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { minQuestionLength } from '../../domain/catalogue/inquiry-states.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../idempotency-key.ts'
import { reportChoice } from '../search/search-choices.ts'
import { fieldErrorsOf } from '../field-errors.ts'
import { saveInquiryDraft, inquiryDraft } from './inquiry-drafts.ts'

/** Listing the inquiry is about. */
export type InquiryListing = { readonly serviceId: number } | { readonly productNo: string }
const draftNameOf = (listing: InquiryListing) =>
  'serviceId' in listing ? `service:${listing.serviceId}` : `product:${listing.productNo}`

export type InquiryFormState =
  /** `error` is shown at the text, `failure` above the form. */
  | { readonly at: 'writing'; readonly error: string | null; readonly failure: Failure | null }
  | { readonly at: 'sending' }
  | { readonly at: 'sent' }

const editingState: InquiryFormState = { at: 'writing', error: null, failure: null }
export const inquiryFormState = atom<InquiryFormState>(editingState)
export const inquiryText = atom('')
/** Question and answer are public. */
export const isInquiryPublic = atom(false)
let aboutListing: InquiryListing | undefined

/** Opens the form for a listing with its saved draft. */
export function openInquiryForm(listing: InquiryListing): void {
  aboutListing = listing
  inquiryText.set(inquiryDraft(draftNameOf(listing)))
  isInquiryPublic.set(false)
  inquiryFormState.set(editingState)
}
export function setInquiryText(text: string): void {
  inquiryText.set(text)
  if (aboutListing !== undefined) saveInquiryDraft(draftNameOf(aboutListing), text)
  const now = inquiryFormState.get()
  if (now.at === 'writing' && now.error !== null) inquiryFormState.set({ ...now, error: null })
}
/** Resets the form. */
export function resetInquiryForm(): void {
  if (aboutListing !== undefined) openInquiryForm(aboutListing)
}

/** Submits the inquiry; retries send it only once. */
export async function submitInquiry(): Promise<void> {
  if (aboutListing === undefined || inquiryFormState.get().at !== 'writing') return
  const text = inquiryText.get().trim()
  if (text.length < minQuestionLength) {
    inquiryFormState.set({ at: 'writing', error: `至少 ${minQuestionLength} 个字，便于供应商准确回复`, failure: null })
    return
  }
  inquiryFormState.set({ at: 'sending' })
  const keyName = `inquiry:${draftNameOf(aboutListing)}:${isInquiryPublic.get()}:${text}`
  const answer = await api.catalogue.productInquiryAdd(
    { ...aboutListing, text, isPublic: isInquiryPublic.get() },
    { idempotencyKey: getIdempotencyKey(keyName) },
  )
  if (!answer.ok) {
    const fault = fieldErrorsOf(answer.failure).find(({ field }) => field === 'text')?.message ?? null
    inquiryFormState.set({ at: 'writing', error: fault, failure: fault === null ? answer.failure : null })
    return
  }
  clearIdempotencyKey(keyName)
  saveInquiryDraft(draftNameOf(aboutListing), '')
  inquiryFormState.set({ at: 'sent' })
  void reportChoice('inquiry')
}
