import type { FieldError } from '../contract/failures.ts'
import type { Failure } from '../contract/envelope.ts'

const isFieldError = (value: unknown): value is FieldError =>
  typeof value === 'object' &&
  value !== null &&
  'field' in value &&
  'message' in value &&
  typeof value.field === 'string' &&
  typeof value.message === 'string'

/** Field errors of a failed call; empty for every failure except code 400. */
export const fieldErrorsOf = (failure: Failure): readonly FieldError[] =>
  Array.isArray(failure.content) ? failure.content.filter(isFieldError) : []

/** Errors that remain after a field was edited: drops those of the field, its parts and its parents. */
export const remainingErrors = (errors: readonly FieldError[], typed: string): readonly FieldError[] =>
  errors.filter(({ field }) => !`${field}.`.startsWith(`${typed}.`) && !typed.startsWith(`${field}.`))
