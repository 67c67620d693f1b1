import { and, eq, isNull } from 'drizzle-orm'
import type { profileCalls } from '../../../contract/accounts/profile.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import { brokeUnique } from '../../../db/broke-unique.ts'
import { users } from '../../../db/tables/accounts.ts'
import { maskPhone } from '../../../domain/masks.ts'
import type { Handler } from '../../handler.ts'
import { takeCode, takeTicket } from '../../session/codes.ts'
import { ownAccount } from './own-account.ts'
import { proveOwnPassword } from './own-password.ts'
import { assertReauthenticated } from './reauthenticate.ts'
import { tellOwner, tellSecurity } from './tell-security.ts'

/**
 * Who they are comes first: a session that just proved it, the password, or the proof of the old number. An account that has neither (from the single
 * sign-on) gets its first number by that number's code alone.
 */
export const mobileReset: Handler<typeof profileCalls.mobileReset> = async (input, context) => {
  const { db, caller, note } = context
  const { password, ticket, newMobile, smsCode } = input
  const account = await ownAccount(db, caller.userId)
  if (newMobile === account.mobile) throw fieldFailed({ field: 'newMobile', message: '与当前手机号相同' })
  const byTicket = password === '' && ticket !== '' && account.mobile !== null
  const nothingYet = account.mobile === null && account.passwordHash === null
  if (password !== '') await proveOwnPassword(context, password, 'password')
  else if (!byTicket && !nothingYet) await assertReauthenticated(db, caller)
  const mobile = maskPhone(newMobile)
  await takeCode(db, { target: newMobile, purpose: 'newMobile', userId: account.userId, code: smsCode }, async (tx) => {
    if (byTicket && account.mobile !== null)
      await takeTicket(tx, { target: account.mobile, purpose: 'changeMobile', userId: account.userId, ticket })
    const kept = account.mobile === null ? isNull(users.mobile) : eq(users.mobile, account.mobile)
    const changed = await tx
      .update(users)
      .set({ mobile: newMobile })
      .where(and(eq(users.id, account.userId), kept))
      .returning({ id: users.id })
      .catch((thrown: unknown) => {
        throw brokeUnique(thrown, 'users_mobile_unique') ? new CallFailed('mobileUsed') : thrown
      })
    if (changed.length === 0) throw new CallFailed('conflict')
    await tellSecurity(tx, context, account, `您账号的手机号已更换为 ${mobile}`, { always: true })
    await tellOwner(tx, context, caller, `贵企业账号 ${account.loginName} 的手机号已更换为 ${mobile}`)
  })
  note(`${account.mobile === null ? '未绑定' : maskPhone(account.mobile)} → ${mobile}`)
  return { mobile }
}
