import { and, eq } from 'drizzle-orm'
import type { signInCalls } from '../../../contract/accounts/sign-in.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { lookupHash } from '../../../db/encryption/cipher.ts'
import { sessions, users } from '../../../db/tables/accounts.ts'
import { guessesBeforeCaptcha } from '../../../domain/accounts/identity-rules.ts'
import type { Handler } from '../../handler.ts'
import { guessesPerHour } from '../../limits.ts'
import { recordOperation } from '../../platform/history/operation-log.ts'
import { redeemCaptcha } from '../../session/captchas.ts'
import { presentedRequester } from '../../session/code-requester.ts'
import { redeemCode, redeemTicket } from '../../session/codes.ts'
import { endSessionsOf } from '../../session/end-sessions.ts'
import { endSession, removalCookies } from '../../session/open-session.ts'
import { assertPasswordAllowed, hashPassword, passwordOwner, verifyPassword } from '../../session/passwords.ts'
import { notifySecurity } from '../profile/notify-security.ts'
import { getOwnAccount } from '../profile/own-account.ts'
import { findAccountByName, getAccountByMobile, signIn, userIdByMobile } from './sign-in.ts'

export const login: Handler<typeof signInCalls.login> = async (input, context) => {
  const { db, limits } = context
  const user = await findAccountByName(db, input.loginName)
  context.concerns(async () => user?.id)
  // Limited by account, which can be named by login name or mobile number.
  const account = user === undefined ? `?${lookupHash(input.loginName.toLowerCase(), 'limits.guess')}` : `u${user.id}`
  const before = await limits.guess.check(account)
  const withCaptcha = input.captcha !== ''
  if (withCaptcha) await redeemCaptcha(db, input)
  else if (before >= guessesBeforeCaptcha) throw new CallFailed('captchaNeeded')
  if (!(await verifyPassword(user?.passwordHash, input.password)) || user === undefined) {
    const wrong = await limits.guess.failed(account)
    // Concurrent attempts saw the same count; beyond the limit the result is not revealed.
    if (wrong > guessesBeforeCaptcha && !withCaptcha) throw new CallFailed('captchaNeeded')
    throw new CallFailed('wrongPassword', {
      left: guessesPerHour - wrong,
      captchaNeeded: wrong >= guessesBeforeCaptcha,
    })
  }
  const meanwhile = await limits.guess.check(account)
  if (meanwhile >= guessesBeforeCaptcha && !withCaptcha) throw new CallFailed('captchaNeeded')
  return signIn(context, user, { keepLogin: input.keepLogin, call: 'accounts.login', by: '密码' })
}

/** Failed passwords do not block this: the owner of the phone can sign in during a guessing attack. */
export const loginByMobile: Handler<typeof signInCalls.loginByMobile> = async (input, context) => {
  const { mobile, smsCode, keepLogin, codeId } = input
  context.concerns(userIdByMobile(context.db, mobile))
  const asker = presentedRequester(context, codeId)
  const user = await redeemCode(context.db, { target: mobile, purpose: 'login', code: smsCode, asker }, (tx) =>
    getAccountByMobile(tx, mobile),
  )
  if (user === undefined) throw new CallFailed('codeWrong')
  return signIn(context, user, { keepLogin, call: 'accounts.loginByMobile', by: '短信验证码' })
}

export const logout: Handler<typeof signInCalls.logout> = async (_input, context) => {
  const { db, config, caller, providers, push, after, setCookie } = context
  const [session] = await db
    .select({ idToken: sessions.ssoIdToken })
    .from(sessions)
    .where(eq(sessions.id, caller.sessionId))
  await endSession(db, caller.sessionId)
  removalCookies(config.siteUrl).forEach(setCookie)
  after(() => push.endSession(caller.sessionId))
  // The session at the identity provider must end too, or the next user of the browser gets in without a prompt.
  const through = session?.idToken ?? undefined
  return { ssoLogoutUrl: through === undefined ? '' : ((await providers.sso?.logoutUrl(through)) ?? '') }
}

/** SMS needs a provider; the demo shows messages on its outbox page instead. */
export const signInWays: Handler<typeof signInCalls.signInWays> = async (_input, { config, providers }) => ({
  sms: providers.sms !== undefined || config.demo,
  sso: providers.sso === undefined ? null : { name: providers.sso.name },
})

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
    const actor = { userId: account.id, companyId: account.companyId, request }
    await recordOperation(tx, actor, {
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
