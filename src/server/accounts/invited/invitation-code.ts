import type { invitedCalls } from '../../../contract/accounts/invited.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Handler } from '../../handler.ts'
import { presentedAsker } from '../../session/code-asker.ts'
import { giveTicket, takeCode } from '../../session/codes.ts'
import { sendCode } from '../../session/send-code.ts'
import { accountWithMobile, idOfMobile } from '../sign-in/sign-in.ts'
import { openInvitation } from './open-invitation.ts'

/** To the invited number only, whoever asks. The limits of codes hold: a link that was passed on sends no more than any form. */
export const invitationCodeSend: Handler<typeof invitedCalls.invitationCodeSend> = async ({ token }, context) => {
  const { invitation } = await openInvitation(context.db, token)
  return sendCode(context, { target: invitation.mobile, purpose: 'invitation', channel: 'sms' })
}

/** What stands in the way is told here, to whoever read the code; the code stays good until nothing does. */
export const invitationCodeCheck: Handler<typeof invitedCalls.invitationCodeCheck> = async (input, context) => {
  const { token, smsCode: code, codeId } = input
  const { invitation } = await openInvitation(context.db, token)
  const { mobile: target } = invitation
  context.concerns(idOfMobile(context.db, target))
  const asker = presentedAsker(context, codeId)
  return takeCode(context.db, { target, purpose: 'invitation', code, asker }, async (tx, id) => {
    const account = await accountWithMobile(tx, target)
    if (account?.locked === true) throw new CallFailed('accountLocked')
    if (account !== undefined && account.companyId !== null) throw new CallFailed('inCompany')
    const { ticket, expiresIn } = await giveTicket(tx, id)
    return { ticket, expiresIn, loginName: account?.loginName ?? '' }
  })
}
