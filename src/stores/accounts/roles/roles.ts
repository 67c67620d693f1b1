import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'
import type { RoleRow } from '../../../contract/accounts/roles.ts'
import { filteredList } from '../../filtered-list.ts'
import { loadable } from '../../loadable.ts'

/** The company's roles, paged and searchable by name. */
export const roleList = filteredList([], api.accounts.rolePage)

export type RoleDeletion =
  | { readonly at: 'none' }
  | { readonly at: 'asking' | 'sending'; readonly role: RoleRow; readonly failure: Failure | null }
export const roleDeletion = atom<RoleDeletion>({ at: 'none' })
export const openRoleDeletion = (role: RoleRow): void => roleDeletion.set({ at: 'asking', role, failure: null })
export const closeRoleDeletion = (): void => roleDeletion.set({ at: 'none' })

/** Deletes the role of the dialog; true on success. */
export async function deleteRole(): Promise<boolean> {
  const now = roleDeletion.get()
  if (now.at !== 'asking') return false
  roleDeletion.set({ ...now, at: 'sending', failure: null })
  const answer = await api.accounts.roleDelete({ roleId: now.role.roleId })
  if (!answer.ok) {
    roleDeletion.set({ ...now, at: 'asking', failure: answer.failure })
    return false
  }
  closeRoleDeletion()
  return true
}

const allRolesPart = loadable<readonly RoleRow[]>()
/** All roles of the company, for role pickers. */
export const allRoles = allRolesPart.state
export const loadAllRoles = (): Promise<void> => allRolesPart.load(() => api.accounts.roles({}))
