import { failures, type FailureName } from '../../contract/failures.ts'
import type { Answer } from '../../contract/envelope.ts'

/**
 * Shows failures that concern one field at that field: `{ mobileUsed: 'mobile' }`. The text is the failure's own unless
 * another one is given.
 */
export function moveFailureToField<T>(
  answer: Answer<T>,
  fieldByFailure: Readonly<Partial<Record<FailureName, string | readonly [field: string, message: string]>>>,
): Answer<T> {
  if (answer.ok) return answer
  const { failure } = answer
  for (const [name, place] of Object.entries(fieldByFailure)) {
    if (place === undefined || codes.get(name) !== failure.code) continue
    const [field, message] = typeof place === 'string' ? [place, failure.message] : place
    return { ok: false, failure: { ...failure, content: [{ field, message }] } }
  }
  return answer
}

const codes: ReadonlyMap<string, number> = new Map(Object.entries(failures).map(([name, { code }]) => [name, code]))
