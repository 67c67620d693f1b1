import type { verificationCalls } from '../../../contract/accounts/verification.ts'
import type { Handler } from '../../handler.ts'
import { sendToOwner } from './send-to-owner.ts'

export const mobileLoginCaptcha: Handler<typeof verificationCalls.mobileLoginCaptcha> = (input, context) =>
  sendToOwner(context, input, 'login')
