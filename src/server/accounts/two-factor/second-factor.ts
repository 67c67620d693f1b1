import { and, eq, isNotNull, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { twoFactors, secondStepTickets } from '../../../db/tables/two-factor.ts'
import {
  secondStepsPerHour,
  totpPattern,
  totpPeriod,
  totpWindow,
  ticketMinutes,
} from '../../../domain/accounts/two-factor.ts'
import type { Limits } from '../../limits.ts'
import { consumeRecoveryCode } from './recovery-codes.ts'
import { hashToken, randomToken } from '../../platform/tokens.ts'
import type { SignInDetails } from '../sign-in/open-account-session.ts'

/** TOTP generator of a secret: SHA-1, six digits, thirty seconds. */
export const createTotp = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: '药械研发服务平台', label, secret: Secret.fromBase32(secret), period: totpPeriod })

/** 160 random bits, base32. */
export const generateSecret = (): string => new Secret({ size: 20 }).base32

/**
 * Verifies a TOTP code and consumes its time step: a code of a used or earlier step is rejected, also for concurrent
 * attempts.
 */
export async function consumeTotp(db: Db, userId: number, secret: string, code: string): Promise<boolean> {
  const now = Date.now()
  const delta = createTotp(secret).validate({ token: code, timestamp: now, window: totpWindow })
  if (delta === null) return false
  const step = Math.floor(now / 1000 / totpPeriod) + delta
  const counted = await db
    .update(twoFactors)
    .set({ lastStep: step })
    .where(and(eq(twoFactors.userId, userId), lt(twoFactors.lastStep, step)))
    .returning({ userId: twoFactors.userId })
  return counted.length > 0
}

/** Secret of an account with two-factor authentication enabled. */
export async function getActiveSecret(db: Db, userId: number): Promise<string | undefined> {
  const [row] = await db
    .select({ secret: twoFactors.secret })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.enabledAt)))
  return row?.secret
}

/**
 * Consumes a TOTP code or a recovery code and returns which it was. Throws stepNotAllowed if two-factor authentication
 * is off, codeSpent after too many attempts this hour, codeWrong. Must not run inside a transaction: attempts count
 * even if it is rolled back.
 */
export async function consumeSecondFactor(
  { db, limits }: { readonly db: Db; readonly limits: Pick<Limits, 'within'> },
  userId: number,
  code: string,
): Promise<'totp' | 'recovery'> {
  const secret = await getActiveSecret(db, userId)
  if (secret === undefined) throw new CallFailed('stepNotAllowed')
  if (!(await limits.within('secondStep', `u${userId}`, { max: secondStepsPerHour, seconds: 3600 })))
    throw new CallFailed('codeSpent')
  if (totpPattern.test(code)) {
    if (await consumeTotp(db, userId, secret, code)) return 'totp'
  } else if (await consumeRecoveryCode(db, userId, code)) return 'recovery'
  throw new CallFailed('codeWrong')
}

/**
 * Throws secondStepNeeded with a ticket if the account has two-factor authentication. The ticket proves the first
 * factor for a few minutes and attempts. `redirect` is the path to open after a single sign-on.
 */
export async function requireSecondStep(
  db: Db,
  userId: number,
  { keepLogin, call, by, ssoIdToken, redirect = '' }: SignInDetails & { readonly redirect?: string },
): Promise<void> {
  if ((await getActiveSecret(db, userId)) === undefined) return
  const ticket = randomToken()
  const now = Date.now()
  await db.delete(secondStepTickets).where(lt(secondStepTickets.expiresAt, new Date(now)))
  await db.insert(secondStepTickets).values({
    userId,
    keepLogin,
    call,
    by,
    ssoIdToken,
    tokenHash: hashToken(ticket),
    expiresAt: new Date(now + ticketMinutes * 60_000),
  })
  throw new CallFailed('secondStepNeeded', { ticket, redirect })
}
