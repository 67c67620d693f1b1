import type { verificationCalls } from '../../../contract/accounts/verification.ts'
import { failures } from '../../../contract/failures.ts'
import type { Handler } from '../../handler.ts'
import { loginNameTaken } from './login-name-taken.ts'

export const loginNameUnique: Handler<typeof verificationCalls.loginNameUnique> = async ({ loginName }, { db }) => {
  const taken = await loginNameTaken(db, loginName)
  return { ok: !taken, message: taken ? failures.loginNameUsed.message : '' }
}
