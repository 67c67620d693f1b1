import { and, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { sessions } from '../../db/tables/accounts.ts'

/** Which users have a page open, in any process; updated every minute from push connections. */
export async function onlineUsers(db: Db, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set()
  const rows = await db
    .selectDistinct({ userId: sessions.userId })
    .from(sessions)
    .where(
      and(
        inArray(sessions.userId, [...userIds]),
        isNull(sessions.endedAt),
        gt(sessions.presentAt, sql`now() - interval '150 seconds'`),
      ),
    )
  return new Set(rows.map(({ userId }) => userId))
}
