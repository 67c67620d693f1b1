import type { verificationCalls } from '../../../contract/accounts/verification.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Handler } from '../../handler.ts'
import { giveTicket, takeCode } from '../../session/codes.ts'
import { ownAccount } from '../profile/own-account.ts'

export const mobileCaptchaCheck: Handler<typeof verificationCalls.mobileCaptchaCheck> = async (
  input,
  { db, caller },
) => {
  const { mobile, smsCode: code, purpose } = input
  if (purpose === 'resetPassword') {
    if (mobile === '') throw fieldFailed({ field: 'mobile', message: '请输入 11 位手机号' })
    return takeCode(db, { target: mobile, purpose, code }, giveTicket)
  }
  if (caller === null) throw new CallFailed('sessionInvalid')
  const { userId } = caller
  const target = mobile === '' ? ((await ownAccount(db, userId)).mobile ?? '') : mobile
  return takeCode(db, { target, purpose, code, userId }, giveTicket)
}
