import { eq, and, isNull } from 'drizzle-orm'
import type { profileCalls } from '../../../contract/accounts/profile.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import { violatesUnique } from '../../../db/errors.ts'
import { users } from '../../../db/tables/accounts.ts'
import { maskEmail, maskPhone } from '../../../domain/masks.ts'
import type { Handler } from '../../handler.ts'
import { redeemCode, redeemTicket } from '../../session/codes.ts'
import { getOwnAccount } from './own-account.ts'
import { assertReauthenticated } from './reauthenticate.ts'
import { notifyOwner, notifySecurity } from './notify-security.ts'
import { redeemCaptcha } from '../../session/captchas.ts'
import { sendCode } from '../../session/send-code.ts'
import { verifyOwnPassword } from './own-password.ts'
import { endSessionsOf } from '../../session/end-sessions.ts'
import { hashPassword, assertPasswordAllowed, passwordOwner } from '../../session/passwords.ts'

export const emailBind: Handler<typeof profileCalls.emailBind> = async ({ email, emailCode }, context) => {
  const { db, caller, note } = context
  const { userId } = caller
  const account = await getOwnAccount(db, userId)
  const masked = maskEmail(email)
  // Single sign-on accounts without password and number cannot reauthenticate.
  if (account.passwordHash !== null || account.mobile !== null) await assertReauthenticated(db, caller)
  await redeemCode(db, { target: email, purpose: 'bindEmail', userId, code: emailCode }, async (tx) => {
    await tx
      .update(users)
      .set({ email })
      .where(eq(users.id, userId))
      .catch((thrown: unknown) => {
        throw violatesUnique(thrown, 'users_email') ? new CallFailed('emailUsed') : thrown
      })
    if (email === account.email) return
    await notifySecurity(tx, context, account, `您的账号已绑定邮箱 ${masked}`, { always: true })
    await notifyOwner(tx, context, caller, `贵企业账号 ${account.loginName} 的邮箱已更换为 ${masked}`)
  })
  note(masked)
  return { email: masked }
}

export const emailCaptchaSend: Handler<typeof profileCalls.emailCaptchaSend> = async (input, context) => {
  await redeemCaptcha(context.db, input)
  const { userId } = context.caller
  return sendCode(context, { target: input.email, purpose: 'bindEmail', channel: 'mail', userId })
}

/**
 * Requires a reauthenticated session, the password, or a ticket for the old number. A single sign-on account without
 * number and password needs only the code sent to the new number.
 */
export const mobileReset: Handler<typeof profileCalls.mobileReset> = async (input, context) => {
  const { db, caller, note } = context
  const { password, ticket, newMobile, smsCode } = input
  const account = await getOwnAccount(db, caller.userId)
  if (newMobile === account.mobile) throw fieldFailed({ field: 'newMobile', message: '与当前手机号相同' })
  const byTicket = password === '' && ticket !== '' && account.mobile !== null
  const hasNoProof = account.mobile === null && account.passwordHash === null
  if (password !== '') await verifyOwnPassword(context, password, 'password')
  else if (!byTicket && !hasNoProof) await assertReauthenticated(db, caller)
  const mobile = maskPhone(newMobile)
  await redeemCode(
    db,
    { target: newMobile, purpose: 'newMobile', userId: account.userId, code: smsCode },
    async (tx) => {
      if (byTicket && account.mobile !== null)
        await redeemTicket(tx, { target: account.mobile, purpose: 'changeMobile', userId: account.userId, ticket })
      const unchanged = account.mobile === null ? isNull(users.mobile) : eq(users.mobileHash, account.mobile)
      const changed = await tx
        .update(users)
        .set({ mobile: newMobile })
        .where(and(eq(users.id, account.userId), unchanged))
        .returning({ id: users.id })
        .catch((thrown: unknown) => {
          throw violatesUnique(thrown, 'users_mobile_hash') ? new CallFailed('mobileUsed') : thrown
        })
      if (changed.length === 0) throw new CallFailed('conflict')
      await notifySecurity(tx, context, account, `您账号的手机号已更换为 ${mobile}`, { always: true })
      await notifyOwner(tx, context, caller, `贵企业账号 ${account.loginName} 的手机号已更换为 ${mobile}`)
    },
  )
  note(`${account.mobile === null ? '未绑定' : maskPhone(account.mobile)} → ${mobile}`)
  return { mobile }
}

export const passwordReset: Handler<typeof profileCalls.passwordReset> = async (input, context) => {
  const { db, caller, limits, push, after } = context
  const { oldPassword, newPassword, ticket } = input
  const account = await getOwnAccount(db, caller.userId)
  const first = account.passwordHash === null
  await assertPasswordAllowed(newPassword, await passwordOwner(db, caller.userId), 'newPassword')
  if (!first && newPassword === oldPassword) {
    throw fieldFailed({ field: 'newPassword', message: '新密码须与当前密码不同' })
  }
  if (!first) await verifyOwnPassword(context, oldPassword, 'oldPassword')
  const passwordHash = await hashPassword(newPassword)
  const ended = await db.transaction(async (tx) => {
    // The first password is authorised by a ticket for the own mobile number.
    if (first)
      await redeemTicket(tx, { target: account.mobile ?? '', purpose: 'changeMobile', userId: account.userId, ticket })
    const unchanged =
      account.passwordHash === null ? isNull(users.passwordHash) : eq(users.passwordHash, account.passwordHash)
    const changed = await tx
      .update(users)
      .set({ passwordHash, passwordChangedAt: new Date() })
      .where(and(eq(users.id, account.userId), unchanged))
      .returning({ id: users.id })
    if (changed.length === 0) throw new CallFailed('conflict')
    await notifySecurity(tx, context, account, first ? '您的账号已设置登录密码' : '您的登录密码已修改')
    return endSessionsOf(tx, account.userId, caller.sessionId)
  })
  await limits.guess.clear(`u${account.userId}`)
  after(() => ended.forEach((sessionId) => push.endSession(sessionId)))
  return { ended: ended.length }
}
