import type { verificationCalls } from '../../../contract/accounts/verification.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Handler } from '../../handler.ts'
import { presentedAsker } from '../../session/code-asker.ts'
import { giveTicket, takeCode } from '../../session/codes.ts'
import { ownAccount } from '../profile/own-account.ts'
import { idOfMobile } from './sign-in.ts'

export const mobileCaptchaCheck: Handler<typeof verificationCalls.mobileCaptchaCheck> = async (input, context) => {
  const { db, caller } = context
  const { mobile, smsCode: code, purpose, codeId } = input
  if (purpose === 'resetPassword') {
    if (mobile === '') throw fieldFailed({ field: 'mobile', message: '请输入 11 位手机号' })
    context.concerns(idOfMobile(db, mobile))
    return takeCode(db, { target: mobile, purpose, code, asker: presentedAsker(context, codeId) }, giveTicket)
  }
  if (caller === null) throw new CallFailed('sessionInvalid')
  const { userId } = caller
  const target = mobile === '' ? ((await ownAccount(db, userId)).mobile ?? '') : mobile
  return takeCode(db, { target, purpose, code, userId }, giveTicket)
}
