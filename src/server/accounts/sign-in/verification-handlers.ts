import type { verificationCalls } from '../../../contract/accounts/verification.ts'
import type { Handlers } from '../../handler.ts'
import { loginCaptcha } from './login-captcha.ts'
import { loginNameExists } from './login-name-exists.ts'
import { loginNameUnique } from './login-name-unique.ts'
import { mobileCaptchaCheck } from './mobile-captcha-check.ts'
import { mobileLoginCaptcha } from './mobile-login-captcha.ts'
import { mobileRegisterLoginCaptcha } from './mobile-register-login-captcha.ts'
import { mobileUnique } from './mobile-unique.ts'
import { mobileValid } from './mobile-valid.ts'
import { resetPasswordCaptchaCheck } from './reset-password-captcha-check.ts'
import { resetPasswordCaptchaSend } from './reset-password-captcha-send.ts'
import { smsCaptcha } from './sms-captcha.ts'

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
