import { eq, or, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { SignedIn } from '../../../contract/accounts/person.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import type { Context } from '../../handler.ts'
import { requireSecondStep } from '../two-factor/second-factor.ts'
import { refuseClosing } from './refuse-closing.ts'
import { openAccountSession, type SignInDetails, type SignInAccount } from './open-account-session.ts'

const accountColumns = {
  id: users.id,
  companyId: users.companyId,
  locked: users.locked,
  loginName: users.loginName,
  passwordHash: users.passwordHash,
}

/** The account of a mobile number, if there is one. */
export async function getAccountByMobile(db: Db, mobile: string) {
  const [account] = await db.select(accountColumns).from(users).where(eq(users.mobileHash, mobile))
  return account
}

/** For `context.concerns`: the account of a mobile number. */
export const userIdByMobile = (db: Db, mobile: string) => async () => (await getAccountByMobile(db, mobile))?.id

/** Account by login name (case-insensitive) or mobile number. */
export async function findAccountByName(db: Db, typed: string) {
  const [account] = await db
    .select(accountColumns)
    .from(users)
    .where(or(eq(sql`lower(${users.loginName})`, typed.toLowerCase()), eq(users.mobileHash, typed)))
    .limit(1)
  return account
}

/**
 * Signs in after the first factor was verified: session, cookies, operation log. Call it after the transaction that
 * created or changed the account. Throws accountLocked; accountClosing; secondStepNeeded with two-factor authentication, where
 * `confirmSecondStep` opens the session.
 */
export async function signIn(
  context: Pick<Context, 'db' | 'config' | 'request' | 'setCookie'>,
  account: SignInAccount,
  details: SignInDetails & { readonly redirect?: string },
): Promise<SignedIn> {
  if (account.locked) throw new CallFailed('accountLocked')
  await refuseClosing(context.db, account.id)
  await requireSecondStep(context.db, account.id, details)
  return openAccountSession(context, account, details)
}
