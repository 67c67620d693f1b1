import { and, count, eq, gt, inArray, isNull } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, invitations, roles, userRoles, users } from '../../../db/tables/accounts.ts'
import { inviteCodeOf, type InvitationKind } from '../../../domain/accounts/invitations.ts'
import { permissions, type Permission } from '../../../domain/accounts/permissions.ts'
import { beyond, mostSubAccounts } from '../../../domain/accounts/roles.ts'
import { rightsOf } from '../../session/rights.ts'
import { hashToken } from '../../session/tokens.ts'
import { withoutCompany } from './new-company.ts'

/** Who uses an invitation: `code` may be the whole link, `mobile` is the number proven to be theirs. */
export interface Invited {
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
  { code, kind, userId, mobile }: Invited,
): Promise<{ companyId: number; companyName: string; invitation: typeof invitations.$inferSelect }> {
  await withoutCompany(tx, userId)
  const [found] = await tx
    .select({ invitation: invitations, companyName: companies.name })
    .from(invitations)
    .innerJoin(companies, eq(companies.id, invitations.companyId))
    .where(and(eq(invitations.codeHash, hashToken(inviteCodeOf(code))), eq(invitations.kind, kind)))
  if (found === undefined) throw new CallFailed('invitationGone')
  const { id, companyId, roleIds, createdBy } = found.invitation
  // Told apart before the number is looked at: a spent link says nothing of whom it was for.
  await spend(tx, id, userId)
  if (found.invitation.mobile !== '' && found.invitation.mobile !== mobile) throw new CallFailed('invitationOther')
  const held = await rightsOfInviter(tx, createdBy, companyId)
  if (!held.has('add_sub_account')) throw new CallFailed('invitationGone')
  await roomForOneMore(tx, companyId)
  await tx.update(users).set({ companyId, isOwner: false }).where(eq(users.id, userId))
  await tx.delete(userRoles).where(eq(userRoles.userId, userId))
  const given = roleIds.length === 0 ? [] : await rolesOf(tx, companyId, roleIds)
  const roleLinks = given.filter((role) => beyond(role.permissions, held).length === 0)
  if (roleLinks.length > 0) await tx.insert(userRoles).values(roleLinks.map((role) => ({ userId, roleId: role.id })))
  return { companyId, companyName: found.companyName, invitation: found.invitation }
}

/** Of several who come with the same link one gets in: the others' update finds it used. */
async function spend(tx: Db, id: number, usedBy: number): Promise<void> {
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

/** What the inviter may give today; nothing when they left, were locked or lost it. */
export async function rightsOfInviter(tx: Db, userId: number, companyId: number): Promise<ReadonlySet<Permission>> {
  const [inviter] = await tx
    .select({ isOwner: users.isOwner })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.companyId, companyId), eq(users.locked, false), isNull(users.deletedAt)))
  if (inviter === undefined) return new Set()
  return new Set(inviter.isOwner ? permissions : await rightsOf(tx, userId))
}

export const rolesOf = (db: Db, companyId: number, roleIds: readonly number[]) =>
  db
    .select({ id: roles.id, name: roles.name, permissions: roles.permissions })
    .from(roles)
    .where(and(eq(roles.companyId, companyId), inArray(roles.id, [...roleIds])))

/** Invitations by SMS that somebody may still accept. */
const waitsForNumber = () =>
  and(
    eq(invitations.kind, 'sms'),
    isNull(invitations.usedAt),
    isNull(invitations.declinedAt),
    isNull(invitations.revokedAt),
    gt(invitations.expiresAt, new Date()),
  )

/** Locks the company and throws tooManyPeople when it has as many people, those invited by SMS included, as it may. */
export async function roomForOneMore(tx: Db, companyId: number): Promise<void> {
  await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update')
  const [people] = await tx
    .select({ count: count() })
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.isOwner, false), isNull(users.deletedAt)))
  const [invited] = await tx
    .select({ count: count() })
    .from(invitations)
    .where(and(eq(invitations.companyId, companyId), waitsForNumber()))
  if ((people?.count ?? 0) + (invited?.count ?? 0) >= mostSubAccounts) throw new CallFailed('tooManyPeople')
}
