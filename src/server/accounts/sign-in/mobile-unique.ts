import type { verificationCalls } from '../../../contract/accounts/verification.ts'
import { failures } from '../../../contract/failures.ts'
import type { Handler } from '../../handler.ts'
import { takeCaptcha } from '../../session/captchas.ts'
import { accountWithMobile } from './sign-in.ts'

export const mobileUnique: Handler<typeof verificationCalls.mobileUnique> = async ({ mobile, ...answer }, { db }) => {
  await takeCaptcha(db, answer)
  const taken = (await accountWithMobile(db, mobile)) !== undefined
  return { ok: !taken, message: taken ? failures.mobileUsed.message : '' }
}
