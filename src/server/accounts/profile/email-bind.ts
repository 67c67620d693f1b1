import { eq } from 'drizzle-orm'
import type { profileCalls } from '../../../contract/accounts/profile.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { brokeUnique } from '../../../db/broke-unique.ts'
import { users } from '../../../db/tables/accounts.ts'
import { maskEmail } from '../../../domain/masks.ts'
import type { Handler } from '../../handler.ts'
import { takeCode } from '../../session/codes.ts'
import { ownAccount } from './own-account.ts'
import { assertReauthenticated } from './reauthenticate.ts'
import { tellOwner, tellSecurity } from './tell-security.ts'

export const emailBind: Handler<typeof profileCalls.emailBind> = async ({ email, emailCode }, context) => {
  const { db, caller, note } = context
  const { userId } = caller
  const account = await ownAccount(db, userId)
  const masked = maskEmail(email)
  // An account from the single sign-on may have nothing yet to prove itself by.
  if (account.passwordHash !== null || account.mobile !== null) await assertReauthenticated(db, caller)
  await takeCode(db, { target: email, purpose: 'bindEmail', userId, code: emailCode }, async (tx) => {
    await tx
      .update(users)
      .set({ email })
      .where(eq(users.id, userId))
      .catch((thrown: unknown) => {
        throw brokeUnique(thrown, 'users_email') ? new CallFailed('emailUsed') : thrown
      })
    if (email === account.email) return
    await tellSecurity(tx, context, account, `您的账号已绑定邮箱 ${masked}`, { always: true })
    await tellOwner(tx, context, caller, `贵企业账号 ${account.loginName} 的邮箱已更换为 ${masked}`)
  })
  note(masked)
  return { email: masked }
}
