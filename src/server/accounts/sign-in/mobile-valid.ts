import type { verificationCalls } from '../../../contract/accounts/verification.ts'
import { mobilePattern, tidyMobile } from '../../../domain/accounts/identity-rules.ts'
import type { Handler } from '../../handler.ts'

/** Looks at the digits only. */
export const mobileValid: Handler<typeof verificationCalls.mobileValid> = async ({ mobile }) => {
  const ok = mobilePattern.test(tidyMobile(mobile))
  return { ok, message: ok ? '' : '请输入 11 位手机号' }
}
