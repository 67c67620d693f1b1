import type { verificationCalls } from '../../../contract/accounts/verification.ts'
import type { Handler } from '../../handler.ts'
import { takeCaptcha } from '../../session/captchas.ts'
import { loginNameTaken } from './login-name-taken.ts'

export const loginNameExists: Handler<typeof verificationCalls.loginNameExists> = async (
  { loginName, ...answer },
  { db },
) => {
  await takeCaptcha(db, answer)
  const ok = await loginNameTaken(db, loginName)
  return { ok, message: ok ? '' : '没有这个登录名，请检查后重新输入' }
}
