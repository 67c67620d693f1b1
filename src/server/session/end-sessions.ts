import { and, eq, gt, isNull, ne } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { sessions } from '../../db/tables/accounts.ts'

/**
 * Ends every session of a person, but for one that is named. Gives their ids, whose push connections are to be
 * ended after the commit (`push.endSession`).
 */
export async function endSessionsOf(tx: Db, userId: number, exceptSessionId?: number): Promise<number[]> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: new Date(), ssoIdToken: null })
    .where(
      and(
        // One that is over by itself has ended already: what is counted here is told to the person.
        ...[eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, new Date())],
        exceptSessionId === undefined ? undefined : ne(sessions.id, exceptSessionId),
      ),
    )
    .returning({ id: sessions.id })
  return ended.map(({ id }) => id)
}
