import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { roles } from '../../../db/tables/accounts.ts'
import type { Permission } from '../../../domain/accounts/permissions.ts'
import { getMissingPermissions, type PermissionHolder } from '../../../domain/accounts/roles.ts'

/** A role of the company that the grantor may change. Requires `getGrantor`. Throws notFound, roleBeyond. */
export async function getRoleForChange(tx: Db, roleId: number, companyId: number, giver: PermissionHolder) {
  const [role] = await tx
    .select()
    .from(roles)
    .where(and(eq(roles.id, roleId), eq(roles.companyId, companyId)))
  if (role === undefined) throw new CallFailed('notFound')
  assertHeld(giver, role.permissions)
  return role
}

/** Throws roleBeyond with the permissions that the grantor lacks. */
export function assertHeld(giver: PermissionHolder, wanted: readonly Permission[]): void {
  const over = getMissingPermissions(wanted, giver.held)
  if (over.length > 0) throw new CallFailed('roleBeyond', { permissions: over })
}

/** Throws roleNameUsed if another role of the company has the name. */
export async function assertRoleNameFree(tx: Db, companyId: number, name: string, except?: number): Promise<void> {
  const [same] = await tx
    .select({ id: roles.id })
    .from(roles)
    .where(and(eq(roles.companyId, companyId), eq(roles.name, name)))
  if (same !== undefined && same.id !== except) throw new CallFailed('roleNameUsed')
}
