import { and, eq, isNull } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { twoFactorCalls } from '../../../contract/accounts/two-factor.ts'
import { twoFactors } from '../../../db/tables/two-factor.ts'
import type { Handler, Handlers } from '../../handler.ts'
import { endSessionsOf } from '../../session/end-sessions.ts'
import { ownAccount } from '../profile/own-account.ts'
import { assertReauthenticated } from '../profile/reauthenticate.ts'
import { tellSecurity } from '../profile/tell-security.ts'
import { confirmSecondStep } from './confirm-second-step.ts'
import { recoveryCodesLeft, renewRecoveryCodes } from './recovery-codes.ts'
import { removeTwoFactor } from './remove-two-factor.ts'
import { newSecret, secretInForce, takeSecondCode, takeTotp, totpOf } from './second-code.ts'

type Calls = typeof twoFactorCalls

const twoFactor: Handler<Calls['twoFactor']> = async (_input, { db, caller, config }) => {
  const [row] = await db.select().from(twoFactors).where(eq(twoFactors.userId, caller.userId))
  return {
    since: row?.enabledAt?.toISOString() ?? null,
    codesLeft: await recoveryCodesLeft(db, caller.userId),
    required: !config.demo && (caller.isOperator || caller.lacksSecondStep),
  }
}

/** A new secret until one is confirmed: a QR code that somebody saw and nobody confirmed is worth nothing. */
const twoFactorBegin: Handler<Calls['twoFactorBegin']> = async (_input, { db, caller }) => {
  await assertReauthenticated(db, caller)
  const secret = newSecret()
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
  return { secret, uri: totpOf(secret, caller.loginName).toString() }
}

const twoFactorConfirm: Handler<Calls['twoFactorConfirm']> = async ({ code }, context) => {
  const { db, caller } = context
  const { userId } = caller
  await assertReauthenticated(db, caller)
  const [begun] = await db.select().from(twoFactors).where(eq(twoFactors.userId, userId))
  if (begun === undefined) throw new CallFailed('stepNotAllowed')
  if (begun.enabledAt !== null) throw new CallFailed('twoFactorOn')
  if (!(await takeTotp(db, userId, begun.secret, code))) throw new CallFailed('codeWrong')
  return db.transaction(async (tx) => {
    const on = await tx
      .update(twoFactors)
      .set({ enabledAt: new Date() })
      .where(and(eq(twoFactors.userId, userId), isNull(twoFactors.enabledAt)))
      .returning({ userId: twoFactors.userId })
    if (on.length === 0) throw new CallFailed('twoFactorOn')
    const recoveryCodes = await renewRecoveryCodes(tx, userId)
    // Whoever is in elsewhere got in without it.
    const ended = await endSessionsOf(tx, userId, caller.sessionId)
    context.after(() => ended.forEach(context.push.endSession))
    await tellSecurity(tx, context, await ownAccount(tx, userId), '您的账号已开启两步验证')
    return { recoveryCodes }
  })
}

const twoFactorRemove: Handler<Calls['twoFactorRemove']> = async ({ code }, context) => {
  const { db, caller, config, note } = context
  if (caller.isOperator && !config.demo) throw new CallFailed('twoFactorKept')
  await assertReauthenticated(db, caller)
  note((await takeSecondCode(context, caller.userId, code)) === 'totp' ? '动态码' : '恢复码')
  await db.transaction(async (tx) => {
    await removeTwoFactor(tx, caller.userId)
    await tellSecurity(tx, context, await ownAccount(tx, caller.userId), '您的账号已关闭两步验证', { always: true })
  })
  return {}
}

const recoveryCodesRenew: Handler<Calls['recoveryCodesRenew']> = async ({ code }, context) => {
  const { db, caller } = context
  await assertReauthenticated(db, caller)
  await takeSecondCode(context, caller.userId, code)
  return db.transaction(async (tx) => {
    if ((await secretInForce(tx, caller.userId)) === undefined) throw new CallFailed('stepNotAllowed')
    const recoveryCodes = await renewRecoveryCodes(tx, caller.userId)
    await tellSecurity(tx, context, await ownAccount(tx, caller.userId), '您的账号已更换恢复码，旧的恢复码作废')
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
