import { eq } from 'drizzle-orm'
import type { rolesCalls } from '../../../contract/accounts/roles.ts'
import { roles } from '../../../db/tables/accounts.ts'
import type { Handler } from '../../handler.ts'
import { keepingAdministrator } from './administrators.ts'
import { giverIn } from './giver.ts'
import { tellHolders } from './tell-account.ts'
import { mustBeFreeName, mustHold, roleForChange } from './role-for-change.ts'

/** Rights are read with every call, so those who hold the role have the new ones on their next. */
export const roleUpdate: Handler<typeof rolesCalls.roleUpdate> = async (input, context) => {
  const { caller, db, note } = context
  const { roleId, roleName } = input
  const { companyId } = caller
  const permissions = [...new Set(input.permissions)]
  const before = await db.transaction(async (tx) => {
    const giver = await giverIn(tx, caller, 'role_manage')
    const role = await roleForChange(tx, roleId, companyId, giver)
    mustHold(giver, permissions)
    await mustBeFreeName(tx, companyId, roleName, roleId)
    await keepingAdministrator(tx, companyId, () =>
      tx.update(roles).set({ name: roleName, permissions }).where(eq(roles.id, roleId)),
    )
    if (changes(role.permissions, permissions)) await tellHolders(tx, context, { roleId, roleName })
    return role
  })
  note(before.name === roleName ? roleName : `${before.name}，改名为 ${roleName}`)
  return {}
}

const changes = (before: readonly string[], after: readonly string[]): boolean =>
  before.length !== after.length || before.some((code) => !after.includes(code))
