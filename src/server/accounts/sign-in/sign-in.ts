import { eq, or, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { UserInfo } from '../../../contract/accounts/person.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { tidyMobile } from '../../../domain/accounts/identity-rules.ts'
import type { Context } from '../../handler.ts'
import { askSecondStep } from '../two-factor/second-step.ts'
import { openAccount, type Opening, type SigningIn } from './open-account.ts'

const columns = {
  id: users.id,
  companyId: users.companyId,
  locked: users.locked,
  loginName: users.loginName,
  passwordHash: users.passwordHash,
}

/** The account of a mobile number, if there is one. */
export async function accountWithMobile(db: Db, mobile: string) {
  const [account] = await db.select(columns).from(users).where(eq(users.mobile, mobile))
  return account
}

/** For `context.concerns`: the account of a mobile number. */
export const idOfMobile = (db: Db, mobile: string) => async () => (await accountWithMobile(db, mobile))?.id

/** The account that somebody means who types a login name, in any case, or a mobile number, in any spelling. */
export async function accountNamed(db: Db, typed: string) {
  const [account] = await db
    .select(columns)
    .from(users)
    .where(or(eq(sql`lower(${users.loginName})`, typed.toLowerCase()), eq(users.mobile, tidyMobile(typed))))
    .limit(1)
  return account
}

/**
 * Signs a person in who has proven to be the account's: session, cookies, a line in the operation log. To be called
 * after the transaction that made or changed the account. Throws accountLocked, and secondStepNeeded where the account
 * has one: then `confirmSecondStep` opens the session.
 */
export async function signIn(
  context: Pick<Context, 'db' | 'config' | 'request' | 'setCookie'>,
  account: SigningIn,
  opening: Opening & { readonly redirect?: string },
): Promise<{ token: string; userInfo: UserInfo }> {
  if (account.locked) throw new CallFailed('accountLocked')
  await askSecondStep(context.db, account.id, opening)
  return openAccount(context, account, opening)
}
