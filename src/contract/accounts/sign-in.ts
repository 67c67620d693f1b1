import { everyone } from '../access.ts'
import { notBuilt } from '../call.ts'

export const signInCalls = {
  serviceId: notBuilt('/get/serviceid', everyone),
  login: notBuilt('/user-center/user/login', everyone),
  loginByMobile: notBuilt('/user-center/user/mobile/login', everyone),
  register: notBuilt('/user-center/user/register', everyone),
  registerSupplier: notBuilt('/company/supplier/register', everyone),
  loginCaptcha: notBuilt('/user-center/user/login/captcha', everyone),
  smsCaptcha: notBuilt('/message/sms/mobile/captcha', everyone),
  mobileLoginCaptcha: notBuilt('/user-center/user/mobile/login/captcha', everyone),
  mobileRegisterLoginCaptcha: notBuilt('/user-center/user/mobile/register-login/captcha', everyone),
  loginNameUnique: notBuilt('/user-center/user/login-name/unique-check', everyone),
  loginNameExists: notBuilt('/user-center/user/login-name/exist-check', everyone),
  mobileUnique: notBuilt('/user-center/user/mobile/unique-check', everyone),
  forgetPasswordByMobile: notBuilt('/user-center/user/password/forget/mobile', everyone),
  mobileValid: notBuilt('/user-center/user/mobile/validity-check', everyone),
  registerLoginByMobile: notBuilt('/user-center/user/mobile/register-login', everyone),
  mobileCaptchaCheck: notBuilt('/user-center/user/mobile-captcha-check', everyone),
  resetPasswordCaptchaSend: notBuilt('/user-center/mobile/reset-password-captcha/send', everyone),
  resetPasswordCaptchaCheck: notBuilt('/user-center/mobile/reset-password-captcha/check', everyone),
  unAwareLoginKey: notBuilt('/fmall/company/getUnAwareLoginKey', everyone),
}
