import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { roles, userRoles, users } from '../../db/tables/accounts.ts'
import { isPermission, permissions, type Permission } from '../../domain/accounts/permissions.ts'

const throughRoles = sql`array(select distinct unnest(${roles.permissions}) from ${roles} join ${userRoles}
  on ${userRoles.roleId} = ${roles.id} and ${roles.companyId} = ${users.companyId}
  where ${userRoles.userId} = ${users.id})`

/**
 * Subquery in a query of users: permissions by the roles of their company. Wrapped again, because drizzle omits table
 * names when selecting from one table.
 */
export const grantedPermissions = sql<string[]>`${throughRoles}`

const everything: ReadonlySet<Permission> = new Set(permissions)

/** Permissions of a user: all for owners, else those of `granted`. */
export const permissionsOf = (person: { isOwner: boolean; granted: readonly string[] }): ReadonlySet<Permission> =>
  person.isOwner ? everything : new Set(person.granted.filter(isPermission))

/** Permissions of a sub-account by its roles. */
export async function permissionsByRoles(db: Db, userId: number): Promise<Permission[]> {
  const [person] = await db.select({ granted: grantedPermissions }).from(users).where(eq(users.id, userId))
  return (person?.granted ?? []).filter(isPermission)
}
