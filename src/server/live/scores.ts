import { and, count, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { scoresCalls } from '../../contract/live/scores.ts'
import { scoreAccounts, scoreEntries } from '../../db/tables/live.ts'
import type { Handler } from '../handler.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import type { ScoreReason } from '../../domain/live/scores.ts'

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
  const [counted] = await db.select({ total: count() }).from(scoreEntries).where(and(mine, parts[part]))
  const rows = await db
    .select()
    .from(scoreEntries)
    .where(and(mine, parts[part]))
    .orderBy(desc(scoreEntries.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    total: counted?.total ?? 0,
    balance: account?.balance ?? 0,
    earned: sums?.earned ?? 0,
    spent: sums?.spent ?? 0,
    data: rows.map(({ id, reason, points, balance, title, createdAt }) => ({
      entryId: id,
      reason,
      points,
      balance,
      title,
      at: createdAt.toISOString(),
    })),
  }
}

interface ScoreMovement {
  readonly userId: number
  readonly reason: ScoreReason
  /** Negative = spent. */
  readonly points: number
  /** Idempotency key: the same subject is never booked twice. */
  readonly about: string
  /** Title of the class or round, for display. */
  readonly title: string
}

/**
 * Books earned or spent points within the caller's transaction; the account's row lock serialises a person's movements.
 * Returns the new balance, undefined if already booked. Throws scoreShort.
 */
export async function bookScore(tx: Db, movement: ScoreMovement): Promise<number | undefined> {
  const { userId, reason, about, points } = movement
  await tx.insert(scoreAccounts).values({ userId }).onConflictDoNothing()
  const [account] = await tx.select().from(scoreAccounts).where(eq(scoreAccounts.userId, userId)).for('update')
  const [booked] = await tx
    .select({ id: scoreEntries.id })
    .from(scoreEntries)
    .where(and(eq(scoreEntries.userId, userId), eq(scoreEntries.reason, reason), eq(scoreEntries.about, about)))
  if (booked !== undefined) return undefined
  const balance = (account?.balance ?? 0) + points
  if (balance < 0) throw new CallFailed('scoreShort', { balance: account?.balance ?? 0 })
  await tx.update(scoreAccounts).set({ balance }).where(eq(scoreAccounts.userId, userId))
  await tx.insert(scoreEntries).values({ ...movement, balance })
  return balance
}
