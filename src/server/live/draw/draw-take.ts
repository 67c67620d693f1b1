import { and, count, eq, gt, sql } from 'drizzle-orm'
import type { drawsCalls } from '../../../contract/live/draws.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { drawAwards, drawEntries, drawPrizes, drawRounds } from '../../../db/tables/draw.ts'
import { claimByOf } from '../../../domain/live/award-states.ts'
import { digestOf, drawTag, rowAt } from '../../../domain/live/draw.ts'
import { links } from '../../../domain/links.ts'
import { monthMinute } from '../../../domain/time.ts'
import { notify } from '../../accounts/public.ts'
import type { Handler } from '../../handler.ts'
import { moveScore } from '../move-score.ts'
import { prizesOf } from './rounds.ts'

/**
 * One draw. Taking the number locks the round, so that draws happen one after the other in the order of their numbers:
 * what is left of a prize is then a matter of the numbers alone, and can be reckoned anew by anyone.
 */
export const drawTake: Handler<typeof drawsCalls.drawTake> = async ({ roundId }, context) => {
  const { caller, db, pages, after } = context
  const { userId } = caller
  // Who can look into the database, or has colleagues who can, does not draw.
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
    const balance = await moveScore(tx, { userId, reason: 'draw', points: -round.cost, about, title })
    const table = await prizesOf(tx, roundId)
    const row = rowAt(
      table.map((prize) => ({ ...prize, prizeId: prize.id })),
      await digestOf(round.seed, entryNo),
    )
    const won = row.isPrize && (await takePiece(tx, row.prizeId))
    const prizeId = won ? row.prizeId : null
    const [entry] = await tx
      .insert(drawEntries)
      .values({ roundId, entryNo, userId, prizeId })
      .returning({ id: drawEntries.id })
    if (entry === undefined) throw new Error('No entry was made')
    const said = { entryNo, used, balance: balance ?? 0 }
    if (!won) return { ...said, prize: null, awardId: null }
    const { name, note, figure } = row
    const claimBy = claimByOf(round.closesAt)
    const [award] = await tx
      .insert(drawAwards)
      .values({ entryId: entry.id, roundId, prizeId: row.prizeId, userId, claimBy })
      .returning({ id: drawAwards.id })
    await notify(tx, context, 'award.moved', [userId], {
      title: `您抽中了「${name}」`,
      text: `${title}，编号 ${entryNo}。请在 ${monthMinute(claimBy.toISOString())} 前选择收货地址领取，逾期作废。`,
      path: links.luckDrawAwards(),
    })
    return { ...said, prize: { name, note, figure }, awardId: award?.id ?? null }
  })
  after(() => pages.invalidate([drawTag]))
  return taken
}

/** The next number of a round that is open at this very moment; whoever waits for the lock is judged after it. */
async function takeEntryNo(tx: Db, roundId: number) {
  const open = and(
    ...[eq(drawRounds.id, roundId), sql`${drawRounds.opensAt} <= clock_timestamp()`],
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

/** Takes one piece of a prize where one is left. */
async function takePiece(tx: Db, prizeId: number): Promise<boolean> {
  const [taken] = await tx
    .update(drawPrizes)
    .set({ left: sql`${drawPrizes.left} - 1` })
    .where(and(eq(drawPrizes.id, prizeId), gt(drawPrizes.left, 0)))
    .returning({ id: drawPrizes.id })
  return taken !== undefined
}
