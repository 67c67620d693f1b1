import { and, asc, count, eq, ilike, sql, type SQL } from 'drizzle-orm'
import type { ResourceNode, RoleRow, rolesCalls } from '../../../contract/accounts/roles.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { roles as table, userRoles, users } from '../../../db/tables/accounts.ts'
import { type Permission, permissions, resourceTree as tree } from '../../../domain/accounts/permissions.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import {
  getMissingPermissions,
  isWithinPermissions,
  maxRoles,
  type PermissionHolder,
} from '../../../domain/accounts/roles.ts'
import type { Handler, Member } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { ensureAdministratorRemains } from './administrators.ts'
import { getGrantor } from './grantor.ts'
import { notifyRoleHolders } from './notify-account.ts'

export const roles: Handler<typeof rolesCalls.roles> = (_input, { caller, db }) => listRoles(db, caller, undefined)

export const resourceTree: Handler<typeof rolesCalls.resourceTree> = async (_input, { caller }) => {
  const node = (code: Permission, name: string, children: ResourceNode[]): ResourceNode => ({
    code,
    name,
    children,
    held: caller.permissions.has(code),
  })
  return tree.map((branch) =>
    node(
      branch.code,
      branch.name,
      branch.children.map((leaf) => node(leaf.code, leaf.name, [])),
    ),
  )
}

export const role: Handler<typeof rolesCalls.role> = async ({ roleId }, { caller, db }) => {
  const [row] = await listRoles(db, caller, eq(table.id, roleId))
  if (row === undefined) throw new CallFailed('notFound')
  const members = await db
    .select({ userId: users.id, realName: users.realName, loginName: users.loginName })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(and(eq(userRoles.roleId, roleId), eq(users.companyId, caller.companyId)))
    .orderBy(asc(users.id))
  return { ...row, members: members.map((member) => ({ userId: member.userId, name: personName(member) })) }
}

export const rolePage: Handler<typeof rolesCalls.rolePage> = async (input, { caller, db }) => {
  const condition = input.keyword === '' ? undefined : ilike(table.name, likePattern(input.keyword))
  return {
    total: await countRoles(db, caller.companyId, condition),
    data: await listRoles(db, caller, condition, input),
  }
}

export const roleSave: Handler<typeof rolesCalls.roleSave> = async (input, { caller, db, note }) => {
  const { companyId } = caller
  const permissions = [...new Set(input.permissions)]
  const roleId = await db.transaction(async (tx) => {
    const giver = await getGrantor(tx, caller, 'role_manage')
    assertHeld(giver, permissions)
    await assertRoleNameFree(tx, companyId, input.roleName)
    if ((await countRoles(tx, companyId)) >= maxRoles) throw new CallFailed('tooManyRoles')
    const [made] = await tx
      .insert(table)
      .values({ companyId, name: input.roleName, permissions })
      .returning({ id: table.id })
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
      tx.update(table).set({ name: roleName, permissions }).where(eq(table.id, roleId)),
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
    await tx.delete(table).where(eq(table.id, roleId))
    return role.name
  })
  note(name)
  return {}
}

/** A role of the company that the grantor may change. Requires `getGrantor`. Throws notFound, roleBeyond. */
async function getRoleForChange(tx: Db, roleId: number, companyId: number, giver: PermissionHolder) {
  const [role] = await tx
    .select()
    .from(table)
    .where(and(eq(table.id, roleId), eq(table.companyId, companyId)))
  if (role === undefined) throw new CallFailed('notFound')
  assertHeld(giver, role.permissions)
  return role
}

/** Throws roleBeyond with the permissions that the grantor lacks. */
function assertHeld(giver: PermissionHolder, wanted: readonly Permission[]): void {
  const over = getMissingPermissions(wanted, giver.held)
  if (over.length > 0) throw new CallFailed('roleBeyond', { permissions: over })
}

/** Throws roleNameUsed if another role of the company has the name. */
async function assertRoleNameFree(tx: Db, companyId: number, name: string, except?: number): Promise<void> {
  const [same] = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.companyId, companyId), eq(table.name, name)))
  if (same !== undefined && same.id !== except) throw new CallFailed('roleNameUsed')
}

const memberCountSql = sql`(select count(*)::int from ${userRoles} where ${userRoles.roleId} = ${table.id})`

/** Roles of the caller's company, oldest first. */
async function listRoles(
  db: Db,
  caller: Member,
  condition: SQL | undefined,
  page?: { current: number; pageSize: number },
): Promise<RoleRow[]> {
  const query = db
    .select({ role: table, memberCount: sql<number>`${memberCountSql}` })
    .from(table)
    .where(and(eq(table.companyId, caller.companyId), condition))
    .orderBy(asc(table.id))
  const rows = await (page === undefined
    ? query
    : query.limit(page.pageSize).offset((page.current - 1) * page.pageSize))
  return rows.map(({ role, memberCount }) => ({
    roleId: role.id,
    roleName: role.name,
    ownerType: 1 as const,
    permissions: permissions.filter((code) => role.permissions.includes(code)),
    memberCount,
    mine: isWithinPermissions(role.permissions, caller.permissions),
    createdAt: role.createdAt.toISOString(),
  }))
}

/** Number of roles of the company that match a condition. */
async function countRoles(db: Db, companyId: number, condition?: SQL): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(table)
    .where(and(eq(table.companyId, companyId), condition))
  return row?.total ?? 0
}
