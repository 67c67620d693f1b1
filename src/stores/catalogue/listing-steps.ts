import type { Answer, Failure } from '../../contract/envelope.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../idempotency-key.ts'
import { listingCalls, type SavedListing } from './listing-calls.ts'
import {
  discardListingDraft,
  closeListingForm,
  openedListing,
  reloadListing,
  listingFormValues,
} from './listing-form.ts'

/** Saves the form as a new draft after somebody else changed the listing. */
export async function saveListingCopy(kind: ListingKind): Promise<Answer<SavedListing>> {
  const calls = listingCalls(kind)
  const now = listingFormValues.get() ?? calls.createEmpty().values
  const specs = now.specs.map((spec) => ({ ...spec, specId: null, was: null }))
  const copy = { ...now, specs }
  const keyName = `copy:${kind}:${JSON.stringify(copy)}`
  const answer = await calls.create(copy, false, getIdempotencyKey(keyName))
  if (answer.ok) {
    clearIdempotencyKey(keyName)
    discardListingDraft()
  }
  return answer
}

/** Withdraws the listing from review, or discards its pending change. Then reloads the form. */
export async function withdrawOrDiscard(kind: ListingKind, step: 'withdraw' | 'drop'): Promise<Failure | null> {
  const now = openedListing.get()
  const id = now.at === 'ready' ? now.content.id : null
  if (id === null) return null
  closeListingForm()
  const answer = await (step === 'drop' ? listingCalls(kind).discardChange(id) : withdrawFromReview(kind, id))
  if (!answer.ok) return answer.failure
  await reloadListing()
  return null
}

/** A listing that was reviewed meanwhile cannot be withdrawn. */
async function withdrawFromReview(kind: ListingKind, id: number): Promise<Answer<unknown>> {
  const answer = await listingCalls(kind).changeStatus([id], 'withdraw')
  const [failed] = answer.ok ? answer.content.failed : []
  return failed === undefined ? answer : { ok: false, failure: { code: 1020, message: failed.message, content: null } }
}
