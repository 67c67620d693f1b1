import { and, eq, gt, inArray, isNull, ne } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { pushDevices, sessions } from '../../db/tables/accounts.ts'

/** Removes the devices that ended sessions notified: nothing more is shown on them. */
export const removePushDevices = (tx: Db, sessionIds: readonly number[]) =>
  tx.delete(pushDevices).where(inArray(pushDevices.sessionId, [...sessionIds]))

/**
 * Ends every session of a user, except one. Returns their ids, whose push connections must be closed after the commit
 * (`push.endSession`).
 */
export async function endSessionsOf(tx: Db, userId: number, exceptSessionId?: number): Promise<number[]> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: new Date(), ssoIdToken: null })
    .where(
      and(
        // Expired sessions are not counted: the user sees the number.
        eq(sessions.userId, userId),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, new Date()),
        exceptSessionId === undefined ? undefined : ne(sessions.id, exceptSessionId),
      ),
    )
    .returning({ id: sessions.id })
  const ids = ended.map(({ id }) => id)
  if (ids.length > 0) await removePushDevices(tx, ids)
  return ids
}
