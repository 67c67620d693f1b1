import type { verificationCalls } from '../../../contract/accounts/verification.ts'
import type { Handler } from '../../handler.ts'
import { giveTicket, takeCode } from '../../session/codes.ts'

export const resetPasswordCaptchaCheck: Handler<typeof verificationCalls.resetPasswordCaptchaCheck> = (
  { mobile, smsCode },
  { db },
) => takeCode(db, { target: mobile, purpose: 'resetPassword', code: smsCode }, giveTicket)
