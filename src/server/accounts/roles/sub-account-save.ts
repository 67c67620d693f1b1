import { and, eq, isNull } from 'drizzle-orm'
import type { rolesCalls } from '../../../contract/accounts/roles.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { invitations, users } from '../../../db/tables/accounts.ts'
import { invitationStatus } from '../../../domain/accounts/invitations.ts'
import { maskPhone } from '../../../domain/masks.ts'
import type { Handler } from '../../handler.ts'
import { mustBeCertified } from '../../session/authorise.ts'
import { inEvenTime } from '../../session/even-time.ts'
import { roomForOneMore } from '../companies/invitations.ts'
import { newToken, sendInvitation } from '../companies/send-invitation.ts'
import { rolesToGive } from './account-of.ts'
import { giverIn } from './giver.ts'

/**
 * Invites a number; its account exists, or is one of the company, once its holder accepted. The answer and its time are
 * the same whether the number has an account or not: the company hears no more than what the person does.
 */
export const subAccountSave: Handler<typeof rolesCalls.subAccountSave> = async (input, context) => {
  const { caller, db, note } = context
  const { mobile, realName, jobTitle, roleIds } = input
  const { companyId, userId } = caller
  mustBeCertified(caller)
  const link = newToken()
  const invite = db.transaction(async (tx) => {
    const giver = await giverIn(tx, caller, 'add_sub_account')
    await mustBeUninvited(tx, companyId, mobile)
    await roomForOneMore(tx, companyId)
    const given = await rolesToGive(tx, roleIds, { giver, companyId })
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
  const invitationId = await inEvenTime(invite)
  note(`${realName}（${maskPhone(mobile)}）`)
  return { invitationId, expiresAt: link.expiresAt.toISOString() }
}

/** Of the own company only: its people and invitations are in the list, so this tells nothing new. */
async function mustBeUninvited(tx: Db, companyId: number, mobile: string): Promise<void> {
  const [member] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.mobile, mobile)))
  if (member !== undefined) throw fieldFailed({ field: 'mobile', message: '该手机号的账号已在本企业' })
  const own = and(
    eq(invitations.companyId, companyId),
    eq(invitations.kind, 'sms'),
    eq(invitations.mobile, mobile),
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
