import { and, asc, count, desc, eq, gt, isNotNull } from 'drizzle-orm'
import type { drawsCalls } from '../../../contract/live/draws.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { users } from '../../../db/tables/accounts.ts'
import { drawEntries, drawPrizes, drawRounds } from '../../../db/tables/draw.ts'
import { scoreAccounts } from '../../../db/tables/live.ts'
import { roundPhase } from '../../../domain/live/draw.ts'
import { maskName } from '../../../domain/masks.ts'
import type { Handler } from '../../handler.ts'
import { roundsNow } from './rounds.ts'

/** Entries in one answer. */
const entriesAtOnce = 5_000
const noPrize = '未中奖'

export const drawOwn: Handler<typeof drawsCalls.drawOwn> = async ({ roundId }, { db, caller }) => {
  const { userId } = caller
  const [round] = await db.select({ id: drawRounds.id }).from(drawRounds).where(eq(drawRounds.id, roundId))
  if (round === undefined) throw new CallFailed('notFound')
  const [account] = await db
    .select({ balance: scoreAccounts.balance })
    .from(scoreAccounts)
    .where(eq(scoreAccounts.userId, userId))
  const rows = await db
    .select({ entryNo: drawEntries.entryNo, name: drawPrizes.name, at: drawEntries.createdAt })
    .from(drawEntries)
    .leftJoin(drawPrizes, eq(drawPrizes.id, drawEntries.prizeId))
    .where(and(eq(drawEntries.userId, userId), eq(drawEntries.roundId, roundId)))
    .orderBy(desc(drawEntries.entryNo))
  return {
    ...{ balance: account?.balance ?? 0, used: rows.length },
    entries: rows.map(({ entryNo, name, at }) => ({
      ...{ entryNo, prizeName: name ?? noPrize, won: name !== null, at: at.toISOString() },
    })),
  }
}

export const drawWinners: Handler<typeof drawsCalls.drawWinners> = async ({ roundId, current, pageSize }, { db }) => {
  const won = and(isNotNull(drawEntries.prizeId), roundId === undefined ? undefined : eq(drawEntries.roundId, roundId))
  const [tally] = await db.select({ total: count() }).from(drawEntries).where(won)
  const rows = await db
    .select({
      ...{ entryNo: drawEntries.entryNo, roundId: drawEntries.roundId, roundTitle: drawRounds.title },
      ...{ prizeName: drawPrizes.name, name: users.realName, at: drawEntries.createdAt },
    })
    .from(drawEntries)
    .innerJoin(drawPrizes, eq(drawPrizes.id, drawEntries.prizeId))
    .innerJoin(drawRounds, eq(drawRounds.id, drawEntries.roundId))
    .innerJoin(users, eq(users.id, drawEntries.userId))
    .where(won)
    .orderBy(desc(drawEntries.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    total: tally?.total ?? 0,
    data: rows.map((row) => ({ ...row, name: maskName(row.name), at: row.at.toISOString() })),
  }
}

export const drawEntriesList: Handler<typeof drawsCalls.drawEntries> = async ({ roundId, after }, { db }) => {
  const [round] = await roundsNow(db).where(eq(drawRounds.id, roundId))
  if (round === undefined) throw new CallFailed('notFound')
  if (roundPhase(round.row, round.now) !== 'ended') throw new CallFailed('drawNotEnded')
  const rows = await db
    .select({ entryNo: drawEntries.entryNo, prizeId: drawEntries.prizeId })
    .from(drawEntries)
    .where(and(eq(drawEntries.roundId, roundId), gt(drawEntries.entryNo, after)))
    .orderBy(asc(drawEntries.entryNo))
    .limit(entriesAtOnce + 1)
  return { entries: rows.slice(0, entriesAtOnce), more: rows.length > entriesAtOnce }
}
