import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { drawAwards, drawPrizes } from '../../../src/db/tables/draw.ts'
import { notices, stateChanges } from '../../../src/db/tables/operations.ts'
import { claimDeadline, claimDays } from '../../../src/domain/live/award-states.ts'
import { findWrongEntries } from '../../../src/domain/live/draw.ts'
import { signInAs, contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import { aRound } from '../../support/scenes/live/draw.ts'
import { givePoints, idOf, minutes } from '../../support/scenes/live/classes.ts'
import { processUnclaimedAwards } from '../../../src/server/live/draw/awards.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let buyer: Client
let buyerId: number
let addressId: number
beforeAll(async () => {
  ;[buyer, buyerId] = [await signInAs(app, 'buyer'), await idOf(app, 'buyer')]
  const address = { receiver: '林知远', mobile: '13900001111', districtCode: '510107', street: '科园南路 88 号' }
  addressId = contentOf(await buyer.api.orders.addressSave(address)).addressId
})

const dayMinutes = 24 * 60
/** A new award and its prize, claimable for `left` minutes. */
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

test('an award can be claimed until 30 days after its round', async () => {
  await givePoints(app, buyerId, 100)
  const closesAt = minutes(7 * dayMinutes)
  const { roundId } = await aRound(app, { stock: 1, weight: 999_999, closesAt })
  contentOf(await buyer.api.live.drawTake({ roundId }, { idempotencyKey: newKey() }))
  const [award] = contentOf(await buyer.api.live.awards({})).data
  expect(award?.claimBy).toBe(claimDeadline(closesAt).toISOString())
  expect(Date.parse(award?.claimBy ?? '') - closesAt.getTime()).toBe(claimDays * dayMinutes * 60_000)
})

test('an unclaimed award expires and returns to stock once; its winner is notified and cannot claim', async () => {
  const { awardId, prizeId, roundId } = await won(-1)
  expect(failureOf(await claim(awardId))).toBe('awardLate')
  expect(await statusOf(awardId)).toBe('to_claim')
  const shown = contentOf(await visitor(app).api.live.drawRound({ roundId }))
  expect(shown.prizes[0]?.left).toBe(1)
  const before = app.runtime.pages.changedAt(['draw'])
  await Promise.all([processUnclaimedAwards(app.db, app.runtime), processUnclaimedAwards(app.db, app.runtime)])
  expect([await statusOf(awardId), await leftOf(prizeId)]).toEqual(['expired', 2])
  expect(app.runtime.pages.changedAt(['draw'])).toBeGreaterThan(before)
  expect(await toldOf('已过领取期限')).toHaveLength(1)
  expect(failureOf(await claim(awardId))).toBe('stepNotAllowed')
  const steps = await app.db.select().from(stateChanges).where(eq(stateChanges.entityId, awardId))
  expect(steps.filter(({ entity }) => entity === 'award')).toMatchObject([{ event: 'expire', userId: null }])
})

test('the round can still be verified', async () => {
  const { roundId } = await won(-1)
  await processUnclaimedAwards(app.db, app.runtime)
  await app.db.execute(sql`update draw_rounds set closes_at = now() - interval '1 minute' where id = ${roundId}`)
  const { seed, prizes } = contentOf(await visitor(app).api.live.drawRound({ roundId }))
  const { entries } = contentOf(await visitor(app).api.live.drawEntries({ roundId }))
  expect(await findWrongEntries(seed ?? '', prizes, entries)).toEqual([])
})

test('a winner is reminded once before the deadline and can still claim', async () => {
  const [soon, far] = [await won(2 * dayMinutes), await won(20 * dayMinutes)]
  const before = (await toldOf('尚未领取')).length
  await processUnclaimedAwards(app.db, app.runtime)
  await processUnclaimedAwards(app.db, app.runtime)
  expect(await toldOf('尚未领取')).toHaveLength(before + 1)
  expect(contentOf(await claim(soon.awardId)).status).toBe('to_ship')
  expect(await statusOf(far.awardId)).toBe('to_claim')
})

test('claimed awards never expire', async () => {
  const { awardId, prizeId } = await won(30)
  contentOf(await claim(awardId))
  await app.db
    .update(drawAwards)
    .set({ claimBy: minutes(-1) })
    .where(eq(drawAwards.id, awardId))
  await processUnclaimedAwards(app.db, app.runtime)
  expect([await statusOf(awardId), await leftOf(prizeId)]).toEqual(['to_ship', 1])
})
