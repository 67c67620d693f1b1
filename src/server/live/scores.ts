import { type AnyColumn, and, desc, eq, gt, lt, max, sql } from 'drizzle-orm'
import type { scoresCalls } from '../../contract/live/scores.ts'
import { scoreAccounts, scoreEntries } from '../../db/tables/live.ts'
import type { Handler } from '../handler.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import type { ScoreReason } from '../../domain/live/scores.ts'

/** The points of the minutes of one class are one row; every other entry is a row of its own. */
const subject = sql`case when ${scoreEntries.reason} = 'watch' then split_part(${scoreEntries.about}, ':', 2)
  else ${scoreEntries.about} end`

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
      total: sql<number>`count(distinct (${scoreEntries.reason}, ${subject})) filter (where ${parts[part] ?? sql`true`})::int`,
    })
    .from(scoreEntries)
    .where(mine)
  const newest = sql<number>`max(${scoreEntries.id})`
  const latest = <T>(column: AnyColumn) => sql<T>`(array_agg(${column} order by ${scoreEntries.id} desc))[1]`
  const rows = await db
    .select({
      entryId: newest,
      reason: scoreEntries.reason,
      points: sql<number>`sum(${scoreEntries.points})::int`,
      balance: latest<number>(scoreEntries.balance),
      title: latest<string>(scoreEntries.title),
      at: max(scoreEntries.createdAt),
    })
    .from(scoreEntries)
    .where(and(mine, parts[part]))
    .groupBy(scoreEntries.reason, subject)
    .orderBy(desc(newest))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    total: sums?.total ?? 0,
    balance: account?.balance ?? 0,
    earned: sums?.earned ?? 0,
    spent: sums?.spent ?? 0,
    data: rows.map(({ at, ...row }) => ({ ...row, at: at?.toISOString() ?? '' })),
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
