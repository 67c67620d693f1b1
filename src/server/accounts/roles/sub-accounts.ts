import { and, arrayContains, count, desc, eq, ilike, inArray, isNull, max, or, sql, type SQL } from 'drizzle-orm'
import type { InvitedRow, rolesCalls, SubAccountRow } from '../../../contract/accounts/roles.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { invitations, roles, sessions, userRoles, users } from '../../../db/tables/accounts.ts'
import { invitationStatus, isInvitationSettled } from '../../../domain/accounts/invitations.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { getAccountChangeError } from '../../../domain/accounts/roles.ts'
import { maskEmail, maskPhone } from '../../../domain/masks.ts'
import type { Handler, Member } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { grantedPermissions, permissionsOf } from '../../session/permissions.ts'
import { getRoles } from '../companies/invitations.ts'

/** Maximum of invitations listed with the accounts; older ones are in the list of invitations. */
const maxInvitations = 100

/** Open, declined and expired SMS invitations of a company, newest first. */
async function listInvited(
  db: Db,
  companyId: number,
  { keyword, roleId }: { readonly keyword: string; readonly roleId: number | undefined },
): Promise<InvitedRow[]> {
  const part = likePattern(keyword)
  const named = or(ilike(invitations.realName, part), ilike(invitations.jobTitle, part))
  const rows = await db
    .select({ invitation: invitations, realName: users.realName, loginName: users.loginName })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.createdBy))
    .where(
      and(
        eq(invitations.companyId, companyId),
        eq(invitations.kind, 'sms'),
        isNull(invitations.usedAt),
        isNull(invitations.revokedAt),
        keyword === '' ? undefined : or(named, eq(invitations.mobileHash, keyword)),
        roleId === undefined ? undefined : arrayContains(invitations.roleIds, [roleId]),
      ),
    )
    .orderBy(desc(invitations.id))
    .limit(maxInvitations)
  const roleIds = [...new Set(rows.flatMap(({ invitation }) => invitation.roleIds))]
  const names = new Map((await getRoles(db, companyId, roleIds)).map(({ id, name }) => [id, name]))
  const now = new Date()
  return rows.flatMap(({ invitation, ...by }) => {
    const status = invitationStatus(invitation, now)
    if (isInvitationSettled(status)) return []
    const { id: invitationId, realName, jobTitle, mobile, expiresAt } = invitation
    const roles = invitation.roleIds.flatMap((roleId) => {
      const roleName = names.get(roleId)
      return roleName === undefined ? [] : [{ roleId, roleName, ownerType: 1 as const }]
    })
    return [
      {
        invitationId,
        realName,
        jobTitle,
        mobile: maskPhone(mobile),
        roles,
        status,
        invitedBy: personName(by),
        expiresAt: expiresAt.toISOString(),
      },
    ]
  })
}

export const subAccounts: Handler<typeof rolesCalls.subAccounts> = async (input, { caller, db }) => {
  const { keyword, roleId, locked } = input
  const part = likePattern(keyword)
  const named = or(ilike(users.loginName, part), ilike(users.realName, part), ilike(users.jobTitle, part))
  const condition = and(
    // Mobile numbers match exactly only, so that masked digits cannot be guessed by partial searches.
    keyword === '' ? undefined : or(named, eq(users.mobileHash, keyword)),
    roleId === undefined
      ? undefined
      : sql`exists (select 1 from ${userRoles} where ${userRoles.userId} = ${users.id} and ${userRoles.roleId} = ${roleId})`,
    locked === undefined ? undefined : eq(users.locked, locked),
  )
  const rows = await listAccounts(db, caller, condition, input)
  const withInvited = input.current === 1 && locked === undefined
  return { ...rows, invitations: withInvited ? await listInvited(db, caller.companyId, { keyword, roleId }) : [] }
}

export const subAccount: Handler<typeof rolesCalls.subAccount> = async ({ userId }, { caller, db }) => {
  const { data } = await listAccounts(db, caller, eq(users.id, userId), { current: 1, pageSize: 1 })
  const [account] = data
  if (account === undefined) throw new CallFailed('notFound')
  return account
}

export const subAccountMatch: Handler<typeof rolesCalls.subAccountMatch> = async (input, { caller, db }) => {
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.companyId, caller.companyId),
        eq(sql`lower(${users.loginName})`, input.loginName.toLowerCase()),
        eq(users.mobileHash, input.mobile),
      ),
    )
  return { match: found !== undefined }
}

/** Accounts of the caller's company, the owner first, then the newest. */
async function listAccounts(
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
