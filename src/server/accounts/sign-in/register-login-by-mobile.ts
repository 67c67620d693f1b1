import type { signInCalls } from '../../../contract/accounts/sign-in.ts'
import type { Handler } from '../../handler.ts'
import { presentedAsker } from '../../session/code-asker.ts'
import { takeCode } from '../../session/codes.ts'
import { anyLoginName } from './any-login-name.ts'
import { createUser } from './new-user.ts'
import { accountWithMobile, idOfMobile, signIn } from './sign-in.ts'

export const registerLoginByMobile: Handler<typeof signInCalls.registerLoginByMobile> = async (input, context) => {
  const { mobile, smsCode, keepLogin, codeId } = input
  context.concerns(idOfMobile(context.db, mobile))
  const asker = presentedAsker(context, codeId)
  const { user, isNew } = await takeCode(
    context.db,
    { target: mobile, purpose: 'registerLogin', code: smsCode, asker },
    async (tx) => {
      const known = await accountWithMobile(tx, mobile)
      if (known !== undefined) return { user: known, isNew: false }
      return { user: await createUser(tx, { loginName: anyLoginName(), mobile, passwordHash: null }), isNew: true }
    },
  )
  const by = isNew ? '短信验证码注册' : '短信验证码'
  const signedIn = await signIn(context, user, { keep: keepLogin, call: 'accounts.registerLoginByMobile', by })
  return { ...signedIn, isNew }
}
