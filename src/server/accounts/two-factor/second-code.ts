import { and, eq, isNotNull, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { twoFactors } from '../../../db/tables/two-factor.ts'
import { secondStepsPerHour, totpPattern, totpPeriod, totpWindow } from '../../../domain/accounts/two-factor.ts'
import type { Limits } from '../../limits.ts'
import { spendRecoveryCode } from './recovery-codes.ts'

/** Generator of one secret, as the authenticators reckon: SHA-1, six digits, thirty seconds. */
export const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: '药械研发服务平台', label, secret: Secret.fromBase32(secret), period: totpPeriod })

/** 160 random bits, base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/**
 * Takes a code of the authenticator: the time step to which it belongs, once. A code of this step or an earlier one that
 * counted already is wrong, and of two that come at once one counts.
 */
export async function takeTotp(db: Db, userId: number, secret: string, code: string): Promise<boolean> {
  const now = Date.now()
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: totpWindow })
  if (delta === null) return false
  const step = Math.floor(now / 1000 / totpPeriod) + delta
  const counted = await db
    .update(twoFactors)
    .set({ lastStep: step })
    .where(and(eq(twoFactors.userId, userId), lt(twoFactors.lastStep, step)))
    .returning({ userId: twoFactors.userId })
  return counted.length > 0
}

/** The secret of an account whose second step is on. */
export async function secretInForce(db: Db, userId: number): Promise<string | undefined> {
  const [row] = await db
    .select({ secret: twoFactors.secret })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.enabledAt)))
  return row?.secret
}

/**
 * Takes what the person typed: a code of the authenticator or a recovery code; says which. Throws stepNotAllowed where
 * the second step is off, codeSpent after too many wrong ones of the hour, codeWrong. Not inside of a transaction that
 * may be rolled back: what was tried counts.
 */
export async function takeSecondCode(
  { db, limits }: { readonly db: Db; readonly limits: Pick<Limits, 'within'> },
  userId: number,
  code: string,
): Promise<'totp' | 'recovery'> {
  const secret = await secretInForce(db, userId)
  if (secret === undefined) throw new CallFailed('stepNotAllowed')
  if (!(await limits.within('secondStep', `u${userId}`, { most: secondStepsPerHour, seconds: 3600 })))
    throw new CallFailed('codeSpent')
  if (totpPattern.test(code)) {
    if (await takeTotp(db, userId, secret, code)) return 'totp'
  } else if (await spendRecoveryCode(db, userId, code)) return 'recovery'
  throw new CallFailed('codeWrong')
}
