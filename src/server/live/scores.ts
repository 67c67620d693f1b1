import { and, count, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { scoresCalls } from '../../contract/live/scores.ts'
import { scoreAccounts, scoreEntries } from '../../db/tables/live.ts'
import type { Handler } from '../handler.ts'

export const scores: Handler<typeof scoresCalls.scores> = async ({ part, current, pageSize }, { db, caller }) => {
  const mine = eq(scoreEntries.userId, caller.userId)
  const parts = { all: undefined, earned: gt(scoreEntries.points, 0), spent: lt(scoreEntries.points, 0) }
  const [account] = await db
    .select({ balance: scoreAccounts.balance })
    .from(scoreAccounts)
    .where(eq(scoreAccounts.userId, caller.userId))
  const [sums] = await db
    .select({
      earned: sql<number>`coalesce(sum(${scoreEntries.points}) filter (where ${parts.earned}), 0)::int`,
      spent: sql<number>`coalesce(-sum(${scoreEntries.points}) filter (where ${parts.spent}), 0)::int`,
    })
    .from(scoreEntries)
    .where(mine)
  const [tally] = await db.select({ total: count() }).from(scoreEntries).where(and(mine, parts[part]))
  const rows = await db
    .select()
    .from(scoreEntries)
    .where(and(mine, parts[part]))
    .orderBy(desc(scoreEntries.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    ...{ total: tally?.total ?? 0, balance: account?.balance ?? 0 },
    ...{ earned: sums?.earned ?? 0, spent: sums?.spent ?? 0 },
    data: rows.map(({ id, reason, points, balance, title, createdAt }) => ({
      ...{ entryId: id, reason, points, balance, title, at: createdAt.toISOString() },
    })),
  }
}
