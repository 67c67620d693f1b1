import { and, count, desc, eq, inArray, max, type SQL } from 'drizzle-orm'
import type { SubAccountRow } from '../../../contract/accounts/roles.ts'
import type { Db } from '../../../db/open.ts'
import { roles, sessions, userRoles, users } from '../../../db/tables/accounts.ts'
import { maskEmail, maskPhone } from '../../../domain/masks.ts'
import { getAccountChangeError } from '../../../domain/accounts/roles.ts'
import type { Member } from '../../handler.ts'
import { grantedPermissions, permissionsOf } from '../../session/permissions.ts'

/** Accounts of the caller's company, the owner first, then the newest. */
export async function listAccounts(
  db: Db,
  caller: Member,
  condition: SQL | undefined,
  { current, pageSize }: { current: number; pageSize: number },
): Promise<{ total: number; data: SubAccountRow[] }> {
  const own = and(eq(users.companyId, caller.companyId), condition)
  const [all] = await db.select({ total: count() }).from(users).where(own)
  const people = await db
    .select({ user: users, granted: grantedPermissions })
    .from(users)
    .where(own)
    .orderBy(desc(users.isOwner), desc(users.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const ids = people.map(({ user }) => user.id)
  if (ids.length === 0) return { total: all?.total ?? 0, data: [] }
  const held = await getRolesByUser(db, ids, caller.companyId)
  const seen = await getLastSeen(db, ids)
  const giver = { ...caller, held: caller.permissions }
  const data = people.map(({ user, granted: codes }) => ({
    userId: user.id,
    loginName: user.loginName,
    realName: user.realName,
    jobTitle: user.jobTitle,
    mobile: user.mobile === null ? '' : maskPhone(user.mobile),
    email: user.email === null ? '' : maskEmail(user.email),
    avatar: user.avatar,
    isOwner: user.isOwner,
    locked: user.locked,
    roles: held.get(user.id) ?? [],
    lastSeenAt: seen.get(user.id)?.toISOString() ?? null,
    createdAt: user.createdAt.toISOString(),
    self: user.id === caller.userId,
    mine:
      getAccountChangeError(
        giver,
        { userId: user.id, isOwner: user.isOwner, held: permissionsOf({ ...user, granted: codes }) },
        {},
      ) === undefined,
  }))
  return { total: all?.total ?? 0, data }
}

async function getRolesByUser(db: Db, userIds: readonly number[], companyId: number) {
  const rows = await db
    .select({ userId: userRoles.userId, roleId: roles.id, roleName: roles.name })
    .from(userRoles)
    .innerJoin(roles, and(eq(roles.id, userRoles.roleId), eq(roles.companyId, companyId)))
    .where(inArray(userRoles.userId, [...userIds]))
    .orderBy(roles.id)
  const byUser = Map.groupBy(rows, ({ userId }) => userId)
  return new Map(
    [...byUser].map(([userId, all]) => [
      userId,
      all.map(({ roleId, roleName }) => ({ roleId, roleName, ownerType: 1 as const })),
    ]),
  )
}

async function getLastSeen(db: Db, userIds: readonly number[]): Promise<ReadonlyMap<number, Date | null>> {
  const rows = await db
    .select({ userId: sessions.userId, at: max(sessions.lastSeenAt) })
    .from(sessions)
    .where(inArray(sessions.userId, [...userIds]))
    .groupBy(sessions.userId)
  return new Map(rows.map(({ userId, at }) => [userId, at]))
}
