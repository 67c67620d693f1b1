import type { FieldError } from '../../../contract/failures.ts'
import { formErrorField } from '../../submit-state.ts'

/**
 * Loads what a form needs to submit and to read the answer. Loaded on first use, so that visitors do not download it.
 * Undefined on a network failure.
 */
export async function loadClient() {
  try {
    return await import('./client-parts.ts')
  } catch {
    return undefined
  }
}

export const networkError: FieldError = { field: formErrorField, message: '网络连接失败，请检查后重试' }
