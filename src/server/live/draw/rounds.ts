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

/**
 * A round with the moment at which it was read, by the database's clock: the one that closes it for whoever draws. A
 * process whose clock is fast would tell the seed while others still draw.
 */
export const roundsNow = (db: Db) =>
  db
    .select({ row: drawRounds, now: sql<Date>`clock_timestamp()`.mapWith(drawRounds.closesAt) })
    .from(drawRounds)
    .$dynamic()

export const drawRoundsList: Handler<typeof drawsCalls.drawRounds> = async ({ current, pageSize }, { db }) => {
  const [tally] = await db.select({ total: count() }).from(drawRounds)
  const rows = await roundsNow(db)
    .orderBy(desc(drawRounds.opensAt), desc(drawRounds.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return { total: tally?.total ?? 0, data: rows.map(({ row, now }) => presentRound(row, now)) }
}

/** The one that is open, else the one that opens next, else the one that ended last. */
function currentRound(db: Db) {
  const { opensAt, closesAt } = drawRounds
  return roundsNow(db)
    .orderBy(
      sql`case when ${opensAt} <= now() and ${closesAt} > now() then 0 when ${opensAt} > now() then 1 else 2 end`,
      sql`case when ${opensAt} > now() then ${opensAt} end`,
      desc(closesAt),
      desc(drawRounds.id),
    )
    .limit(1)
}

/** The seed is told once nobody can draw any more, never before. */
export const drawRound: Handler<typeof drawsCalls.drawRound> = async ({ roundId }, { db }) => {
  const [found] = roundId === undefined ? await currentRound(db) : await roundsNow(db).where(eq(drawRounds.id, roundId))
  if (found === undefined) throw new CallFailed('notFound')
  const { row, now } = found
  const prizes = await prizesOf(db, row.id)
  const presented = presentRound(row, now)
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
