import type { signInCalls } from '../../../contract/accounts/sign-in.ts'
import type { Handler } from '../../handler.ts'
import { presentedAsker } from '../../session/code-asker.ts'
import { takeCode } from '../../session/codes.ts'
import { hashPassword, mustBeAllowed } from '../../session/passwords.ts'
import { createCompany } from '../companies/new-company.ts'
import { createUser } from './new-user.ts'
import { signIn } from './sign-in.ts'

/** Account and company in one: who has only half of it would have no way to the other half with the same form. */
export const registerSupplier: Handler<typeof signInCalls.registerSupplier> = async (input, context) => {
  const { loginName, mobile, smsCode, password, companyName, contactName, keepLogin, codeId } = input
  await mustBeAllowed(password, { loginName, mobile, companyName })
  const passwordHash = await hashPassword(password)
  const asker = presentedAsker(context, codeId)
  const user = await takeCode(context.db, { target: mobile, purpose: 'register', code: smsCode, asker }, async (tx) => {
    const made = await createUser(tx, { loginName, mobile, passwordHash, realName: contactName })
    const company = { ownerId: made.id, name: companyName, contactName, contactPhone: mobile }
    return { ...made, companyId: await createCompany(tx, company) }
  })
  return signIn(context, user, { keep: keepLogin, call: 'accounts.registerSupplier', by: '供应商注册' })
}
