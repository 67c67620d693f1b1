import type { verificationCalls } from '../../../contract/accounts/verification.ts'
import type { Handler } from '../../handler.ts'
import { sendToOwner } from './send-to-owner.ts'

export const resetPasswordCaptchaSend: Handler<typeof verificationCalls.resetPasswordCaptchaSend> = (input, context) =>
  sendToOwner(context, input, 'resetPassword')
