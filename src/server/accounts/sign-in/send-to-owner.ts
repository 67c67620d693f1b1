import type { Context } from '../../handler.ts'
import { takeCaptcha } from '../../session/captchas.ts'
import { sendCode } from '../../session/send-code.ts'
import { accountWithMobile } from './sign-in.ts'

/** Sends a code to the person whose account has this number. Where there is none everything looks the same. */
export async function sendToOwner(
  context: Context<'public'>,
  { mobile, ...answer }: { readonly mobile: string; readonly captchaId: string; readonly captcha: string },
  purpose: 'login' | 'resetPassword',
): ReturnType<typeof sendCode> {
  await takeCaptcha(context.db, answer)
  const known = (await accountWithMobile(context.db, mobile)) !== undefined
  return sendCode(context, { target: mobile, purpose, channel: 'sms', known })
}
