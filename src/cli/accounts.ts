import { randomBytes } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { sessions, users } from '../db/tables/accounts.ts'
import { endSessionsOf } from '../server/session/end-sessions.ts'
import { hashPassword } from '../server/session/passwords.ts'
import { removeTwoFactor, notifyTwoFactorReset as tellReset } from '../server/accounts/two-factor/remove-two-factor.ts'
import { recordOperation } from '../server/platform/history/operation-log.ts'

/** Password of 96 random bits in four groups of six, easy to read aloud. */
const newPassword = () => (randomBytes(12).toString('hex').match(/.{6}/g) ?? []).join('-')

const named = (loginName: string) => eq(sql`lower(${users.loginName})`, loginName.toLowerCase())

/** Creates a platform operator and returns the password, which is shown once. Throws if the name is taken. */
export async function createOperator(db: Db, loginName: string): Promise<string> {
  if (!/^[A-Za-z][\w.-]{2,39}$/.test(loginName)) {
    throw new Error('A login name has 3 to 40 letters, digits, dots, dashes or underscores and begins with a letter')
  }
  const [taken] = await db.select({ id: users.id }).from(users).where(named(loginName))
  if (taken !== undefined) throw new Error(`${loginName} exists already: user:reset gives it a new password`)
  const password = newPassword()
  await db.insert(users).values({
    loginName,
    realName: loginName,
    passwordHash: await hashPassword(password),
    isOperator: true,
    operatorRoles: ['admin'],
  })
  return password
}

/** Resets the password of an account, unlocks it and ends its sessions. Throws if there is no such account. */
export async function resetUser(db: Db, loginName: string): Promise<string> {
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ passwordHash, locked: false })
      .where(named(loginName))
      .returning({ id: users.id })
    if (user === undefined) throw new Error(`There is no account ${loginName}`)
    await tx
      .update(sessions)
      .set({ endedAt: new Date() })
      .where(and(eq(sessions.userId, user.id), isNull(sessions.endedAt)))
    return password
  })
}

/**
 * Disables two-factor sign-in of an account whose authenticator and recovery codes are lost, ends its sessions and
 * notifies its person. Throws if there is no such account, or it has none.
 */
export async function resetTwoFactor(db: Db, loginName: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [user] = await tx.select({ id: users.id, companyId: users.companyId }).from(users).where(named(loginName))
    if (user === undefined) throw new Error(`There is no account ${loginName}`)
    if (!(await removeTwoFactor(tx, user.id))) throw new Error(`${loginName} has no two-factor sign-in`)
    await endSessionsOf(tx, user.id)
    const actor = { userId: user.id, companyId: user.companyId, request: { ip: '', userAgent: '' } }
    await recordOperation(tx, actor, { call: 'accounts.twoFactorReset', action: '重置两步验证', detail: '平台' })
    await tellReset(tx, user.id)
  })
}
