import { and, eq, isNull } from 'drizzle-orm'
import type { profileCalls } from '../../../contract/accounts/profile.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import { users } from '../../../db/tables/accounts.ts'
import type { Handler } from '../../handler.ts'
import { takeTicket } from '../../session/codes.ts'
import { endSessionsOf } from '../../session/end-sessions.ts'
import { hashPassword, mustBeAllowed, passwordOwner } from '../../session/passwords.ts'
import { ownAccount } from './own-account.ts'
import { proveOwnPassword } from './own-password.ts'
import { tellSecurity } from './tell-security.ts'

export const passwordReset: Handler<typeof profileCalls.passwordReset> = async (input, context) => {
  const { db, caller, limits, push, after } = context
  const { oldPassword, newPassword, ticket } = input
  const account = await ownAccount(db, caller.userId)
  const first = account.passwordHash === null
  await mustBeAllowed(newPassword, await passwordOwner(db, caller.userId), 'newPassword')
  if (!first && newPassword === oldPassword) {
    throw fieldFailed({ field: 'newPassword', message: '新密码须与当前密码不同' })
  }
  if (!first) await proveOwnPassword(context, oldPassword, 'oldPassword')
  const passwordHash = await hashPassword(newPassword)
  const ended = await db.transaction(async (tx) => {
    // Without a password the own mobile is what proves the person.
    if (first)
      await takeTicket(tx, { target: account.mobile ?? '', purpose: 'changeMobile', userId: account.userId, ticket })
    const kept =
      account.passwordHash === null ? isNull(users.passwordHash) : eq(users.passwordHash, account.passwordHash)
    const changed = await tx
      .update(users)
      .set({ passwordHash, passwordChangedAt: new Date() })
      .where(and(eq(users.id, account.userId), kept))
      .returning({ id: users.id })
    if (changed.length === 0) throw new CallFailed('conflict')
    await tellSecurity(tx, context, account, first ? '您的账号已设置登录密码' : '您的登录密码已修改')
    return endSessionsOf(tx, account.userId, caller.sessionId)
  })
  await limits.guess.forget(`u${account.userId}`)
  after(() => ended.forEach((sessionId) => push.endSession(sessionId)))
  return { ended: ended.length }
}
