import { atom } from 'nanostores'
import type { FieldFault } from '../../contract/failures.ts'
import { loginNamePattern, loginNameRule } from '../../domain/accounts/identity-rules.ts'
import { halfWidth } from '../../domain/half-width.ts'
import { openLine } from './line.ts'

/** What is known of the login name that stands in the form. */
export type NameCheck =
  | { readonly at: 'unknown' }
  | { readonly at: 'checking' }
  | { readonly at: 'free' }
  | { readonly at: 'wrong'; readonly message: string }

export const nameCheck = atom<NameCheck>({ at: 'unknown' })

/** A login name as people type it. */
export const readName = (typed: string) => halfWidth(typed)
let turn = 0

/** The name in the form was changed: what was known of it holds no longer. */
export function nameTyped(): void {
  turn += 1
  nameCheck.set({ at: 'unknown' })
}

/** Asks whether a login name is free; of several questions only the last one counts. An empty field is left alone. */
export async function checkName(typed: string): Promise<void> {
  const loginName = readName(typed)
  turn += 1
  const mine = turn
  if (loginName === '') return nameCheck.set({ at: 'unknown' })
  if (!loginNamePattern.test(loginName)) return nameCheck.set({ at: 'wrong', message: loginNameRule })
  nameCheck.set({ at: 'checking' })
  const line = await openLine()
  const answer = await line?.headerApi.accounts.loginNameUnique({ loginName })
  if (mine !== turn) return
  // Where it cannot be asked the registration itself will tell.
  if (!answer?.ok) return nameCheck.set({ at: 'unknown' })
  nameCheck.set(answer.content.ok ? { at: 'free' } : { at: 'wrong', message: answer.content.message })
}

/** What is wrong with the login name of a new account, as far as is known; typed as `readName` reads it. */
export function nameFaults(loginName: string): FieldFault[] {
  const known = nameCheck.get()
  if (loginName === '') return [{ field: 'loginName', message: '请输入登录名' }]
  if (!loginNamePattern.test(loginName)) return [{ field: 'loginName', message: loginNameRule }]
  return known.at === 'wrong' ? [{ field: 'loginName', message: known.message }] : []
}
