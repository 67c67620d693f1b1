import { and, eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { roles, userRoles, users } from '../../db/tables/accounts.ts'
import { isPermission, type Permission } from '../../domain/accounts/permissions.ts'

/** Permissions that a sub-account holds through its roles. */
export async function rightsOf(db: Db, userId: number): Promise<Permission[]> {
  const rows = await db
    .select({ permissions: roles.permissions })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .innerJoin(roles, and(eq(roles.id, userRoles.roleId), eq(roles.companyId, users.companyId)))
    .where(eq(userRoles.userId, userId))
  return [...new Set(rows.flatMap((row) => row.permissions).filter(isPermission))]
}
