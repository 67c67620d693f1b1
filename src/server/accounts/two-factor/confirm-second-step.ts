import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { twoFactorCalls } from '../../../contract/accounts/two-factor.ts'
import { users } from '../../../db/tables/accounts.ts'
import { secondStepTickets } from '../../../db/tables/two-factor.ts'
import { triesATicket } from '../../../domain/accounts/two-factor.ts'
import type { Handler } from '../../handler.ts'
import { hashToken } from '../../session/tokens.ts'
import { ownAccount } from '../profile/own-account.ts'
import { tellSecurity } from '../profile/tell-security.ts'
import { openAccount } from '../sign-in/open-account.ts'
import { recoveryCodesLeft } from './recovery-codes.ts'
import { takeSecondCode } from './second-code.ts'

export const confirmSecondStep: Handler<typeof twoFactorCalls.confirmSecondStep> = async (
  { ticket, code },
  context,
) => {
  const { db, concerns } = context
  const own = eq(secondStepTickets.tokenHash, hashToken(ticket))
  const open = and(own, isNull(secondStepTickets.usedAt), gt(secondStepTickets.expiresAt, new Date()))
  const [first] = await db
    .update(secondStepTickets)
    .set({ tries: sql`${secondStepTickets.tries} + 1` })
    .where(and(open, lt(secondStepTickets.tries, triesATicket)))
    .returning()
  if (first === undefined) throw new CallFailed('ticketSpent')
  const { userId } = first
  concerns(async () => userId)
  const way = await takeSecondCode(context, userId, code)
  // A code counts once, a ticket too.
  const used = await db.update(secondStepTickets).set({ usedAt: new Date(), ssoIdToken: null }).where(open).returning()
  if (used.length === 0) throw new CallFailed('ticketSpent')
  const [account] = await db
    .select({ id: users.id, companyId: users.companyId, locked: users.locked, changedAt: users.passwordChangedAt })
    .from(users)
    .where(eq(users.id, userId))
  // A password that was changed meanwhile makes the first step worth nothing.
  if (account === undefined || (account.changedAt?.getTime() ?? 0) > first.createdAt.getTime())
    throw new CallFailed('ticketSpent')
  if (way === 'recovery') {
    const left = await recoveryCodesLeft(db, userId)
    await db.transaction(async (tx) =>
      tellSecurity(tx, context, await ownAccount(tx, userId), `您的账号用恢复码登录，还剩 ${left} 个`, {
        always: true,
      }),
    )
  }
  const by = `${first.by}，${way === 'totp' ? '动态码' : '恢复码'}`
  return openAccount(context, account, {
    keep: first.keepLogin,
    call: first.call,
    by,
    ssoIdToken: first.ssoIdToken ?? undefined,
  })
}
