import { and, count, eq, gt, sql, asc, desc, isNotNull } from 'drizzle-orm'
import type { drawsCalls } from '../../../contract/live/draws.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { drawAwards, drawEntries, drawPrizes, drawRounds } from '../../../db/tables/draw.ts'
import { claimDeadline } from '../../../domain/live/award-states.ts'
import { digestOf, drawTag, rowForDigest, roundPhase } from '../../../domain/live/draw.ts'
import { links } from '../../../domain/links.ts'
import { monthMinute } from '../../../domain/time.ts'
import type { Handler } from '../../handler.ts'
import { bookScore } from '../scores.ts'
import { listPrizes, selectRoundsWithTime } from './rounds.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { users } from '../../../db/tables/accounts.ts'
import { scoreAccounts } from '../../../db/tables/live.ts'
import { maskName } from '../../../domain/masks.ts'

/**
 * One draw. Taking the entry number locks the round, so that draws are serialised in the order of their numbers; the
 * remaining stock then depends on the numbers alone and can be verified by anyone.
 */
export const drawTake: Handler<typeof drawsCalls.drawTake> = async ({ roundId }, context) => {
  const { caller, db, pages, after } = context
  const { userId } = caller
  // Platform staff may not draw, since they could access the seed.
  if (caller.isOperator || caller.isService) throw new CallFailed('drawNotForStaff')
  const taken = await db.transaction(async (tx) => {
    const round = await takeEntryNo(tx, roundId)
    const { entryCount: entryNo, title } = round
    const [own] = await tx
      .select({ total: count() })
      .from(drawEntries)
      .where(and(eq(drawEntries.userId, userId), eq(drawEntries.roundId, roundId)))
    const used = (own?.total ?? 0) + 1
    if (used > round.perPerson) throw new CallFailed('drawUsedUp')
    const about = `draw:${roundId}:${entryNo}`
    const balance = await bookScore(tx, { userId, reason: 'draw', points: -round.cost, about, title })
    const table = await listPrizes(tx, roundId)
    const row = rowForDigest(
      table.map((prize) => ({ ...prize, prizeId: prize.id })),
      await digestOf(round.seed, entryNo),
    )
    const won = row.isPrize && (await takeFromStock(tx, row.prizeId))
    const prizeId = won ? row.prizeId : null
    const [entry] = await tx
      .insert(drawEntries)
      .values({ roundId, entryNo, userId, prizeId })
      .returning({ id: drawEntries.id })
    if (entry === undefined) throw new Error('No entry was made')
    const result = { entryNo, used, balance: balance ?? 0 }
    if (!won) return { ...result, prize: null, awardId: null }
    const { name, note, figure } = row
    const claimBy = claimDeadline(round.closesAt)
    const [award] = await tx
      .insert(drawAwards)
      .values({ entryId: entry.id, roundId, prizeId: row.prizeId, userId, claimBy })
      .returning({ id: drawAwards.id })
    await notify(tx, context, 'award.moved', [userId], {
      title: `您抽中了“${name}”`,
      text: `${title}，编号 ${entryNo}。请在 ${monthMinute(claimBy.toISOString())} 前选择收货地址领取，逾期作废。`,
      path: links.luckDrawAwards(),
    })
    return { ...result, prize: { name, note, figure }, awardId: award?.id ?? null }
  })
  after(() => pages.invalidate([drawTag]))
  return taken
}

/** Takes the next entry number of an open round; the time is checked after waiting for the lock. */
async function takeEntryNo(tx: Db, roundId: number) {
  const open = and(
    eq(drawRounds.id, roundId),
    sql`${drawRounds.opensAt} <= clock_timestamp()`,
    sql`${drawRounds.closesAt} > clock_timestamp()`,
  )
  const [round] = await tx
    .update(drawRounds)
    .set({ entryCount: sql`${drawRounds.entryCount} + 1` })
    .where(open)
    .returning()
  if (round !== undefined) return round
  const [known] = await tx.select({ id: drawRounds.id }).from(drawRounds).where(eq(drawRounds.id, roundId))
  throw new CallFailed(known === undefined ? 'notFound' : 'drawNotOpen')
}

/** Takes one item from a prize's stock; false if none is left. */
async function takeFromStock(tx: Db, prizeId: number): Promise<boolean> {
  const [taken] = await tx
    .update(drawPrizes)
    .set({ left: sql`${drawPrizes.left} - 1` })
    .where(and(eq(drawPrizes.id, prizeId), gt(drawPrizes.left, 0)))
    .returning({ id: drawPrizes.id })
  return taken !== undefined
}

/** Maximum number of entries per response. */
const maxEntriesPerPage = 5_000
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
    balance: account?.balance ?? 0,
    used: rows.length,
    entries: rows.map(({ entryNo, name, at }) => ({
      entryNo,
      prizeName: name ?? noPrize,
      won: name !== null,
      at: at.toISOString(),
    })),
  }
}

export const drawWinners: Handler<typeof drawsCalls.drawWinners> = async ({ roundId, current, pageSize }, { db }) => {
  const won = and(isNotNull(drawEntries.prizeId), roundId === undefined ? undefined : eq(drawEntries.roundId, roundId))
  const [counted] = await db.select({ total: count() }).from(drawEntries).where(won)
  const rows = await db
    .select({
      entryNo: drawEntries.entryNo,
      roundId: drawEntries.roundId,
      roundTitle: drawRounds.title,
      prizeName: drawPrizes.name,
      name: users.realName,
      at: drawEntries.createdAt,
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
    total: counted?.total ?? 0,
    data: rows.map((row) => ({ ...row, name: maskName(row.name), at: row.at.toISOString() })),
  }
}

export const drawEntriesList: Handler<typeof drawsCalls.drawEntries> = async ({ roundId, after }, { db }) => {
  const [round] = await selectRoundsWithTime(db).where(eq(drawRounds.id, roundId))
  if (round === undefined) throw new CallFailed('notFound')
  if (roundPhase(round.row, round.now) !== 'ended') throw new CallFailed('drawNotEnded')
  const rows = await db
    .select({ entryNo: drawEntries.entryNo, prizeId: drawEntries.prizeId })
    .from(drawEntries)
    .where(and(eq(drawEntries.roundId, roundId), gt(drawEntries.entryNo, after)))
    .orderBy(asc(drawEntries.entryNo))
    .limit(maxEntriesPerPage + 1)
  return { entries: rows.slice(0, maxEntriesPerPage), more: rows.length > maxEntriesPerPage }
}
