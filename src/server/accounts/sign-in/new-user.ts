import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { userAgreementVersion } from '../../../domain/accounts/certification.ts'
import { recordConsent } from '../profile/consents.ts'
import type { SignInAccount } from './open-account-session.ts'
import { getAccountByMobile } from './sign-in.ts'
import { randomInt } from 'node:crypto'

/** Registration data; the mobile number was verified by a code. */
export interface NewUser {
  readonly loginName: string
  readonly mobile: string
  /** null = none yet: they sign in by SMS until they set one. */
  readonly passwordHash: string | null
  readonly realName?: string
}

/**
 * Creates an account with the current user agreement accepted. Throws mobileUsed or loginNameUsed, also for concurrent
 * registrations.
 */
export async function createUser(tx: Db, { passwordHash, ...user }: NewUser): Promise<SignInAccount> {
  const [made] = await tx
    .insert(users)
    .values({
      ...user,
      passwordHash,
      agreementVersion: userAgreementVersion,
      ...(passwordHash === null ? {} : { passwordChangedAt: new Date() }),
    })
    .onConflictDoNothing()
    .returning({ id: users.id, companyId: users.companyId, locked: users.locked })
  if (made !== undefined) {
    await recordConsent(tx, made.id, 'register')
    return made
  }
  const used = await getAccountByMobile(tx, user.mobile)
  throw new CallFailed(used === undefined ? 'loginNameUsed' : 'mobileUsed')
}

const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Random login name of `u` and 11 characters, for users who sign in without one. */
export const generateLoginName = () =>
  `u${Array.from({ length: 11 }, () => letters[randomInt(letters.length)]).join('')}`
