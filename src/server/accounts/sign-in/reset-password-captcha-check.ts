import type { verificationCalls } from '../../../contract/accounts/verification.ts'
import type { Handler } from '../../handler.ts'
import { presentedAsker } from '../../session/code-asker.ts'
import { giveTicket, takeCode } from '../../session/codes.ts'
import { idOfMobile } from './sign-in.ts'

export const resetPasswordCaptchaCheck: Handler<typeof verificationCalls.resetPasswordCaptchaCheck> = (
  { mobile, smsCode, codeId },
  context,
) => {
  context.concerns(idOfMobile(context.db, mobile))
  const asker = presentedAsker(context, codeId)
  return takeCode(context.db, { target: mobile, purpose: 'resetPassword', code: smsCode, asker }, giveTicket)
}
