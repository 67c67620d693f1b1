import { CallFailed } from '../../../contract/failures.ts'
import type { signInCalls } from '../../../contract/accounts/sign-in.ts'
import type { Handler } from '../../handler.ts'
import { presentedAsker } from '../../session/code-asker.ts'
import { takeCode } from '../../session/codes.ts'
import { accountWithMobile, idOfMobile, signIn } from './sign-in.ts'

/** Guesses of the password do not count here: whoever holds the phone gets in while others guess. */
export const loginByMobile: Handler<typeof signInCalls.loginByMobile> = async (input, context) => {
  const { mobile, smsCode, keepLogin, codeId } = input
  context.concerns(idOfMobile(context.db, mobile))
  const asker = presentedAsker(context, codeId)
  const user = await takeCode(context.db, { target: mobile, purpose: 'login', code: smsCode, asker }, (tx) =>
    accountWithMobile(tx, mobile),
  )
  if (user === undefined) throw new CallFailed('codeWrong')
  return signIn(context, user, { keep: keepLogin, call: 'accounts.loginByMobile', by: '短信验证码' })
}
