import type { verificationCalls } from '../../../contract/accounts/verification.ts'
import type { Handler } from '../../handler.ts'
import { takeCaptcha } from '../../session/captchas.ts'
import { sendCode } from '../../session/send-code.ts'

export const mobileRegisterLoginCaptcha: Handler<typeof verificationCalls.mobileRegisterLoginCaptcha> = async (
  { mobile, ...answer },
  context,
) => {
  await takeCaptcha(context.db, answer)
  return sendCode(context, { target: mobile, purpose: 'registerLogin', channel: 'sms' })
}
