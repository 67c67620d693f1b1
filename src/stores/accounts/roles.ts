import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { RoleRow } from '../../contract/accounts/roles.ts'
import { filteredList } from '../filtered-list.ts'

/** The company's roles, a page of those whose name is searched for. */
export const roles = filteredList([], api.accounts.rolePage)

export type Deleting =
  | { readonly at: 'none' }
  | { readonly at: 'asking' | 'sending'; readonly role: RoleRow; readonly failure: Failure | null }
export const deleting = atom<Deleting>({ at: 'none' })
export const askDelete = (role: RoleRow): void => deleting.set({ at: 'asking', role, failure: null })
export const dropDelete = (): void => deleting.set({ at: 'none' })

/** Deletes the role that was asked about. True when it worked. */
export async function confirmDelete(): Promise<boolean> {
  const now = deleting.get()
  if (now.at !== 'asking') return false
  deleting.set({ ...now, at: 'sending', failure: null })
  const answer = await api.accounts.roleDelete({ roleId: now.role.roleId })
  if (!answer.ok) {
    deleting.set({ ...now, at: 'asking', failure: answer.failure })
    return false
  }
  dropDelete()
  return true
}
