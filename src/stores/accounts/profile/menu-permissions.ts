import { persistentAtom } from '@nanostores/persistent'
import type { Permission } from '../../../domain/accounts/permissions.ts'
import type { UserInfo } from '../../../contract/accounts/person.ts'

/**
 * Permissions of the signed-in user, comma-separated; `*` = all (users without a company), undefined =
 * signed out.
 */
export const menuAuths = persistentAtom<string | undefined>('menuAuths', undefined)

/** Saves the permissions after each sign-in and profile refresh. Specification section 3. */
export const saveMenuAuths = ({ companyId, resources }: Pick<UserInfo, 'companyId' | 'resources'>): void =>
  menuAuths.set(companyId === null ? '*' : resources)

/**
 * Whether the user has a permission, as far as this browser knows. Only for display; the server enforces it. True for
 * signed-out users.
 */
export function hasPermission(right: Permission): boolean {
  const held = menuAuths.get()
  return held === undefined || held === '*' || held.split(',').includes(right)
}
