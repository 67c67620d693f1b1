import { atom } from 'nanostores'
import type { Failure } from '../../contract/envelope.ts'
import type { FieldError } from '../../contract/failures.ts'
import { refusedState, type SubmitState } from '../submit-state.ts'

/** Submit state of the listing form, with its field errors. */
export const listingSubmitState = atom<SubmitState>({ at: 'editing' })

/** Sets field errors. `sent`: the person submitted, so the first error is focused. */
export function setListingErrors(failure: Failure | null, fieldErrors: readonly FieldError[], sent = true): void {
  listingSubmitState.set(refusedState(fieldErrors, failure, sent))
}

/** Clears the error of a field being edited. */
export function clearListingError(name: string): void {
  const was = listingSubmitState.get()
  if (was.at !== 'refused') return
  const fieldErrors = was.fieldErrors.filter(({ field }) => field !== name && !field.startsWith(`${name}.`))
  listingSubmitState.set(
    fieldErrors.length === 0 && was.failure === null
      ? { at: 'editing' }
      : { ...was, bySubmit: false, fieldErrors: fieldErrors },
  )
}
