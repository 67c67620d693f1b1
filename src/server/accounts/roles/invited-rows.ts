import { and, arrayContains, desc, eq, ilike, isNull, or } from 'drizzle-orm'
import type { InvitedRow } from '../../../contract/accounts/roles.ts'
import type { Db } from '../../../db/open.ts'
import { invitations, users } from '../../../db/tables/accounts.ts'
import { invitationStatus } from '../../../domain/accounts/invitations.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { maskPhone } from '../../../domain/masks.ts'
import { anywhere } from '../../search/anywhere.ts'
import { rolesOf } from '../companies/invitations.ts'

/** Listed beside the accounts; older ones are found among the invitations. */
const newest = 100

/** Sub-accounts to be of a company, the newest first: who has not answered, declined, or let the time pass. */
export async function invitedRows(
  db: Db,
  companyId: number,
  { keyword, roleId }: { readonly keyword: string; readonly roleId: number | undefined },
): Promise<InvitedRow[]> {
  const part = anywhere(keyword)
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
        keyword === '' ? undefined : or(named, eq(invitations.mobile, keyword)),
        roleId === undefined ? undefined : arrayContains(invitations.roleIds, [roleId]),
      ),
    )
    .orderBy(desc(invitations.id))
    .limit(newest)
  const roleIds = [...new Set(rows.flatMap(({ invitation }) => invitation.roleIds))]
  const names = new Map((await rolesOf(db, companyId, roleIds)).map(({ id, name }) => [id, name]))
  const now = new Date()
  return rows.flatMap(({ invitation, ...by }) => {
    const status = invitationStatus(invitation, now)
    if (status === 'used' || status === 'revoked') return []
    const { id: invitationId, realName, jobTitle, mobile, expiresAt } = invitation
    const roles = invitation.roleIds.flatMap((roleId) => {
      const roleName = names.get(roleId)
      return roleName === undefined ? [] : [{ roleId, roleName }]
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
