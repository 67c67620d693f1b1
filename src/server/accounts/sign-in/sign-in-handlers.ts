import type { signInCalls } from '../../../contract/accounts/sign-in.ts'
import type { Handlers } from '../../handler.ts'
import { forgetPasswordByMobile } from './forget-password-by-mobile.ts'
import { login, loginByMobile, logout, signInWays } from './login.ts'
import { register, registerSupplier, registerLoginByMobile } from './register.ts'
import { serviceId } from './service-id.ts'
import { ssoLogin, unAwareLoginKey } from './single-sign-on.ts'

export const signInHandlers: Handlers<typeof signInCalls> = {
  serviceId,
  login,
  logout,
  loginByMobile,
  register,
  registerSupplier,
  registerLoginByMobile,
  forgetPasswordByMobile,
  unAwareLoginKey,
  ssoLogin,
  signInWays,
}
