import type { verificationCalls } from '../../../contract/accounts/verification.ts'
import { failures } from '../../../contract/failures.ts'
import type { Handler } from '../../handler.ts'
import { presentedAsker } from '../../session/code-asker.ts'
import { proveCode } from '../../session/codes.ts'
import { accountWithMobile } from './sign-in.ts'

/** Only whoever reads the SMS of a number hears whether it has an account: to anybody else a picture is no obstacle. */
export const mobileUnique: Handler<typeof verificationCalls.mobileUnique> = async (input, context) => {
  const { mobile, smsCode: code, codeId } = input
  await proveCode(context.db, { target: mobile, purpose: 'register', code, asker: presentedAsker(context, codeId) })
  const taken = (await accountWithMobile(context.db, mobile)) !== undefined
  return { ok: !taken, message: taken ? failures.mobileUsed.message : '' }
}
