import type { profileCalls } from '../../../contract/accounts/profile.ts'
import type { Handler } from '../../handler.ts'
import { takeCaptcha } from '../../session/captchas.ts'
import { sendCode } from '../../session/send-code.ts'

export const emailCaptchaSend: Handler<typeof profileCalls.emailCaptchaSend> = async (input, context) => {
  await takeCaptcha(context.db, input)
  const { userId } = context.caller
  return sendCode(context, { target: input.email, purpose: 'bindEmail', channel: 'mail', userId })
}
