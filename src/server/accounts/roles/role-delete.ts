import { eq } from 'drizzle-orm'
import type { rolesCalls } from '../../../contract/accounts/roles.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { roles, userRoles } from '../../../db/tables/accounts.ts'
import type { Handler } from '../../handler.ts'
import { giverIn } from './giver.ts'
import { roleForChange } from './role-for-change.ts'

/** Whoever gives a role holds the company's lock as well, so nobody gets it between the look and the deletion. */
export const roleDelete: Handler<typeof rolesCalls.roleDelete> = async ({ roleId }, { caller, db, note }) => {
  const name = await db.transaction(async (tx) => {
    const giver = await giverIn(tx, caller, 'role_manage')
    const role = await roleForChange(tx, roleId, caller.companyId, giver)
    const [held] = await tx.select().from(userRoles).where(eq(userRoles.roleId, roleId)).limit(1)
    if (held !== undefined) throw new CallFailed('roleHeld')
    await tx.delete(roles).where(eq(roles.id, roleId))
    return role.name
  })
  note(name)
  return {}
}
