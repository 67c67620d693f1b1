import { and, asc, count, eq, sql, type SQL } from 'drizzle-orm'
import type { RoleRow } from '../../../contract/accounts/roles.ts'
import type { Db } from '../../../db/open.ts'
import { roles, userRoles } from '../../../db/tables/accounts.ts'
import { permissions } from '../../../domain/accounts/permissions.ts'
import { isWithinPermissions } from '../../../domain/accounts/roles.ts'
import type { Member } from '../../handler.ts'

const memberCountSql = sql`(select count(*)::int from ${userRoles} where ${userRoles.roleId} = ${roles.id})`

/** Roles of the caller's company, oldest first. */
export async function listRoles(
  db: Db,
  caller: Member,
  condition: SQL | undefined,
  page?: { current: number; pageSize: number },
): Promise<RoleRow[]> {
  const query = db
    .select({ role: roles, memberCount: sql<number>`${memberCountSql}` })
    .from(roles)
    .where(and(eq(roles.companyId, caller.companyId), condition))
    .orderBy(asc(roles.id))
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
export async function countRoles(db: Db, companyId: number, condition?: SQL): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(roles)
    .where(and(eq(roles.companyId, companyId), condition))
  return row?.total ?? 0
}
