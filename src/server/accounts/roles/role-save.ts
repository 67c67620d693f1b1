import type { rolesCalls } from '../../../contract/accounts/roles.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { roles } from '../../../db/tables/accounts.ts'
import { mostRoles } from '../../../domain/accounts/roles.ts'
import type { Handler } from '../../handler.ts'
import { giverIn } from './giver.ts'
import { roleCount } from './present-role.ts'
import { mustBeFreeName, mustHold } from './role-for-change.ts'

export const roleSave: Handler<typeof rolesCalls.roleSave> = async (input, { caller, db, note }) => {
  const { companyId } = caller
  const permissions = [...new Set(input.permissions)]
  const roleId = await db.transaction(async (tx) => {
    const giver = await giverIn(tx, caller, 'role_manage')
    mustHold(giver, permissions)
    await mustBeFreeName(tx, companyId, input.roleName)
    if ((await roleCount(tx, companyId)) >= mostRoles) throw new CallFailed('tooManyRoles')
    const [made] = await tx
      .insert(roles)
      .values({ companyId, name: input.roleName, permissions })
      .returning({ id: roles.id })
    if (made === undefined) throw new CallFailed('conflict')
    return made.id
  })
  note(input.roleName)
  return { roleId }
}
