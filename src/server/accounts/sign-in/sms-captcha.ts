import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { verificationCalls } from '../../../contract/accounts/verification.ts'
import type { Handler } from '../../handler.ts'
import { takeCaptcha } from '../../session/captchas.ts'
import { sendCode } from '../../session/send-code.ts'
import { ownAccount } from '../profile/own-account.ts'

/**
 * For registering anybody may ask, and a number that has an account gets its code like any other: that it is used is
 * told to whoever holds the phone. The others are for people who are signed in.
 */
export const smsCaptcha: Handler<typeof verificationCalls.smsCaptcha> = async (
  { mobile, purpose, ...answer },
  context,
) => {
  const { db, caller } = context
  if ((purpose === 'register' || purpose === 'newMobile') && mobile === '')
    throw fieldFailed({ field: 'mobile', message: '请输入 11 位手机号' })
  if (purpose === 'register') {
    await takeCaptcha(db, answer)
    return sendCode(context, { target: mobile, purpose, channel: 'sms' })
  }
  if (caller === null) throw new CallFailed('sessionInvalid')
  await takeCaptcha(db, answer)
  const { userId } = caller
  if (purpose === 'newMobile') return sendCode(context, { target: mobile, purpose, channel: 'sms', userId })
  const own = (await ownAccount(db, userId)).mobile
  if (own === null || (mobile !== '' && mobile !== own)) {
    throw fieldFailed({ field: 'mobile', message: '不是您账号当前绑定的手机号' })
  }
  return sendCode(context, { target: own, purpose, channel: 'sms', userId, own: true })
}
