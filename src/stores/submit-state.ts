import type { Failure } from '../contract/envelope.ts'
import type { FieldError } from '../contract/failures.ts'

/** A refused submit. */
export interface RefusedSubmit {
  readonly at: 'refused'
  /** True after the user's own submit, which moves the focus; false after an autosave or an edit. */
  readonly bySubmit: boolean
  readonly failure: Failure | null
  readonly fieldErrors: readonly FieldError[]
}

/** State of a form's submit; `Done` adds fields to the done state. */
export type SubmitState<Done extends object = object> =
  | { readonly at: 'editing' }
  /** The person is asked to confirm before anything is sent. */
  | { readonly at: 'asking' }
  | { readonly at: 'sending' }
  | RefusedSubmit
  | ({ readonly at: 'done' } & Done)

/** Field name for errors of the whole form, shown at its foot. */
export const formErrorField = 'form'

export const refusedState = (
  fieldErrors: readonly FieldError[],
  failure: Failure | null = null,
  bySubmit = true,
): RefusedSubmit => ({
  at: 'refused',
  bySubmit,
  failure,
  fieldErrors,
})
