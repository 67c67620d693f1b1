import { and, eq, isNull } from 'drizzle-orm'
import type { rolesCalls } from '../../../contract/accounts/roles.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { invitations, users } from '../../../db/tables/accounts.ts'
import { invitationStatus } from '../../../domain/accounts/invitations.ts'
import { maskPhone } from '../../../domain/masks.ts'
import type { Handler } from '../../handler.ts'
import { assertCertified } from '../../session/authorise.ts'
import { withMinDuration } from '../../session/min-duration.ts'
import { assertRoomForMember } from '../companies/invitations.ts'
import { createInvitationLink, sendInvitation } from '../companies/send-invitation.ts'
import { getGrantableRoles } from './lock-account.ts'
import { getGrantor } from './grantor.ts'

/**
 * Invites a mobile number by SMS; the account is created or joined on acceptance. Answer and timing do not depend on
 * whether the number has an account.
 */
export const subAccountSave: Handler<typeof rolesCalls.subAccountSave> = async (input, context) => {
  const { caller, db, note } = context
  const { mobile, realName, jobTitle, roleIds } = input
  const { companyId, userId } = caller
  assertCertified(caller)
  const link = createInvitationLink()
  const invite = db.transaction(async (tx) => {
    const giver = await getGrantor(tx, caller, 'add_sub_account')
    await assertNotInvited(tx, companyId, mobile)
    await assertRoomForMember(tx, companyId)
    const given = await getGrantableRoles(tx, roleIds, { giver, companyId })
    const [made] = await tx
      .insert(invitations)
      .values({
        companyId,
        kind: 'sms',
        codeHash: link.hash,
        roleIds: given.map(({ id }) => id),
        mobile,
        realName,
        jobTitle,
        createdBy: userId,
        expiresAt: link.expiresAt,
      })
      .returning({ id: invitations.id })
    if (made === undefined) throw new CallFailed('conflict')
    await sendInvitation(tx, context, { companyId, mobile, link })
    return made.id
  })
  const invitationId = await withMinDuration(invite)
  note(`${realName}（${maskPhone(mobile)}）`)
  return { invitationId, expiresAt: link.expiresAt.toISOString() }
}

/** Checks the own company only, whose members and invitations the caller can list anyway. */
async function assertNotInvited(tx: Db, companyId: number, mobile: string): Promise<void> {
  const [member] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.mobileHash, mobile)))
  if (member !== undefined) throw fieldFailed({ field: 'mobile', message: '该手机号的账号已在本企业' })
  const own = and(
    eq(invitations.companyId, companyId),
    eq(invitations.kind, 'sms'),
    eq(invitations.mobileHash, mobile),
    isNull(invitations.usedAt),
    isNull(invitations.declinedAt),
    isNull(invitations.revokedAt),
  )
  const [waiting] = await tx.select().from(invitations).where(own)
  if (waiting === undefined) return
  if (invitationStatus(waiting, new Date()) === 'open') {
    throw fieldFailed({ field: 'mobile', message: '已邀请过该手机号，可在列表中重新发送或撤回' })
  }
  await tx.update(invitations).set({ revokedAt: new Date() }).where(own)
}
