import type { signInCalls } from '../../../contract/accounts/sign-in.ts'
import type { Handler } from '../../handler.ts'
import { presentedRequester } from '../../session/code-requester.ts'
import { redeemCode } from '../../session/codes.ts'
import { hashPassword, assertPasswordAllowed } from '../../session/passwords.ts'
import { acceptInvitation } from '../companies/invitations.ts'
import { createUser, generateLoginName } from './new-user.ts'
import { signIn, getAccountByMobile, userIdByMobile } from './sign-in.ts'
import { createCompany } from '../companies/new-company.ts'

export const register: Handler<typeof signInCalls.register> = async (input, context) => {
  const { loginName, mobile, smsCode, password, inviteCode, keepLogin, codeId } = input
  await assertPasswordAllowed(password, { loginName, mobile })
  const passwordHash = await hashPassword(password)
  // Whether number or name is taken is revealed only with the right code, which stays valid.
  const asker = presentedRequester(context, codeId)
  const user = await redeemCode(
    context.db,
    { target: mobile, purpose: 'register', code: smsCode, asker },
    async (tx) => {
      const made = await createUser(tx, { loginName, mobile, passwordHash })
      if (inviteCode === '') return made
      const { companyId } = await acceptInvitation(tx, { code: inviteCode, kind: 'link', userId: made.id, mobile })
      return { ...made, companyId }
    },
  )
  return signIn(context, user, { keepLogin, call: 'accounts.register', by: '注册' })
}

/** Creates account and company in one transaction, since the form cannot be repeated for one of them. */
export const registerSupplier: Handler<typeof signInCalls.registerSupplier> = async (input, context) => {
  const { loginName, mobile, smsCode, password, companyName, contactName, keepLogin, codeId } = input
  await assertPasswordAllowed(password, { loginName, mobile, companyName })
  const passwordHash = await hashPassword(password)
  const asker = presentedRequester(context, codeId)
  const user = await redeemCode(
    context.db,
    { target: mobile, purpose: 'register', code: smsCode, asker },
    async (tx) => {
      const made = await createUser(tx, { loginName, mobile, passwordHash, realName: contactName })
      const company = { ownerId: made.id, name: companyName, contactName, contactPhone: mobile }
      return { ...made, companyId: await createCompany(tx, company) }
    },
  )
  return signIn(context, user, { keepLogin, call: 'accounts.registerSupplier', by: '供应商注册' })
}

export const registerLoginByMobile: Handler<typeof signInCalls.registerLoginByMobile> = async (input, context) => {
  const { mobile, smsCode, keepLogin, codeId } = input
  context.concerns(userIdByMobile(context.db, mobile))
  const asker = presentedRequester(context, codeId)
  const { user, isNew } = await redeemCode(
    context.db,
    { target: mobile, purpose: 'registerLogin', code: smsCode, asker },
    async (tx) => {
      const known = await getAccountByMobile(tx, mobile)
      if (known !== undefined) return { user: known, isNew: false }
      return { user: await createUser(tx, { loginName: generateLoginName(), mobile, passwordHash: null }), isNew: true }
    },
  )
  const by = isNew ? '短信验证码注册' : '短信验证码'
  const signedIn = await signIn(context, user, { keepLogin, call: 'accounts.registerLoginByMobile', by })
  return { ...signedIn, isNew }
}
