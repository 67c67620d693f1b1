import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { profileCalls } from '../../../contract/accounts/profile.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { sessions as table } from '../../../db/tables/accounts.ts'
import { operationLogs } from '../../../db/tables/operations.ts'
import { deviceOf } from '../../../domain/accounts/device.ts'
import type { Handler } from '../../handler.ts'
import { endSessionsOf, removePushDevices } from '../../session/end-sessions.ts'
import { listOperationLogs } from './operation-logs.ts'

/**
 * Calls whose operation log entries concern account security: they are a person's security log for the
 * own account. Resetting another account's password logs `accounts.passwordReset` for that account.
 */
const securityCalls = [
  'accounts.login',
  'accounts.loginByMobile',
  'accounts.register',
  'accounts.registerSupplier',
  'accounts.registerLoginByMobile',
  'accounts.ssoLogin',
  'accounts.forgetPasswordByMobile',
  'accounts.passwordReset',
  'accounts.mobileReset',
  'accounts.emailBind',
  'accounts.twoFactorConfirm',
  'accounts.twoFactorRemove',
  'accounts.recoveryCodesRenew',
  'accounts.twoFactorReset',
  'accounts.sessionEnd',
] as const

export const sessions: Handler<typeof profileCalls.sessions> = async (_input, { db, caller }) => {
  const rows = await db
    .select()
    .from(table)
    .where(and(eq(table.userId, caller.userId), isNull(table.endedAt), gt(table.expiresAt, new Date())))
    .orderBy(desc(eq(table.id, caller.sessionId)), desc(table.lastSeenAt), desc(table.id))
    .limit(200)
  return rows.map(({ id, userAgent, ip, createdAt, lastSeenAt, expiresAt }) => ({
    sessionId: id,
    device: deviceOf(userAgent),
    ip,
    current: id === caller.sessionId,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }))
}

export const sessionEnd: Handler<typeof profileCalls.sessionEnd> = async ({ sessionId }, context) => {
  const { db, caller, push, after, note } = context
  if (sessionId === undefined) {
    const ended = await endSessionsOf(db, caller.userId, caller.sessionId)
    note(`本处以外全部，${ended.length} 处`)
    after(() => ended.forEach((id) => push.endSession(id)))
    return { ended: ended.length }
  }
  const now = new Date()
  const own = and(eq(table.id, sessionId), eq(table.userId, caller.userId))
  const [ended] = await db
    .update(table)
    .set({ endedAt: now })
    .where(and(own, isNull(table.endedAt), gt(table.expiresAt, now)))
    .returning({ userAgent: table.userAgent })
  if (ended === undefined) throw new CallFailed('notFound')
  await removePushDevices(db, [sessionId])
  note(deviceOf(ended.userAgent))
  after(() => push.endSession(sessionId))
  return { ended: 1 }
}

export const ownOperations: Handler<typeof profileCalls.ownOperations> = (input, { caller, db }) =>
  listOperationLogs(
    db,
    and(eq(operationLogs.userId, caller.userId), inArray(operationLogs.call, [...securityCalls])),
    input,
  )
