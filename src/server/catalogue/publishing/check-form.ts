import type { z } from 'zod'
import type { FieldError } from '../../../contract/failures.ts'
import { fieldMessage } from '../../../contract/field-messages.ts'

/** Parses a value by a contract schema; returns the field errors of a call otherwise. */
export function checkForm<T>(
  schema: z.ZodType<T>,
  value: unknown,
): { readonly form?: T; readonly faults: readonly FieldError[] } {
  const read = schema.safeParse(value, { error: fieldMessage })
  if (read.success) return { form: read.data, faults: [] }
  return { faults: read.error.issues.map(({ path, message }) => ({ field: path.map(String).join('.'), message })) }
}
