import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import type { Permission } from '../../../domain/accounts/permissions.ts'
import type { Holder } from '../../../domain/accounts/roles.ts'
import type { Member } from '../../handler.ts'
import { granted, heldOf } from '../../session/rights.ts'

/**
 * Begins a change of a company's people or roles: waits for the one under way, then reads what the caller may do now.
 * Of two who take each other's rights at the same moment, the second no longer has any. Throws forbidden.
 */
export async function giverIn(tx: Db, { userId, companyId }: Member, needed: Permission): Promise<Holder> {
  await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update')
  const [caller] = await tx
    .select({ userId: users.id, isOwner: users.isOwner, granted })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.companyId, companyId), eq(users.locked, false)))
  const held = caller && heldOf(caller)
  if (caller === undefined || held?.has(needed) !== true) throw new CallFailed('forbidden')
  return { userId, isOwner: caller.isOwner, held }
}
