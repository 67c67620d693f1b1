import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { roles, userRoles, users } from '../../db/tables/accounts.ts'
import { isPermission, permissions, type Permission } from '../../domain/accounts/permissions.ts'

const throughRoles = sql`array(select distinct unnest(${roles.permissions}) from ${roles} join ${userRoles}
  on ${userRoles.roleId} = ${roles.id} and ${roles.companyId} = ${users.companyId}
  where ${userRoles.userId} = ${users.id})`

/**
 * Inside a query of users: codes that each of them holds through the roles of their company. Wrapped once more, for
 * drizzle takes the tables' names off the columns of a selection from one table alone.
 */
export const granted = sql<string[]>`${throughRoles}`

const everything: ReadonlySet<Permission> = new Set(permissions)

/** What a person of a company holds: owners everything, the others what `granted` tells. */
export const heldOf = (person: { isOwner: boolean; granted: readonly string[] }): ReadonlySet<Permission> =>
  person.isOwner ? everything : new Set(person.granted.filter(isPermission))

/** Permissions that a sub-account holds through its roles. */
export async function rightsOf(db: Db, userId: number): Promise<Permission[]> {
  const [person] = await db.select({ granted }).from(users).where(eq(users.id, userId))
  return (person?.granted ?? []).filter(isPermission)
}
