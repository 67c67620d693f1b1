import { api } from '../../client/browser.ts'
import type { SubAccountRow } from '../../contract/accounts/roles.ts'
import { loadable } from '../loaded.ts'
import { edit, editForm } from './sub-account-form.ts'

const part = loadable<SubAccountRow>()
/** One account of the company. */
export const account = part.state
let shown = 0

/** Reads the account; its form begins with it. */
export async function load(userId = shown): Promise<void> {
  shown = userId
  await part.load(() => api.accounts.subAccount({ userId }))
  const now = account.get()
  if (now.at === 'ready' && now.stale === null) edit(now.content)
}

/** Saves name, job and roles. True when it worked. */
export async function save(): Promise<boolean> {
  if ((await editForm.send()) === undefined) return false
  await load()
  return true
}
