import { atom } from 'nanostores'
import type { FieldError } from '../../../contract/failures.ts'
import { loginNamePattern, loginNameRule } from '../../../domain/accounts/identity-rules.ts'
import { toHalfWidth } from '../../../domain/half-width.ts'
import { loadClient } from './load-client.ts'

/** Availability of the login name in the form. */
export type NameCheck =
  | { readonly at: 'unknown' }
  | { readonly at: 'checking' }
  | { readonly at: 'free' }
  | { readonly at: 'wrong'; readonly message: string }

export const nameCheck = atom<NameCheck>({ at: 'unknown' })

/** Normalizes a typed login name. */
export const normalizeLoginName = (typed: string) => toHalfWidth(typed)
let latestCheck = 0

/** Discards the check after the name in the form has changed. */
export function resetNameCheck(): void {
  latestCheck += 1
  nameCheck.set({ at: 'unknown' })
}

/** Checks whether a login name is available; only the last request counts. Empty names are skipped. */
export async function checkLoginName(typed: string): Promise<void> {
  const loginName = normalizeLoginName(typed)
  latestCheck += 1
  const mine = latestCheck
  if (loginName === '') return nameCheck.set({ at: 'unknown' })
  if (!loginNamePattern.test(loginName)) return nameCheck.set({ at: 'wrong', message: loginNameRule })
  nameCheck.set({ at: 'checking' })
  const line = await loadClient()
  const answer = await line?.headerApi.accounts.loginNameUnique({ loginName })
  if (mine !== latestCheck) return
  // If the check fails, the registration itself reports a used name.
  if (!answer?.ok) return nameCheck.set({ at: 'unknown' })
  nameCheck.set(answer.content.ok ? { at: 'free' } : { at: 'wrong', message: answer.content.message })
}

/** Errors of the login name of a new account, as far as known; expects the result of `normalizeLoginName`. */
export function loginNameErrors(loginName: string): FieldError[] {
  const known = nameCheck.get()
  if (loginName === '') return [{ field: 'loginName', message: '请输入登录名' }]
  if (!loginNamePattern.test(loginName)) return [{ field: 'loginName', message: loginNameRule }]
  return known.at === 'wrong' ? [{ field: 'loginName', message: known.message }] : []
}
