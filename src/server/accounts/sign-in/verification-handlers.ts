import type { verificationCalls } from '../../../contract/accounts/verification.ts'
import type { Handlers, Handler } from '../../handler.ts'
import { loginNameExists, loginNameUnique, mobileUnique, mobileValid } from './availability-checks.ts'
import { mobileCaptchaCheck, resetPasswordCaptchaCheck } from './check-codes.ts'
import { mobileLoginCaptcha, smsCaptcha, mobileRegisterLoginCaptcha, resetPasswordCaptchaSend } from './send-codes.ts'
import { captchaSeconds } from '../../../domain/accounts/identity-rules.ts'
import { captchaPicture, captchaText, saveCaptcha } from '../../session/captchas.ts'

const loginCaptcha: Handler<typeof verificationCalls.loginCaptcha> = async (size, { db }) => {
  const text = captchaText()
  const image = await captchaPicture(text, size)
  return { captchaId: await saveCaptcha(db, text), image, expiresIn: captchaSeconds }
}

export const verificationHandlers: Handlers<typeof verificationCalls> = {
  loginCaptcha,
  smsCaptcha,
  mobileLoginCaptcha,
  mobileRegisterLoginCaptcha,
  loginNameUnique,
  loginNameExists,
  mobileUnique,
  mobileValid,
  mobileCaptchaCheck,
  resetPasswordCaptchaSend,
  resetPasswordCaptchaCheck,
}
