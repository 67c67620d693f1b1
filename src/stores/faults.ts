import type { FieldFault } from '../contract/failures.ts'
import type { Failure } from '../contract/envelope.ts'

const isFault = (value: unknown): value is FieldFault =>
  typeof value === 'object' &&
  value !== null &&
  'field' in value &&
  'message' in value &&
  typeof value.field === 'string' &&
  typeof value.message === 'string'

/** The fields that a failed call names; empty for every failure but code 400. */
export const faultsOf = (failure: Failure): readonly FieldFault[] =>
  Array.isArray(failure.content) ? failure.content.filter(isFault) : []

/** What is still wrong once a field is typed in: neither what it holds, nor the list that it is in. */
export const stillWrong = (faults: readonly FieldFault[], typed: string): readonly FieldFault[] =>
  faults.filter(({ field }) => !`${field}.`.startsWith(`${typed}.`) && !typed.startsWith(`${field}.`))
