import { or, eq, sql } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { signInCalls } from '../../contract/accounts/sign-in.ts'
import { users } from '../../db/tables/accounts.ts'
import type { Handler } from '../handler.ts'
import { passwordFits } from '../session/passwords.ts'
import { openSession } from '../session/open-session.ts'
import { userInfoOf } from './user-info.ts'

export const login: Handler<typeof signInCalls.login> = async (input, context) => {
  const { db, limits } = context
  const [user] = await db
    .select({ id: users.id, passwordHash: users.passwordHash, locked: users.locked })
    .from(users)
    .where(or(eq(sql`lower(${users.loginName})`, input.loginName.toLowerCase()), eq(users.mobile, input.loginName)))
    .limit(1)
  // By the account, not by what was typed: it may be named by login name or by mobile.
  const account = user === undefined ? input.loginName.toLowerCase() : `u${user.id}`
  await limits.guess.check(account)
  if (!(await passwordFits(user?.passwordHash, input.password)) || user === undefined) {
    await limits.guess.failed(account)
    throw new CallFailed('wrongPassword')
  }
  await limits.guess.check(account)
  if (user.locked) throw new CallFailed('accountLocked')
  const token = await openSession(context, user.id, input.keepLogin)
  return { token, userInfo: await userInfoOf(db, user.id) }
}
