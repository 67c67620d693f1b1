import type { signInCalls } from '../../../contract/accounts/sign-in.ts'
import type { Handlers } from '../../handler.ts'
import { forgetPasswordByMobile } from './forget-password-by-mobile.ts'
import { login } from './login.ts'
import { loginByMobile } from './login-by-mobile.ts'
import { logout } from './logout.ts'
import { register } from './register.ts'
import { registerLoginByMobile } from './register-login-by-mobile.ts'
import { registerSupplier } from './register-supplier.ts'
import { serviceId } from './service-id.ts'
import { signInWays } from './sign-in-ways.ts'
import { ssoLogin } from './sso-login.ts'
import { unAwareLoginKey } from './un-aware-login-key.ts'

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
