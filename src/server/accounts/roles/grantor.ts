import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import type { Permission } from '../../../domain/accounts/permissions.ts'
import type { PermissionHolder } from '../../../domain/accounts/roles.ts'
import type { Member } from '../../handler.ts'
import { grantedPermissions, permissionsOf } from '../../session/permissions.ts'

/**
 * Locks the company for a change of members or roles, then reads the caller's current permissions, so that concurrent
 * changes see each other. Throws forbidden.
 */
export async function getGrantor(tx: Db, { userId, companyId }: Member, needed: Permission): Promise<PermissionHolder> {
  await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update')
  const [caller] = await tx
    .select({ userId: users.id, isOwner: users.isOwner, granted: grantedPermissions })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.companyId, companyId), eq(users.locked, false)))
  const held = caller && permissionsOf(caller)
  if (caller === undefined || held?.has(needed) !== true) throw new CallFailed('forbidden')
  return { userId, isOwner: caller.isOwner, held }
}
