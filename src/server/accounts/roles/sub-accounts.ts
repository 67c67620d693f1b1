import { and, eq, ilike, or, sql, arrayContains, desc, isNull } from 'drizzle-orm'
import type { rolesCalls, InvitedRow } from '../../../contract/accounts/roles.ts'
import { userRoles, users, invitations } from '../../../db/tables/accounts.ts'
import type { Handler } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { listAccounts } from './list-accounts.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { invitationStatus, isInvitationSettled } from '../../../domain/accounts/invitations.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { maskPhone } from '../../../domain/masks.ts'
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
