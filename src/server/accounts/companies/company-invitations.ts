import { and, count, desc, eq, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { invitationsCalls } from '../../../contract/accounts/invitations.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { invitations as table, users } from '../../../db/tables/accounts.ts'
import {
  invitationEnd,
  invitationStatus,
  isInvitationExpired,
  isInvitationOpen,
} from '../../../domain/accounts/invitations.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { links } from '../../../domain/links.ts'
import { maskPhone } from '../../../domain/masks.ts'
import type { Handler } from '../../handler.ts'
import { hashToken, randomToken } from '../../platform/tokens.ts'
import { assertCertified } from '../../session/authorise.ts'
import { withMinDuration } from '../../session/min-duration.ts'
import { getGrantor } from '../roles/grantor.ts'
import { getGrantableRoles } from '../roles/lock-account.ts'
import { assertRoomForMember, getRoles } from './invitations.ts'
import { createInvitationLink, sendInvitation } from './send-invitation.ts'

const inviter = alias(users, 'giver')
const invitee = alias(users, 'comer')

export const invitations: Handler<typeof invitationsCalls.invitations> = async (
  { current, pageSize },
  { caller, db },
) => {
  const own = eq(table.companyId, caller.companyId)
  const [all] = await db.select({ count: count() }).from(table).where(own)
  const rows = await db
    .select({
      invitation: table,
      giver: { realName: inviter.realName, loginName: inviter.loginName },
      comer: { realName: invitee.realName, loginName: invitee.loginName },
    })
    .from(table)
    .innerJoin(inviter, eq(inviter.id, table.createdBy))
    .leftJoin(invitee, eq(invitee.id, table.usedBy))
    .where(own)
    .orderBy(desc(table.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const roleIds = [...new Set(rows.flatMap(({ invitation }) => invitation.roleIds))]
  const names = new Map((await getRoles(db, caller.companyId, roleIds)).map(({ id, name }) => [id, name]))
  const now = new Date()
  return {
    total: all?.count ?? 0,
    data: rows.map(({ invitation, giver: by, comer: used }) => ({
      invitationId: invitation.id,
      realName: invitation.realName,
      roles: invitation.roleIds.flatMap((id) => names.get(id) ?? []),
      mobile: invitation.mobile === '' ? '' : maskPhone(invitation.mobile),
      createdBy: personName(by),
      createdAt: invitation.createdAt.toISOString(),
      expiresAt: invitation.expiresAt.toISOString(),
      status: invitationStatus(invitation, now),
      usedBy: used === null ? '' : personName(used),
    })),
  }
}

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
      .insert(table)
      .values({
        companyId: caller.companyId,
        createdBy: caller.userId,
        mobile,
        expiresAt,
        codeHash: hashToken(code),
        roleIds: given.map(({ id }) => id),
      })
      .returning({ id: table.id })
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
    const own = and(eq(table.id, invitationId), eq(table.companyId, companyId), eq(table.kind, 'sms'))
    const [found] = await tx.select().from(table).where(own)
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
      .update(table)
      .set({ codeHash: link.hash, expiresAt: link.expiresAt, createdBy: userId })
      // May have been accepted or declined concurrently: neither locks the company row.
      .where(and(own, isNull(table.usedAt), isNull(table.declinedAt)))
      .returning({ mobile: table.mobile, realName: table.realName })
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
  const own = and(eq(table.id, invitationId), eq(table.companyId, caller.companyId))
  const [revoked] = await db
    .update(table)
    .set({ revokedAt: new Date() })
    .where(and(own, isNull(table.usedAt), isNull(table.revokedAt)))
    .returning({ id: table.id })
  if (revoked !== undefined) return {}
  const [found] = await db.select({ usedAt: table.usedAt }).from(table).where(own)
  if (found === undefined) throw new CallFailed('notFound')
  if (found.usedAt !== null) throw new CallFailed('stepNotAllowed')
  return {}
}
