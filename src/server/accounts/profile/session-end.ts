import { and, eq, gt, isNull } from 'drizzle-orm'
import type { profileCalls } from '../../../contract/accounts/profile.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { sessions } from '../../../db/tables/accounts.ts'
import { deviceOf } from '../../../domain/accounts/device.ts'
import type { Handler } from '../../handler.ts'
import { endSessionsOf } from '../../session/end-sessions.ts'

export const sessionEnd: Handler<typeof profileCalls.sessionEnd> = async ({ sessionId }, context) => {
  const { db, caller, push, after, note } = context
  if (sessionId === undefined) {
    const ended = await endSessionsOf(db, caller.userId, caller.sessionId)
    note(`本处以外全部，${ended.length} 处`)
    after(() => ended.forEach((id) => push.endSession(id)))
    return { ended: ended.length }
  }
  const now = new Date()
  const own = and(eq(sessions.id, sessionId), eq(sessions.userId, caller.userId))
  const [ended] = await db
    .update(sessions)
    .set({ endedAt: now })
    .where(and(own, isNull(sessions.endedAt), gt(sessions.expiresAt, now)))
    .returning({ userAgent: sessions.userAgent })
  if (ended === undefined) throw new CallFailed('notFound')
  note(deviceOf(ended.userAgent))
  after(() => push.endSession(sessionId))
  return { ended: 1 }
}
