import { and, eq } from 'drizzle-orm'
import type { signInCalls } from '../../../contract/accounts/sign-in.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { users } from '../../../db/tables/accounts.ts'
import type { Handler } from '../../handler.ts'
import { redeemTicket } from '../../session/codes.ts'
import { endSessionsOf } from '../../session/end-sessions.ts'
import { hashPassword, assertPasswordAllowed, passwordOwner } from '../../session/passwords.ts'
import { getOwnAccount } from '../profile/own-account.ts'
import { getAccountByMobile, userIdByMobile } from './sign-in.ts'
import { notifySecurity } from '../profile/notify-security.ts'
import { recordOperation } from '../../platform/history/operation-log.ts'

/** One transaction, so that the ticket stays valid after a failure. */
export const forgetPasswordByMobile: Handler<typeof signInCalls.forgetPasswordByMobile> = async (input, context) => {
  const { mobile, ticket, password } = input
  const { db, request, limits, push, after } = context
  context.concerns(userIdByMobile(db, mobile))
  await assertPasswordAllowed(password, { mobile })
  const passwordHash = await hashPassword(password)
  const { user, ended } = await db.transaction(async (tx) => {
    await redeemTicket(tx, { target: mobile, purpose: 'resetPassword', ticket })
    const account = await getAccountByMobile(tx, mobile)
    if (account === undefined) throw new CallFailed('ticketSpent')
    if (account.locked) throw new CallFailed('accountLocked')
    // Checked after the ticket, or it would reveal which number belongs to which login name.
    await assertPasswordAllowed(password, await passwordOwner(tx, account.id))
    const [changed] = await tx
      .update(users)
      .set({ passwordHash, passwordChangedAt: new Date() })
      .where(and(eq(users.id, account.id), eq(users.mobileHash, mobile), eq(users.locked, false)))
      .returning({ id: users.id })
    if (changed === undefined) throw new CallFailed('conflict')
    const doer = { userId: account.id, companyId: account.companyId, request }
    await recordOperation(tx, doer, {
      call: 'accounts.forgetPasswordByMobile',
      action: '重置密码',
      detail: '短信验证码',
    })
    await notifySecurity(tx, context, await getOwnAccount(tx, account.id), '您的登录密码已重置')
    return { user: account, ended: await endSessionsOf(tx, account.id) }
  })
  await limits.guess.clear(`u${user.id}`)
  after(() => ended.forEach((sessionId) => push.endSession(sessionId)))
  return { loginName: user.loginName }
}
