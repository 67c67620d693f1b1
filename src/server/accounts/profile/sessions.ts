import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { profileCalls } from '../../../contract/accounts/profile.ts'
import { sessions as table } from '../../../db/tables/accounts.ts'
import { deviceOf } from '../../../domain/accounts/device.ts'
import type { Handler } from '../../handler.ts'

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
