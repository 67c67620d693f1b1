import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawAwards, drawPrizes } from '../../../src/db/tables/draw.ts'
import { notices, stateChanges } from '../../../src/db/tables/operations.ts'
import { claimByOf, claimDays } from '../../../src/domain/live/award-states.ts'
import { checkRound } from '../../../src/domain/live/draw.ts'
import { lateAwards } from '../../../src/server/live/public.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import { aRound } from './draw-scene.ts'
import { givePoints, idOf, minutes } from './live-scene.ts'

let app: TestApp
let buyer: Client
let buyerId: number
let addressId: number
beforeAll(async () => {
  app = await startApp()
  ;[buyer, buyerId] = [await as(app, 'buyer'), await idOf(app, 'buyer')]
  const address = { receiver: '林知远', mobile: '13900001111', districtCode: '510107', street: '科园南路 88 号' }
  addressId = contentOf(await buyer.api.orders.addressSave(address)).addressId
})
afterAll(() => app.close())

const dayMinutes = 24 * 60
/** An award that was won just now, and its prize; it may be claimed for so many minutes. */
async function won(left: number) {
  await givePoints(app, buyerId, 100)
  const { roundId, prizeId } = await aRound(app, { stock: 2, weight: 999_999, closesAt: minutes(60) })
  const { awardId } = contentOf(await buyer.api.live.drawTake({ roundId }, { idempotencyKey: newKey() }))
  const id = awardId ?? 0
  await app.db
    .update(drawAwards)
    .set({ claimBy: minutes(left) })
    .where(eq(drawAwards.id, id))
  return { awardId: id, prizeId, roundId }
}
const statusOf = async (id: number) => (await app.db.select().from(drawAwards).where(eq(drawAwards.id, id)))[0]?.status
const leftOf = async (id: number) => (await app.db.select().from(drawPrizes).where(eq(drawPrizes.id, id)))[0]?.left
const toldOf = async (words: string) =>
  (await app.db.select().from(notices).where(eq(notices.userId, buyerId))).filter(({ title }) => title.includes(words))
const claim = (awardId: number) => buyer.api.live.awardClaim({ awardId, addressId })

test('an award may be claimed for days after its round, and says so', async () => {
  await givePoints(app, buyerId, 100)
  const closesAt = minutes(7 * dayMinutes)
  const { roundId } = await aRound(app, { stock: 1, weight: 999_999, closesAt })
  contentOf(await buyer.api.live.drawTake({ roundId }, { idempotencyKey: newKey() }))
  const [award] = contentOf(await buyer.api.live.awards({})).data
  expect(award?.claimBy).toBe(claimByOf(closesAt).toISOString())
  expect(Date.parse(award?.claimBy ?? '') - closesAt.getTime()).toBe(claimDays * dayMinutes * 60_000)
})

test('what was not claimed in time goes back to the stock, once; its winner hears it and comes too late', async () => {
  const { awardId, prizeId, roundId } = await won(-1)
  expect(failureOf(await claim(awardId))).toBe('awardLate')
  expect(await statusOf(awardId)).toBe('to_claim')
  const shown = contentOf(await visitor(app).api.live.drawRound({ roundId }))
  expect(shown.prizes[0]?.left).toBe(1)
  const before = app.runtime.pages.changedAt(['draw'])
  await Promise.all([lateAwards(app.db, app.runtime), lateAwards(app.db, app.runtime)])
  expect([await statusOf(awardId), await leftOf(prizeId)]).toEqual(['expired', 2])
  expect(app.runtime.pages.changedAt(['draw'])).toBeGreaterThan(before)
  expect(await toldOf('已过领取期限')).toHaveLength(1)
  expect(failureOf(await claim(awardId))).toBe('stepNotAllowed')
  const steps = await app.db.select().from(stateChanges).where(eq(stateChanges.entityId, awardId))
  expect(steps.filter(({ entity }) => entity === 'award')).toMatchObject([{ event: 'expire', userId: null }])
})

test('the round can be reckoned anew all the same', async () => {
  const { roundId } = await won(-1)
  await lateAwards(app.db, app.runtime)
  await app.db.execute(sql`update draw_rounds set closes_at = now() - interval '1 minute' where id = ${roundId}`)
  const { seed, prizes } = contentOf(await visitor(app).api.live.drawRound({ roundId }))
  const { entries } = contentOf(await visitor(app).api.live.drawEntries({ roundId }))
  expect(await checkRound(seed ?? '', prizes, entries)).toEqual([])
})

test('a winner is reminded once, days before, and may still claim', async () => {
  const [soon, far] = [await won(2 * dayMinutes), await won(20 * dayMinutes)]
  const before = (await toldOf('还没有领取')).length
  await lateAwards(app.db, app.runtime)
  await lateAwards(app.db, app.runtime)
  expect(await toldOf('还没有领取')).toHaveLength(before + 1)
  expect(contentOf(await claim(soon.awardId)).status).toBe('to_ship')
  expect(await statusOf(far.awardId)).toBe('to_claim')
})

test('what was claimed stays, however late it is', async () => {
  const { awardId, prizeId } = await won(30)
  contentOf(await claim(awardId))
  await app.db
    .update(drawAwards)
    .set({ claimBy: minutes(-1) })
    .where(eq(drawAwards.id, awardId))
  await lateAwards(app.db, app.runtime)
  expect([await statusOf(awardId), await leftOf(prizeId)]).toEqual(['to_ship', 1])
})
