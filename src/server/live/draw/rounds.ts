import { asc, count, desc, eq, sql } from 'drizzle-orm'
import type { drawsCalls } from '../../../contract/live/draws.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { drawPrizes, drawRounds } from '../../../db/tables/draw.ts'
import { roundPhase } from '../../../domain/live/draw.ts'
import type { Handler } from '../../handler.ts'

type Round = typeof drawRounds.$inferSelect

const presentRound = (row: Round, now: Date) => {
  const { id, title, cost, perPerson, entryCount, seedHash } = row
  return {
    ...{ roundId: id, title, cost, perPerson, entryCount, seedHash, phase: roundPhase(row, now) },
    opensAt: row.opensAt.toISOString(),
    closesAt: row.closesAt.toISOString(),
  }
}

export const drawRoundsList: Handler<typeof drawsCalls.drawRounds> = async ({ current, pageSize }, { db }) => {
  const [tally] = await db.select({ total: count() }).from(drawRounds)
  const rows = await db
    .select()
    .from(drawRounds)
    .orderBy(desc(drawRounds.opensAt), desc(drawRounds.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const now = new Date()
  return { total: tally?.total ?? 0, data: rows.map((row) => presentRound(row, now)) }
}

/** The one that is open, else the one that opens next, else the one that ended last. */
async function currentRound(db: Db): Promise<Round | undefined> {
  const { opensAt, closesAt } = drawRounds
  const [row] = await db
    .select()
    .from(drawRounds)
    .orderBy(
      sql`case when ${opensAt} <= now() and ${closesAt} > now() then 0 when ${opensAt} > now() then 1 else 2 end`,
      sql`case when ${opensAt} > now() then ${opensAt} end`,
      desc(closesAt),
      desc(drawRounds.id),
    )
    .limit(1)
  return row
}

/** The seed is told once nobody can draw any more, never before. */
export const drawRound: Handler<typeof drawsCalls.drawRound> = async ({ roundId }, { db }) => {
  const [row] =
    roundId === undefined
      ? [await currentRound(db)]
      : await db.select().from(drawRounds).where(eq(drawRounds.id, roundId))
  if (row === undefined) throw new CallFailed('notFound')
  const prizes = await prizesOf(db, row.id)
  const presented = presentRound(row, new Date())
  return {
    ...presented,
    intro: row.intro,
    seed: presented.phase === 'ended' ? row.seed : null,
    prizes: prizes.map(({ id, name, note, figure, isPrize, worth, weight, stock, left }) => ({
      ...{ prizeId: id, name, note, figure, isPrize, worth, weight, stock, left },
    })),
  }
}

/** The table of chances of a round, in its order. */
export const prizesOf = (db: Db, roundId: number) =>
  db.select().from(drawPrizes).where(eq(drawPrizes.roundId, roundId)).orderBy(asc(drawPrizes.seq))
