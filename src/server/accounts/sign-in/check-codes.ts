import type { verificationCalls } from '../../../contract/accounts/verification.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Handler } from '../../handler.ts'
import { presentedRequester } from '../../session/code-requester.ts'
import { issueTicket, redeemCode } from '../../session/codes.ts'
import { getOwnAccount } from '../profile/own-account.ts'
import { userIdByMobile } from './sign-in.ts'

export const mobileCaptchaCheck: Handler<typeof verificationCalls.mobileCaptchaCheck> = async (input, context) => {
  const { db, caller } = context
  const { mobile, smsCode: code, purpose, codeId } = input
  if (purpose === 'resetPassword') {
    if (mobile === '') throw fieldFailed({ field: 'mobile', message: '请输入 11 位手机号' })
    context.concerns(userIdByMobile(db, mobile))
    return redeemCode(db, { target: mobile, purpose, code, asker: presentedRequester(context, codeId) }, issueTicket)
  }
  if (caller === null) throw new CallFailed('sessionInvalid')
  const { userId } = caller
  const target = mobile === '' ? ((await getOwnAccount(db, userId)).mobile ?? '') : mobile
  return redeemCode(db, { target, purpose, code, userId }, issueTicket)
}

export const resetPasswordCaptchaCheck: Handler<typeof verificationCalls.resetPasswordCaptchaCheck> = (
  { mobile, smsCode, codeId },
  context,
) => {
  context.concerns(userIdByMobile(context.db, mobile))
  const asker = presentedRequester(context, codeId)
  return redeemCode(context.db, { target: mobile, purpose: 'resetPassword', code: smsCode, asker }, issueTicket)
}
