import type { z } from 'zod'
import type { FieldFault } from '../../../contract/failures.ts'
import { fieldMessage } from '../../../contract/field-messages.ts'

/** A value by a schema of the contract, or its faults in the words of a call. */
export function checked<T>(
  schema: z.ZodType<T>,
  value: unknown,
): { readonly form?: T; readonly faults: readonly FieldFault[] } {
  const read = schema.safeParse(value, { error: fieldMessage })
  if (read.success) return { form: read.data, faults: [] }
  return { faults: read.error.issues.map(({ path, message }) => ({ field: path.map(String).join('.'), message })) }
}
