import { and, eq, inArray } from 'drizzle-orm'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { roles, userRoles, users } from '../../../db/tables/accounts.ts'
import type { Permission } from '../../../domain/accounts/permissions.ts'
import { getMissingPermissions, type PermissionHolder } from '../../../domain/accounts/roles.ts'
import { grantedPermissions, permissionsOf } from '../../session/permissions.ts'

/** A role with the permissions checked when granting it. */
export interface GrantableRole {
  readonly id: number
  readonly permissions: readonly Permission[]
}

/** An account of the company, locked for a change, with its roles. */
export interface CompanyAccount extends PermissionHolder {
  readonly loginName: string
  readonly realName: string
  readonly mobile: string | null
  readonly email: string | null
  readonly locked: boolean
  readonly roles: readonly GrantableRole[]
}

/** Locks an account of the company for a change. Throws notFound for other accounts. */
export async function lockAccount(tx: Db, userId: number, companyId: number): Promise<CompanyAccount> {
  const [row] = await tx
    .select({
      isOwner: users.isOwner,
      loginName: users.loginName,
      realName: users.realName,
      mobile: users.mobile,
      email: users.email,
      locked: users.locked,
    })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.companyId, companyId)))
    .for('update')
  // A separate query after the lock, so that it sees concurrent commits.
  const [rights] = await tx.select({ granted: grantedPermissions }).from(users).where(eq(users.id, userId))
  if (row === undefined || rights === undefined) throw new CallFailed('notFound')
  const held = await tx
    .select({ id: roles.id, permissions: roles.permissions })
    .from(roles)
    .innerJoin(userRoles, eq(userRoles.roleId, roles.id))
    .where(and(eq(userRoles.userId, userId), eq(roles.companyId, companyId)))
  return { ...row, userId, held: permissionsOf({ ...row, ...rights }), roles: held }
}

/** As `getChosenRoles`; throws roleBeyond if a role exceeds the permissions of the grantor. */
export async function getGrantableRoles(
  tx: Db,
  roleIds: readonly number[],
  { giver, companyId }: { readonly giver: PermissionHolder; readonly companyId: number },
): Promise<GrantableRole[]> {
  const given = await getChosenRoles(tx, roleIds, companyId)
  const over = getMissingPermissions(
    given.flatMap(({ permissions }) => permissions),
    giver.held,
  )
  if (over.length > 0) throw new CallFailed('roleBeyond', { permissions: over })
  return given
}

/** Roles of the company by id. Throws invalidInput at `roleIds` for a missing one. */
export async function getChosenRoles(tx: Db, roleIds: readonly number[], companyId: number): Promise<GrantableRole[]> {
  const wanted = [...new Set(roleIds)]
  if (wanted.length === 0) return []
  const found = await tx
    .select({ id: roles.id, permissions: roles.permissions })
    .from(roles)
    .where(and(eq(roles.companyId, companyId), inArray(roles.id, wanted)))
  if (found.length < wanted.length) throw fieldFailed({ field: 'roleIds', message: '所选角色已被删除，请重新选择' })
  return found
}
