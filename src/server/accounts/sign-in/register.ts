import type { signInCalls } from '../../../contract/accounts/sign-in.ts'
import type { Handler } from '../../handler.ts'
import { presentedAsker } from '../../session/code-asker.ts'
import { takeCode } from '../../session/codes.ts'
import { hashPassword, mustBeAllowed } from '../../session/passwords.ts'
import { acceptInvitation } from '../companies/invitations.ts'
import { createUser } from './new-user.ts'
import { signIn } from './sign-in.ts'

export const register: Handler<typeof signInCalls.register> = async (input, context) => {
  const { loginName, mobile, smsCode, password, inviteCode, keepLogin, codeId } = input
  await mustBeAllowed(password, { loginName, mobile })
  const passwordHash = await hashPassword(password)
  // Only the right code hears that a number or a name is taken; it stays good for another name.
  const asker = presentedAsker(context, codeId)
  const user = await takeCode(context.db, { target: mobile, purpose: 'register', code: smsCode, asker }, async (tx) => {
    const made = await createUser(tx, { loginName, mobile, passwordHash })
    if (inviteCode === '') return made
    const { companyId } = await acceptInvitation(tx, { code: inviteCode, kind: 'link', userId: made.id, mobile })
    return { ...made, companyId }
  })
  return signIn(context, user, { keep: keepLogin, call: 'accounts.register', by: '注册' })
}
