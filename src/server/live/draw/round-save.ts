import { randomBytes } from 'node:crypto'
import { and, gt, lt, sql } from 'drizzle-orm'
import type { drawsCalls } from '../../../contract/live/draws.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import { drawPrizes, drawRounds } from '../../../db/tables/draw.ts'
import { drawTag, mostWeight, seedHashOf } from '../../../domain/live/draw.ts'
import type { Handler } from '../../handler.ts'

/** What drawing nothing is called in the table of chances. */
const blankName = '谢谢参与'

export const roundSave: Handler<typeof drawsCalls.roundSave> = async (input, { db, pages, after, note }) => {
  const { title, intro, cost, perPerson, prizes, blankWeight } = input
  const [opensAt, closesAt] = [new Date(input.opensAt), new Date(input.closesAt)]
  if (opensAt.getTime() <= Date.now()) throw fieldFailed({ field: 'opensAt', message: '开始时间须晚于现在' })
  if (closesAt <= opensAt) throw fieldFailed({ field: 'closesAt', message: '结束时间须晚于开始时间' })
  const total = prizes.reduce((sum, { weight }) => sum + weight, blankWeight)
  if (total > mostWeight) throw fieldFailed({ field: 'blankWeight', message: `权重之和最多 ${mostWeight}` })
  const seed = randomBytes(32).toString('hex')
  const seedHash = await seedHashOf(seed)
  const roundId = await db.transaction(async (tx) => {
    // One round at a time: two writers are judged one after the other.
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
      ...{ ...prize, roundId: round.id, seq: index + 1, isPrize: true, left: prize.stock },
    }))
    const blank = { name: blankName, isPrize: false, weight: blankWeight, seq: prizes.length + 1, roundId: round.id }
    await tx.insert(drawPrizes).values([...rows, blank])
    return round.id
  })
  note(title)
  after(() => pages.invalidate([drawTag]))
  return { roundId, seedHash }
}
