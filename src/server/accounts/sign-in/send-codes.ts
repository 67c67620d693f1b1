import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { verificationCalls } from '../../../contract/accounts/verification.ts'
import type { Handler, Context } from '../../handler.ts'
import { redeemCaptcha } from '../../session/captchas.ts'
import { sendCode } from '../../session/send-code.ts'
import { getOwnAccount } from '../profile/own-account.ts'
import { getAccountByMobile } from './sign-in.ts'

/** Sends a code if an account has this number; the answer is the same without one. */
async function sendCodeToOwner(
  context: Context<'public'>,
  { mobile, ...answer }: { readonly mobile: string; readonly captchaId: string; readonly captcha: string },
  purpose: 'login' | 'resetPassword',
): ReturnType<typeof sendCode> {
  await redeemCaptcha(context.db, answer)
  const known = (await getAccountByMobile(context.db, mobile)) !== undefined
  return sendCode(context, { target: mobile, purpose, channel: 'sms', known })
}

/**
 * Purpose register is public and sends the code also to numbers with an account, so that only the owner of the phone
 * learns of it. Other purposes need a session.
 */
export const smsCaptcha: Handler<typeof verificationCalls.smsCaptcha> = async (
  { mobile, purpose, ...answer },
  context,
) => {
  const { db, caller } = context
  if ((purpose === 'register' || purpose === 'newMobile') && mobile === '')
    throw fieldFailed({ field: 'mobile', message: '请输入 11 位手机号' })
  if (purpose === 'register') {
    await redeemCaptcha(db, answer)
    return sendCode(context, { target: mobile, purpose, channel: 'sms' })
  }
  if (caller === null) throw new CallFailed('sessionInvalid')
  await redeemCaptcha(db, answer)
  const { userId } = caller
  if (purpose === 'newMobile') return sendCode(context, { target: mobile, purpose, channel: 'sms', userId })
  const own = (await getOwnAccount(db, userId)).mobile
  if (own === null || (mobile !== '' && mobile !== own)) {
    throw fieldFailed({ field: 'mobile', message: '不是您账号当前绑定的手机号' })
  }
  return sendCode(context, { target: own, purpose, channel: 'sms', userId, own: true })
}

export const mobileLoginCaptcha: Handler<typeof verificationCalls.mobileLoginCaptcha> = (input, context) =>
  sendCodeToOwner(context, input, 'login')

export const mobileRegisterLoginCaptcha: Handler<typeof verificationCalls.mobileRegisterLoginCaptcha> = async (
  { mobile, ...answer },
  context,
) => {
  await redeemCaptcha(context.db, answer)
  return sendCode(context, { target: mobile, purpose: 'registerLogin', channel: 'sms' })
}

export const resetPasswordCaptchaSend: Handler<typeof verificationCalls.resetPasswordCaptchaSend> = (input, context) =>
  sendCodeToOwner(context, input, 'resetPassword')
