import { drawPrizes, drawRounds } from '../../../../src/db/tables/draw.ts'
import { seedHashOf } from '../../../../src/domain/live/draw.ts'
import type { TestApp } from '../../app.ts'
import { minutes } from './classes.ts'

interface Wish {
  readonly stock: number
  readonly weight: number
  readonly blankWeight?: number
  readonly cost?: number
  readonly perPerson?: number
  readonly opensAt?: Date
  readonly closesAt?: Date
}

/** A round with one prize and a blank, open now by default. */
export async function aRound(app: TestApp, wish: Wish): Promise<{ roundId: number; prizeId: number }> {
  const { stock, weight, blankWeight = 1, cost = 1, perPerson = 100 } = wish
  const { opensAt = minutes(-10), closesAt = minutes(60) } = wish
  const seed = crypto.randomUUID().repeat(2)
  const [round] = await app.db
    .insert(drawRounds)
    .values({ title: '测试期', opensAt, closesAt, cost, perPerson, seed, seedHash: await seedHashOf(seed) })
    .returning({ id: drawRounds.id })
  const roundId = round?.id ?? 0
  const [prize] = await app.db
    .insert(drawPrizes)
    .values([
      { roundId, seq: 1, name: '移液器', isPrize: true, weight, stock, left: stock },
      { roundId, seq: 2, name: '谢谢参与', isPrize: false, weight: blankWeight },
    ])
    .returning({ id: drawPrizes.id })
  return { roundId, prizeId: prize?.id ?? 0 }
}
