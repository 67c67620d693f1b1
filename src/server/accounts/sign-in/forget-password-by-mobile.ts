import { and, eq } from 'drizzle-orm'
import type { signInCalls } from '../../../contract/accounts/sign-in.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { users } from '../../../db/tables/accounts.ts'
import type { Handler } from '../../handler.ts'
import { recordOperation } from '../../operations/public.ts'
import { takeTicket } from '../../session/codes.ts'
import { endSessionsOf } from '../../session/end-sessions.ts'
import { hashPassword, mustBeAllowed, passwordOwner } from '../../session/passwords.ts'
import { ownAccount } from '../profile/own-account.ts'
import { accountWithMobile, idOfMobile } from './sign-in.ts'
import { tellSecurity } from '../profile/tell-security.ts'

/** A refusal leaves the proof good: all of it is one transaction. */
export const forgetPasswordByMobile: Handler<typeof signInCalls.forgetPasswordByMobile> = async (input, context) => {
  const { mobile, ticket, password } = input
  const { db, request, limits, push, after } = context
  context.concerns(idOfMobile(db, mobile))
  await mustBeAllowed(password, { mobile })
  const passwordHash = await hashPassword(password)
  const { user, ended } = await db.transaction(async (tx) => {
    await takeTicket(tx, { target: mobile, purpose: 'resetPassword', ticket })
    const account = await accountWithMobile(tx, mobile)
    if (account === undefined) throw new CallFailed('ticketSpent')
    if (account.locked) throw new CallFailed('accountLocked')
    // Only now: before the proof it would tell which number belongs to which login name.
    await mustBeAllowed(password, await passwordOwner(tx, account.id))
    const [changed] = await tx
      .update(users)
      .set({ passwordHash, passwordChangedAt: new Date() })
      .where(and(eq(users.id, account.id), eq(users.mobile, mobile), eq(users.locked, false)))
      .returning({ id: users.id })
    if (changed === undefined) throw new CallFailed('conflict')
    const doer = { userId: account.id, companyId: account.companyId, request }
    await recordOperation(tx, doer, {
      call: 'accounts.forgetPasswordByMobile',
      action: '重置密码',
      detail: '短信验证码',
    })
    await tellSecurity(tx, context, await ownAccount(tx, account.id), '您的登录密码已重置')
    return { user: account, ended: await endSessionsOf(tx, account.id) }
  })
  await limits.guess.forget(`u${user.id}`)
  after(() => ended.forEach((sessionId) => push.endSession(sessionId)))
  return { loginName: user.loginName }
}
