import { eq } from 'drizzle-orm'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import { users } from '../../../db/tables/accounts.ts'
import type { Context } from '../../handler.ts'
import { guessesPerHour } from '../../limits.ts'
import { verifyPassword } from '../../session/passwords.ts'

/**
 * Verifies the caller's password before an action that a stolen session must not allow. Failures count against the
 * sign-in limit. Throws wrongPassword (content: `left` tries this hour), tooManyGuesses; invalidInput at `field`
 * without a password.
 */
export async function verifyOwnPassword(
  { db, caller, limits }: Pick<Context<'user'>, 'db' | 'caller' | 'limits'>,
  password: string,
  field: string,
): Promise<void> {
  if (password === '') throw fieldFailed({ field, message: '请输入您自己的登录密码' })
  const [own] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, caller.userId))
  if (own === undefined || own.hash === null) {
    throw fieldFailed({ field, message: '您尚未设置登录密码，请先在“安全设置”中设置' })
  }
  const account = `u${caller.userId}`
  await limits.guess.check(account)
  if (!(await verifyPassword(own.hash, password))) {
    const wrong = await limits.guess.failed(account)
    throw new CallFailed('wrongPassword', { left: Math.max(0, guessesPerHour - wrong) })
  }
  await limits.guess.check(account)
}
