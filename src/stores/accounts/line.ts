import type { FieldFault } from '../../contract/failures.ts'
import { wholeForm } from './sending.ts'

/**
 * What a form needs to be sent and to understand the answer: loaded when somebody first uses it, for visitors who only
 * look never. Undefined when it cannot be fetched: the line is down.
 */
export async function openLine() {
  try {
    return await import('./line-parts.ts')
  } catch {
    return undefined
  }
}

export const lineDown: FieldFault = { field: wholeForm, message: '网络没有连上，请检查后重试' }
