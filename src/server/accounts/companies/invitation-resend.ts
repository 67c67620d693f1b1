import { and, eq, isNull } from 'drizzle-orm'
import type { invitationsCalls } from '../../../contract/accounts/invitations.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { invitations } from '../../../db/tables/accounts.ts'
import { invitationStatus } from '../../../domain/accounts/invitations.ts'
import { maskPhone } from '../../../domain/masks.ts'
import type { Handler } from '../../handler.ts'
import { mustBeCertified } from '../../session/authorise.ts'
import { inEvenTime } from '../../session/even-time.ts'
import { rolesToGive } from '../roles/account-of.ts'
import { giverIn } from '../roles/giver.ts'
import { rolesOf, roomForOneMore } from './invitations.ts'
import { newToken, sendInvitation } from './send-invitation.ts'

/** Another link for the same number: the one before opens nothing any more. Whoever sends it is who invites. */
export const invitationResend: Handler<typeof invitationsCalls.invitationResend> = async (
  { invitationId },
  context,
) => {
  const { caller, db, note } = context
  const { companyId, userId } = caller
  mustBeCertified(caller)
  const link = newToken()
  const resend = db.transaction(async (tx) => {
    const giver = await giverIn(tx, caller, 'add_sub_account')
    const own = and(eq(invitations.id, invitationId), eq(invitations.companyId, companyId), eq(invitations.kind, 'sms'))
    const [found] = await tx.select().from(invitations).where(own)
    if (found === undefined) throw new CallFailed('notFound')
    const status = invitationStatus(found, new Date())
    if (status !== 'open' && status !== 'expired') throw new CallFailed('stepNotAllowed')
    if (status === 'expired') await roomForOneMore(tx, companyId)
    const roles = await rolesOf(tx, companyId, found.roleIds)
    await rolesToGive(
      tx,
      roles.map(({ id }) => id),
      { giver, companyId },
    )
    const [sent] = await tx
      .update(invitations)
      .set({ codeHash: link.hash, expiresAt: link.expiresAt, createdBy: userId })
      // Accepted or declined in this very moment: neither waits for the company's row.
      .where(and(own, isNull(invitations.usedAt), isNull(invitations.declinedAt)))
      .returning({ mobile: invitations.mobile, realName: invitations.realName })
    if (sent === undefined) throw new CallFailed('stepNotAllowed')
    await sendInvitation(tx, context, { companyId, mobile: sent.mobile, link })
    return sent
  })
  const { mobile, realName } = await inEvenTime(resend)
  note(`${realName}（${maskPhone(mobile)}）`)
  return { expiresAt: link.expiresAt.toISOString() }
}
