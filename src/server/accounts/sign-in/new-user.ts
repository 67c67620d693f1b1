import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { userAgreementVersion } from '../../../domain/accounts/certification.ts'
import type { SigningIn } from './open-account.ts'
import { accountWithMobile } from './sign-in.ts'

/** What a person registers with; the mobile is proven by a code. */
export interface NewUser {
  readonly loginName: string
  readonly mobile: string
  /** null = none yet: they sign in by SMS until they set one. */
  readonly passwordHash: string | null
  readonly realName?: string
}

/**
 * Makes an account that has agreed to the users' agreement. Of several with the same name or number at once one is
 * made; throws mobileUsed or loginNameUsed for the others.
 */
export async function createUser(tx: Db, { passwordHash, ...user }: NewUser): Promise<SigningIn> {
  const [made] = await tx
    .insert(users)
    .values({
      ...{ ...user, passwordHash, agreementVersion: userAgreementVersion },
      ...(passwordHash === null ? {} : { passwordChangedAt: new Date() }),
    })
    .onConflictDoNothing()
    .returning({ id: users.id, companyId: users.companyId, locked: users.locked })
  if (made !== undefined) return made
  const used = await accountWithMobile(tx, user.mobile)
  throw new CallFailed(used === undefined ? 'loginNameUsed' : 'mobileUsed')
}
