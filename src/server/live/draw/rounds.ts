import { asc, count, desc, eq, sql, and, gt, lt } from 'drizzle-orm'
import type { drawsCalls } from '../../../contract/live/draws.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { drawPrizes, drawRounds } from '../../../db/tables/draw.ts'
import { roundPhase, drawTag, maxTotalWeight, seedHashOf } from '../../../domain/live/draw.ts'
import type { Handler } from '../../handler.ts'
import { randomBytes } from 'node:crypto'

type Round = typeof drawRounds.$inferSelect

const presentRound = (row: Round, now: Date) => {
  const { id, title, cost, perPerson, entryCount, seedHash } = row
  return {
    roundId: id,
    title,
    cost,
    perPerson,
    entryCount,
    seedHash,
    phase: roundPhase(row, now),
    opensAt: row.opensAt.toISOString(),
    closesAt: row.closesAt.toISOString(),
  }
}

/**
 * Query of rounds with the database's current time, which also closes rounds for draws. A process with a fast clock
 * could otherwise reveal the seed too early.
 */
export const selectRoundsWithTime = (db: Db) =>
  db
    .select({ row: drawRounds, now: sql<Date>`clock_timestamp()`.mapWith(drawRounds.closesAt) })
    .from(drawRounds)
    .$dynamic()

export const drawRoundsList: Handler<typeof drawsCalls.drawRounds> = async ({ current, pageSize }, { db }) => {
  const [counted] = await db.select({ total: count() }).from(drawRounds)
  const rows = await selectRoundsWithTime(db)
    .orderBy(desc(drawRounds.opensAt), desc(drawRounds.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return { total: counted?.total ?? 0, data: rows.map(({ row, now }) => presentRound(row, now)) }
}

/** The open round, otherwise the next one, otherwise the last one. */
function currentRound(db: Db) {
  const { opensAt, closesAt } = drawRounds
  return selectRoundsWithTime(db)
    .orderBy(
      sql`case when ${opensAt} <= now() and ${closesAt} > now() then 0 when ${opensAt} > now() then 1 else 2 end`,
      sql`case when ${opensAt} > now() then ${opensAt} end`,
      desc(closesAt),
      desc(drawRounds.id),
    )
    .limit(1)
}

/** The seed is revealed only after the round has ended. */
export const drawRound: Handler<typeof drawsCalls.drawRound> = async ({ roundId }, { db }) => {
  const [found] =
    roundId === undefined ? await currentRound(db) : await selectRoundsWithTime(db).where(eq(drawRounds.id, roundId))
  if (found === undefined) throw new CallFailed('notFound')
  const { row, now } = found
  const prizes = await listPrizes(db, row.id)
  const presented = presentRound(row, now)
  return {
    ...presented,
    intro: row.intro,
    seed: presented.phase === 'ended' ? row.seed : null,
    prizes: prizes.map(({ id, name, note, figure, isPrize, worth, weight, stock, left }) => ({
      prizeId: id,
      name,
      note,
      figure,
      isPrize,
      worth,
      weight,
      stock,
      left,
    })),
  }
}

/** Odds table of a round, in order. */
export const listPrizes = (db: Db, roundId: number) =>
  db.select().from(drawPrizes).where(eq(drawPrizes.roundId, roundId)).orderBy(asc(drawPrizes.seq))

/** Name of the blank row in the odds table. */
const blankName = '谢谢参与'

export const roundSave: Handler<typeof drawsCalls.roundSave> = async (input, { db, pages, after, note }) => {
  const { title, intro, cost, perPerson, prizes, blankWeight } = input
  const [opensAt, closesAt] = [new Date(input.opensAt), new Date(input.closesAt)]
  if (opensAt.getTime() <= Date.now()) throw fieldFailed({ field: 'opensAt', message: '开始时间须晚于现在' })
  if (closesAt <= opensAt) throw fieldFailed({ field: 'closesAt', message: '结束时间须晚于开始时间' })
  const total = prizes.reduce((sum, { weight }) => sum + weight, blankWeight)
  if (total > maxTotalWeight) throw fieldFailed({ field: 'blankWeight', message: `权重之和最多 ${maxTotalWeight}` })
  const seed = randomBytes(32).toString('hex')
  const seedHash = await seedHashOf(seed)
  const roundId = await db.transaction(async (tx) => {
    // Serialises writers, so that rounds cannot overlap.
    await tx.execute(sql`lock table ${drawRounds} in share row exclusive mode`)
    const [other] = await tx
      .select({ id: drawRounds.id })
      .from(drawRounds)
      .where(and(lt(drawRounds.opensAt, closesAt), gt(drawRounds.closesAt, opensAt)))
      .limit(1)
    if (other !== undefined) throw new CallFailed('roundOverlaps')
    const [round] = await tx
      .insert(drawRounds)
      .values({ title, intro, opensAt, closesAt, cost, perPerson, seed, seedHash })
      .returning({ id: drawRounds.id })
    if (round === undefined) throw new Error('No round was made')
    const rows = prizes.map((prize, index) => ({
      ...prize,
      roundId: round.id,
      seq: index + 1,
      isPrize: true,
      left: prize.stock,
    }))
    const blank = { name: blankName, isPrize: false, weight: blankWeight, seq: prizes.length + 1, roundId: round.id }
    await tx.insert(drawPrizes).values([...rows, blank])
    return round.id
  })
  note(title)
  after(() => pages.invalidate([drawTag]))
  return { roundId, seedHash }
}
