import { eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'

/** Security-related columns of a user account. */
export interface OwnAccount {
  readonly userId: number
  readonly loginName: string
  readonly passwordHash: string | null
  readonly mobile: string | null
  readonly email: string | null
}

/** The caller's account. */
export async function getOwnAccount(db: Db, userId: number): Promise<OwnAccount> {
  const { id, loginName, passwordHash, mobile, email } = users
  const [row] = await db
    .select({ userId: id, loginName, passwordHash, mobile, email })
    .from(users)
    .where(eq(users.id, userId))
  if (row === undefined) throw new CallFailed('sessionInvalid')
  return row
}
