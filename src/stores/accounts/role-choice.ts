import { api } from '../../client/browser.ts'
import type { RoleRow } from '../../contract/accounts/roles.ts'
import { loadable } from '../loaded.ts'

const part = loadable<readonly RoleRow[]>()
/** Every role of the company, to choose from. */
export const roles = part.state
export const loadRoles = (): Promise<void> => part.load(() => api.accounts.roles({}))
