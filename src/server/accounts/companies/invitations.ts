import { and, count, eq, gt, inArray, isNull } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, invitations, roles, userRoles, users } from '../../../db/tables/accounts.ts'
import { inviteCodeOf, type InvitationKind } from '../../../domain/accounts/invitations.ts'
import { permissions, type Permission } from '../../../domain/accounts/permissions.ts'
import { getMissingPermissions, maxSubAccounts } from '../../../domain/accounts/roles.ts'
import { permissionsByRoles } from '../../session/permissions.ts'
import { hashToken } from '../../platform/tokens.ts'
import { lockPersonWithoutCompany } from './new-company.ts'
import type { companiesCalls } from '../../../contract/accounts/companies.ts'
import type { Handler } from '../../handler.ts'
import { getOwnAccount } from '../profile/own-account.ts'

/** Use of an invitation: `code` may be the whole link, `mobile` is the verified number of the user. */
export interface InvitationUse {
  readonly code: string
  readonly kind: InvitationKind
  readonly userId: number
  readonly mobile: string | null
}

/**
 * Makes a person a member of the company that invited them, with the roles that still exist and that the inviter may
 * still give. Throws inCompany, invitationGone (unknown, used, revoked, expired, or its inviter may invite no more),
 * invitationOther (meant for another number), tooManyPeople.
 */
export async function acceptInvitation(
  tx: Db,
  { code, kind, userId, mobile }: InvitationUse,
): Promise<{ companyId: number; companyName: string; invitation: typeof invitations.$inferSelect }> {
  await lockPersonWithoutCompany(tx, userId)
  const [found] = await tx
    .select({ invitation: invitations, companyName: companies.name })
    .from(invitations)
    .innerJoin(companies, eq(companies.id, invitations.companyId))
    .where(and(eq(invitations.codeHash, hashToken(inviteCodeOf(code))), eq(invitations.kind, kind)))
  if (found === undefined) throw new CallFailed('invitationGone')
  const { id, companyId, roleIds, createdBy } = found.invitation
  // Checked before the number, so that a used link does not reveal whom it was for.
  await markUsed(tx, id, userId)
  if (found.invitation.mobile !== '' && found.invitation.mobile !== mobile) throw new CallFailed('invitationOther')
  const held = await getInviterRights(tx, createdBy, companyId)
  if (!held.has('add_sub_account')) throw new CallFailed('invitationGone')
  await assertRoomForMember(tx, companyId)
  await tx.update(users).set({ companyId, isOwner: false }).where(eq(users.id, userId))
  await tx.delete(userRoles).where(eq(userRoles.userId, userId))
  const given = roleIds.length === 0 ? [] : await getRoles(tx, companyId, roleIds)
  const roleLinks = given.filter((role) => getMissingPermissions(role.permissions, held).length === 0)
  if (roleLinks.length > 0) await tx.insert(userRoles).values(roleLinks.map((role) => ({ userId, roleId: role.id })))
  return { companyId, companyName: found.companyName, invitation: found.invitation }
}

/** Marks an invitation as used; of concurrent uses only one succeeds. Throws invitationGone. */
async function markUsed(tx: Db, id: number, usedBy: number): Promise<void> {
  const now = new Date()
  const [used] = await tx
    .update(invitations)
    .set({ usedBy, usedAt: now })
    .where(
      and(
        eq(invitations.id, id),
        isNull(invitations.usedAt),
        isNull(invitations.declinedAt),
        isNull(invitations.revokedAt),
        gt(invitations.expiresAt, now),
      ),
    )
    .returning({ id: invitations.id })
  if (used === undefined) throw new CallFailed('invitationGone')
}

/** Current permissions of the inviter; empty if they left or were locked. */
export async function getInviterRights(tx: Db, userId: number, companyId: number): Promise<ReadonlySet<Permission>> {
  const [inviter] = await tx
    .select({ isOwner: users.isOwner })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.companyId, companyId), eq(users.locked, false), isNull(users.deletedAt)))
  if (inviter === undefined) return new Set()
  return new Set(inviter.isOwner ? permissions : await permissionsByRoles(tx, userId))
}

export const getRoles = (db: Db, companyId: number, roleIds: readonly number[]) =>
  db
    .select({ id: roles.id, name: roles.name, permissions: roles.permissions })
    .from(roles)
    .where(and(eq(roles.companyId, companyId), inArray(roles.id, [...roleIds])))

/** Condition: SMS invitations that can still be accepted. */
const isPendingSms = () =>
  and(
    eq(invitations.kind, 'sms'),
    isNull(invitations.usedAt),
    isNull(invitations.declinedAt),
    isNull(invitations.revokedAt),
    gt(invitations.expiresAt, new Date()),
  )

/** Locks the company. Throws tooManyPeople if members and SMS invitations have reached the limit. */
export async function assertRoomForMember(tx: Db, companyId: number): Promise<void> {
  await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update')
  const [people] = await tx
    .select({ count: count() })
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.isOwner, false), isNull(users.deletedAt)))
  const [invited] = await tx
    .select({ count: count() })
    .from(invitations)
    .where(and(eq(invitations.companyId, companyId), isPendingSms()))
  if ((people?.count ?? 0) + (invited?.count ?? 0) >= maxSubAccounts) throw new CallFailed('tooManyPeople')
}

export const joinOrg: Handler<typeof companiesCalls.joinOrg> = ({ inviteCode }, { caller, db }) =>
  db.transaction(async (tx) => {
    const { mobile } = await getOwnAccount(tx, caller.userId)
    const invited = { code: inviteCode, kind: 'link' as const, userId: caller.userId, mobile }
    const { companyId, companyName } = await acceptInvitation(tx, invited)
    return { companyId, companyName }
  })
