import { and, eq, isNull, gt, lt, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { twoFactorCalls } from '../../../contract/accounts/two-factor.ts'
import { twoFactors, secondStepTickets } from '../../../db/tables/two-factor.ts'
import type { Handler, Handlers } from '../../handler.ts'
import { endSessionsOf } from '../../session/end-sessions.ts'
import { getOwnAccount } from '../profile/own-account.ts'
import { assertReauthenticated } from '../profile/reauthenticate.ts'
import { notifySecurity } from '../profile/notify-security.ts'
import { countRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts'
import { removeTwoFactor } from './remove-two-factor.ts'
import { generateSecret, getActiveSecret, consumeSecondFactor, consumeTotp, createTotp } from './second-factor.ts'
import { users } from '../../../db/tables/accounts.ts'
import { maxTriesPerTicket } from '../../../domain/accounts/two-factor.ts'
import { hashToken } from '../../platform/tokens.ts'
import { openAccountSession } from '../sign-in/open-account-session.ts'

const confirmSecondStep: Handler<typeof twoFactorCalls.confirmSecondStep> = async ({ ticket, code }, context) => {
  const { db, concerns } = context
  const own = eq(secondStepTickets.tokenHash, hashToken(ticket))
  const open = and(own, isNull(secondStepTickets.usedAt), gt(secondStepTickets.expiresAt, new Date()))
  const [first] = await db
    .update(secondStepTickets)
    .set({ tries: sql`${secondStepTickets.tries} + 1` })
    .where(and(open, lt(secondStepTickets.tries, maxTriesPerTicket)))
    .returning()
  if (first === undefined) throw new CallFailed('ticketSpent')
  const { userId } = first
  concerns(async () => userId)
  const way = await consumeSecondFactor(context, userId, code)
  // Codes and tickets are single-use.
  const used = await db.update(secondStepTickets).set({ usedAt: new Date(), ssoIdToken: null }).where(open).returning()
  if (used.length === 0) throw new CallFailed('ticketSpent')
  const [account] = await db
    .select({ id: users.id, companyId: users.companyId, locked: users.locked, changedAt: users.passwordChangedAt })
    .from(users)
    .where(eq(users.id, userId))
  // A password change since the first step invalidates the ticket.
  if (account === undefined || (account.changedAt?.getTime() ?? 0) > first.createdAt.getTime())
    throw new CallFailed('ticketSpent')
  if (way === 'recovery') {
    const left = await countRecoveryCodes(db, userId)
    await db.transaction(async (tx) =>
      notifySecurity(tx, context, await getOwnAccount(tx, userId), `您的账号用恢复码登录，还剩 ${left} 个`, {
        always: true,
      }),
    )
  }
  const by = `${first.by}，${way === 'totp' ? '动态码' : '恢复码'}`
  return openAccountSession(context, account, {
    keepLogin: first.keepLogin,
    call: first.call,
    by,
    ssoIdToken: first.ssoIdToken ?? undefined,
  })
}

type Calls = typeof twoFactorCalls

const twoFactor: Handler<Calls['twoFactor']> = async (_input, { db, caller, config }) => {
  const [row] = await db.select().from(twoFactors).where(eq(twoFactors.userId, caller.userId))
  return {
    since: row?.enabledAt?.toISOString() ?? null,
    codesLeft: await countRecoveryCodes(db, caller.userId),
    required: !config.demo && (caller.isOperator || caller.lacksSecondStep),
  }
}

/** Replaces an unconfirmed secret, so that a QR code that was not confirmed becomes invalid. */
const twoFactorBegin: Handler<Calls['twoFactorBegin']> = async (_input, { db, caller }) => {
  await assertReauthenticated(db, caller)
  const secret = generateSecret()
  const begun = await db
    .insert(twoFactors)
    .values({ userId: caller.userId, secret })
    .onConflictDoUpdate({
      target: twoFactors.userId,
      set: { secret, lastStep: 0 },
      setWhere: isNull(twoFactors.enabledAt),
    })
    .returning({ userId: twoFactors.userId })
  if (begun.length === 0) throw new CallFailed('twoFactorOn')
  return { secret, uri: createTotp(secret, caller.loginName).toString() }
}

const twoFactorConfirm: Handler<Calls['twoFactorConfirm']> = async ({ code }, context) => {
  const { db, caller } = context
  const { userId } = caller
  await assertReauthenticated(db, caller)
  const [begun] = await db.select().from(twoFactors).where(eq(twoFactors.userId, userId))
  if (begun === undefined) throw new CallFailed('stepNotAllowed')
  if (begun.enabledAt !== null) throw new CallFailed('twoFactorOn')
  if (!(await consumeTotp(db, userId, begun.secret, code))) throw new CallFailed('codeWrong')
  return db.transaction(async (tx) => {
    const on = await tx
      .update(twoFactors)
      .set({ enabledAt: new Date() })
      .where(and(eq(twoFactors.userId, userId), isNull(twoFactors.enabledAt)))
      .returning({ userId: twoFactors.userId })
    if (on.length === 0) throw new CallFailed('twoFactorOn')
    const recoveryCodes = await renewRecoveryCodes(tx, userId)
    // Other sessions were opened without the second factor.
    const ended = await endSessionsOf(tx, userId, caller.sessionId)
    context.after(() => ended.forEach(context.push.endSession))
    await notifySecurity(tx, context, await getOwnAccount(tx, userId), '您的账号已开启两步验证')
    return { recoveryCodes }
  })
}

const twoFactorRemove: Handler<Calls['twoFactorRemove']> = async ({ code }, context) => {
  const { db, caller, config, note } = context
  if (caller.isOperator && !config.demo) throw new CallFailed('twoFactorKept')
  await assertReauthenticated(db, caller)
  note((await consumeSecondFactor(context, caller.userId, code)) === 'totp' ? '动态码' : '恢复码')
  await db.transaction(async (tx) => {
    await removeTwoFactor(tx, caller.userId)
    await notifySecurity(tx, context, await getOwnAccount(tx, caller.userId), '您的账号已关闭两步验证', {
      always: true,
    })
  })
  return {}
}

const recoveryCodesRenew: Handler<Calls['recoveryCodesRenew']> = async ({ code }, context) => {
  const { db, caller } = context
  await assertReauthenticated(db, caller)
  await consumeSecondFactor(context, caller.userId, code)
  return db.transaction(async (tx) => {
    if ((await getActiveSecret(tx, caller.userId)) === undefined) throw new CallFailed('stepNotAllowed')
    const recoveryCodes = await renewRecoveryCodes(tx, caller.userId)
    await notifySecurity(tx, context, await getOwnAccount(tx, caller.userId), '您的账号已更换恢复码，旧的恢复码作废')
    return { recoveryCodes }
  })
}

export const twoFactorHandlers: Handlers<Calls> = {
  twoFactor,
  twoFactorBegin,
  twoFactorConfirm,
  twoFactorRemove,
  recoveryCodesRenew,
  confirmSecondStep,
}
