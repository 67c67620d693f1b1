import type { invitationsCalls } from '../../../contract/accounts/invitations.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { invitations } from '../../../db/tables/accounts.ts'
import {
  invitationEnd,
  invitationStatus,
  isInvitationOpen,
  isInvitationExpired,
} from '../../../domain/accounts/invitations.ts'
import { links } from '../../../domain/links.ts'
import { maskPhone } from '../../../domain/masks.ts'
import type { Handler } from '../../handler.ts'
import { randomToken, hashToken } from '../../platform/tokens.ts'
import { getGrantableRoles } from '../roles/lock-account.ts'
import { getGrantor } from '../roles/grantor.ts'
import { assertRoomForMember, getRoles } from './invitations.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { assertCertified } from '../../session/authorise.ts'
import { withMinDuration } from '../../session/min-duration.ts'
import { createInvitationLink, sendInvitation } from './send-invitation.ts'

export const invitationSave: Handler<typeof invitationsCalls.invitationSave> = async (
  { roleIds, mobile },
  { caller, db, note, request },
) => {
  const code = randomToken()
  const expiresAt = invitationEnd()
  const invitationId = await db.transaction(async (tx) => {
    const giver = await getGrantor(tx, caller, 'add_sub_account')
    await assertRoomForMember(tx, caller.companyId)
    const given = await getGrantableRoles(tx, roleIds, { giver, companyId: caller.companyId })
    const [made] = await tx
      .insert(invitations)
      .values({
        companyId: caller.companyId,
        createdBy: caller.userId,
        mobile,
        expiresAt,
        codeHash: hashToken(code),
        roleIds: given.map(({ id }) => id),
      })
      .returning({ id: invitations.id })
    if (made === undefined) throw new CallFailed('conflict')
    return made.id
  })
  note(mobile === '' ? '' : maskPhone(mobile))
  const url = `${request.origin}${links.register(undefined, { invite: code })}`
  return { invitationId, url, expiresAt: expiresAt.toISOString() }
}

/** Sends a new link to the same number and invalidates the previous one. The caller becomes the inviter. */
export const invitationResend: Handler<typeof invitationsCalls.invitationResend> = async (
  { invitationId },
  context,
) => {
  const { caller, db, note } = context
  const { companyId, userId } = caller
  assertCertified(caller)
  const link = createInvitationLink()
  const resend = db.transaction(async (tx) => {
    const giver = await getGrantor(tx, caller, 'add_sub_account')
    const own = and(eq(invitations.id, invitationId), eq(invitations.companyId, companyId), eq(invitations.kind, 'sms'))
    const [found] = await tx.select().from(invitations).where(own)
    if (found === undefined) throw new CallFailed('notFound')
    const status = invitationStatus(found, new Date())
    if (!isInvitationOpen(status) && !isInvitationExpired(status)) throw new CallFailed('stepNotAllowed')
    if (isInvitationExpired(status)) await assertRoomForMember(tx, companyId)
    const roles = await getRoles(tx, companyId, found.roleIds)
    await getGrantableRoles(
      tx,
      roles.map(({ id }) => id),
      { giver, companyId },
    )
    const [sent] = await tx
      .update(invitations)
      .set({ codeHash: link.hash, expiresAt: link.expiresAt, createdBy: userId })
      // May have been accepted or declined concurrently: neither locks the company row.
      .where(and(own, isNull(invitations.usedAt), isNull(invitations.declinedAt)))
      .returning({ mobile: invitations.mobile, realName: invitations.realName })
    if (sent === undefined) throw new CallFailed('stepNotAllowed')
    await sendInvitation(tx, context, { companyId, mobile: sent.mobile, link })
    return sent
  })
  const { mobile, realName } = await withMinDuration(resend)
  note(`${realName}（${maskPhone(mobile)}）`)
  return { expiresAt: link.expiresAt.toISOString() }
}

/** Idempotent. Throws stepNotAllowed for a used invitation; its user stays a member. */
export const invitationRevoke: Handler<typeof invitationsCalls.invitationRevoke> = async (
  { invitationId },
  { caller, db },
) => {
  const own = and(eq(invitations.id, invitationId), eq(invitations.companyId, caller.companyId))
  const [revoked] = await db
    .update(invitations)
    .set({ revokedAt: new Date() })
    .where(and(own, isNull(invitations.usedAt), isNull(invitations.revokedAt)))
    .returning({ id: invitations.id })
  if (revoked !== undefined) return {}
  const [found] = await db.select({ usedAt: invitations.usedAt }).from(invitations).where(own)
  if (found === undefined) throw new CallFailed('notFound')
  if (found.usedAt !== null) throw new CallFailed('stepNotAllowed')
  return {}
}
