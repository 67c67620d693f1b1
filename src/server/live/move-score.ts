import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { scoreAccounts, scoreEntries } from '../../db/tables/live.ts'
import type { ScoreReason } from '../../domain/live/scores.ts'

interface Movement {
  readonly userId: number
  readonly reason: ScoreReason
  /** Negative = spent. */
  readonly points: number
  /** What it is for; the same is never booked twice. */
  readonly about: string
  /** The class or the round, as the person reads it. */
  readonly title: string
}

/**
 * Books points, in the transaction that earns or spends them; the account's row lock puts a person's movements in one
 * line. Answers the balance afterwards, undefined where the same had been booked before. Throws scoreShort.
 */
export async function moveScore(tx: Db, movement: Movement): Promise<number | undefined> {
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
