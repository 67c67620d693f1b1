import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { shortestQuestion } from '../../domain/catalogue/inquiry-states.ts'
import { intentionDone, intentionKey } from '../intention.ts'
import { faultsOf } from '../faults.ts'
import { keepDraft, typedText } from './inquiry-drafts.ts'

/** The listing that is asked about. */
export type AskedListing = { readonly serviceId: number } | { readonly productNo: string }
const nameOf = (listing: AskedListing) =>
  'serviceId' in listing ? `service:${listing.serviceId}` : `product:${listing.productNo}`

export type Asking =
  /** `fault` stands at the text, `failure` above the form. */
  | { readonly at: 'writing'; readonly fault: string | null; readonly failure: Failure | null }
  | { readonly at: 'sending' }
  | { readonly at: 'sent' }

const writing: Asking = { at: 'writing', fault: null, failure: null }
export const asking = atom<Asking>(writing)
export const question = atom('')
/** Everyone may read question and answer. */
export const isPublic = atom(false)
let about: AskedListing | undefined

/** Opens the form for a listing, with what was typed for it and not sent. */
export function open(listing: AskedListing): void {
  about = listing
  question.set(typedText(nameOf(listing)))
  isPublic.set(false)
  asking.set(writing)
}
export function type(text: string): void {
  question.set(text)
  if (about !== undefined) keepDraft(nameOf(about), text)
  const now = asking.get()
  if (now.at === 'writing' && now.fault !== null) asking.set({ ...now, fault: null })
}
/** Back to an empty form. */
export function again(): void {
  if (about !== undefined) open(about)
}

/** Sends the question, once, however often it is repeated. */
export async function send(): Promise<void> {
  if (about === undefined || asking.get().at !== 'writing') return
  const text = question.get().trim()
  if (text.length < shortestQuestion) {
    asking.set({ at: 'writing', fault: `至少 ${shortestQuestion} 个字，便于供应商准确回复`, failure: null })
    return
  }
  asking.set({ at: 'sending' })
  const intention = `inquiry:${nameOf(about)}:${isPublic.get()}:${text}`
  const answer = await api.catalogue.productInquiryAdd(
    { ...about, text, isPublic: isPublic.get() },
    { idempotencyKey: intentionKey(intention) },
  )
  if (!answer.ok) {
    const fault = faultsOf(answer.failure).find(({ field }) => field === 'text')?.message ?? null
    asking.set({ at: 'writing', fault, failure: fault === null ? answer.failure : null })
    return
  }
  intentionDone(intention)
  keepDraft(nameOf(about), '')
  asking.set({ at: 'sent' })
}
