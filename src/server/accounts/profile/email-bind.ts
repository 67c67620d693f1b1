import { eq } from 'drizzle-orm'
import type { profileCalls } from '../../../contract/accounts/profile.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { brokeUnique } from '../../../db/broke-unique.ts'
import { users } from '../../../db/tables/accounts.ts'
import { maskEmail } from '../../../domain/masks.ts'
import type { Handler } from '../../handler.ts'
import { takeCode } from '../../session/codes.ts'
import { ownAccount } from './own-account.ts'
import { tellSecurity } from './tell-security.ts'

export const emailBind: Handler<typeof profileCalls.emailBind> = async ({ email, emailCode }, context) => {
  const { db, caller, note } = context
  const { userId } = caller
  const account = await ownAccount(db, userId)
  const masked = maskEmail(email)
  await takeCode(db, { target: email, purpose: 'bindEmail', userId, code: emailCode }, async (tx) => {
    await tx
      .update(users)
      .set({ email })
      .where(eq(users.id, userId))
      .catch((thrown: unknown) => {
        throw brokeUnique(thrown, 'users_email') ? new CallFailed('emailUsed') : thrown
      })
    if (email !== account.email) await tellSecurity(tx, context, account, `您的账号已绑定邮箱 ${masked}`)
  })
  note(masked)
  return { email: masked }
}
