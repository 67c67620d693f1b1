import type { verificationCalls } from '../../../contract/accounts/verification.ts'
import { captchaSeconds } from '../../../domain/accounts/identity-rules.ts'
import type { Handler } from '../../handler.ts'
import { captchaPicture } from '../../session/captcha-picture.ts'
import { captchaText, keepCaptcha } from '../../session/captchas.ts'

export const loginCaptcha: Handler<typeof verificationCalls.loginCaptcha> = async (size, { db }) => {
  const text = captchaText()
  const image = await captchaPicture(text, size)
  return { captchaId: await keepCaptcha(db, text), image, expiresIn: captchaSeconds }
}
