import { CallFailed, fieldFailed, type FieldError } from '../../../contract/failures.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { wireFieldOf } from '../../../domain/catalogue/listing-wire-fields.ts'

const isFieldError = (fault: unknown): fault is FieldError =>
  typeof fault === 'object' && fault !== null && 'field' in fault && 'message' in fault

/** Runs work on a shared form and translates its field errors to wire field names. */
export async function withWireFieldNames<T>(kind: ListingKind, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (!(thrown instanceof CallFailed) || thrown.failure !== 'invalidInput' || !Array.isArray(thrown.content)) {
      throw thrown
    }
    const faults: unknown[] = thrown.content
    throw fieldFailed(
      ...faults.filter(isFieldError).map((fault) => ({ ...fault, field: wireFieldOf(kind, fault.field) })),
    )
  }
}
