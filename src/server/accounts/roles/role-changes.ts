import type { rolesCalls } from '../../../contract/accounts/roles.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { roles, userRoles } from '../../../db/tables/accounts.ts'
import { maxRoles } from '../../../domain/accounts/roles.ts'
import type { Handler } from '../../handler.ts'
import { getGrantor } from './grantor.ts'
import { countRoles } from './list-roles.ts'
import { assertRoleNameFree, assertHeld, getRoleForChange } from './role-for-change.ts'
import { eq } from 'drizzle-orm'
import { ensureAdministratorRemains } from './administrators.ts'
import { notifyRoleHolders } from './notify-account.ts'

export const roleSave: Handler<typeof rolesCalls.roleSave> = async (input, { caller, db, note }) => {
  const { companyId } = caller
  const permissions = [...new Set(input.permissions)]
  const roleId = await db.transaction(async (tx) => {
    const giver = await getGrantor(tx, caller, 'role_manage')
    assertHeld(giver, permissions)
    await assertRoleNameFree(tx, companyId, input.roleName)
    if ((await countRoles(tx, companyId)) >= maxRoles) throw new CallFailed('tooManyRoles')
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

/** Permissions are read with every call, so a change applies to the next one. */
export const roleUpdate: Handler<typeof rolesCalls.roleUpdate> = async (input, context) => {
  const { caller, db, note } = context
  const { roleId, roleName } = input
  const { companyId } = caller
  const permissions = [...new Set(input.permissions)]
  const before = await db.transaction(async (tx) => {
    const giver = await getGrantor(tx, caller, 'role_manage')
    const role = await getRoleForChange(tx, roleId, companyId, giver)
    assertHeld(giver, permissions)
    await assertRoleNameFree(tx, companyId, roleName, roleId)
    await ensureAdministratorRemains(tx, companyId, () =>
      tx.update(roles).set({ name: roleName, permissions }).where(eq(roles.id, roleId)),
    )
    if (hasPermissionChanges(role.permissions, permissions)) await notifyRoleHolders(tx, context, { roleId, roleName })
    return role
  })
  note(before.name === roleName ? roleName : `${before.name}，改名为 ${roleName}`)
  return {}
}

const hasPermissionChanges = (before: readonly string[], after: readonly string[]): boolean =>
  before.length !== after.length || before.some((code) => !after.includes(code))

/** Granting a role locks the company too, so it cannot be granted between check and deletion. */
export const roleDelete: Handler<typeof rolesCalls.roleDelete> = async ({ roleId }, { caller, db, note }) => {
  const name = await db.transaction(async (tx) => {
    const giver = await getGrantor(tx, caller, 'role_manage')
    const role = await getRoleForChange(tx, roleId, caller.companyId, giver)
    const [held] = await tx.select().from(userRoles).where(eq(userRoles.roleId, roleId)).limit(1)
    if (held !== undefined) throw new CallFailed('roleHeld')
    await tx.delete(roles).where(eq(roles.id, roleId))
    return role.name
  })
  note(name)
  return {}
}
