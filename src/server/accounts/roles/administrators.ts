import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { isAdministrator } from '../../../domain/accounts/roles.ts'
import { grantedPermissions, permissionsOf } from '../../session/permissions.ts'

/**
 * Runs a change and throws lastAdministrator if the company has no active administrator afterwards. Requires a
 * transaction with the company locked (`getGrantor`), which is rolled back then.
 */
export async function ensureAdministratorRemains<T>(tx: Db, companyId: number, change: () => Promise<T>): Promise<T> {
  const before = await hasAdministrator(tx, companyId)
  const done = await change()
  if (before && !(await hasAdministrator(tx, companyId))) throw new CallFailed('lastAdministrator')
  return done
}

async function hasAdministrator(tx: Db, companyId: number): Promise<boolean> {
  const people = await tx
    .select({ isOwner: users.isOwner, granted: grantedPermissions })
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.locked, false)))
  return people.some((person) => isAdministrator(permissionsOf(person)))
}
