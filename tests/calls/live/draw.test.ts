import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { drawAwards, drawEntries, drawPrizes, drawRounds } from '../../../src/db/tables/draw.ts'
import { scoreAccounts, scoreEntries } from '../../../src/db/tables/live.ts'
import { findWrongEntries, seedHashOf } from '../../../src/domain/live/draw.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { aRound } from '../../support/scenes/live/draw.ts'
import { givePoints, idOf, minutes } from '../../support/scenes/live/classes.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
let buyerId: number
beforeAll(async () => {
  buyerId = await idOf(app, 'buyer')
})

const take = (roundId: number, client = buyer, idempotencyKey = newKey()) =>
  client.api.live.drawTake({ roundId }, { idempotencyKey })
const balance = async (userId: number) =>
  (await app.db.select().from(scoreAccounts).where(eq(scoreAccounts.userId, userId)))[0]?.balance

describe('drawing', () => {
  test('a hundred at once, of several people: no prize beyond its stock, numbers without a gap, points for each', async () => {
    const people = ['buyer', 'buyer2', 'seller', 'person'] as const
    const clients = await Promise.all(people.map((who) => signInAs(app, who)))
    const ids = await Promise.all(people.map((who) => idOf(app, who)))
    for (const userId of ids) await givePoints(app, userId, 1000)
    const { roundId, prizeId } = await aRound(app, { stock: 7, weight: 9, blankWeight: 1, cost: 3 })
    const answers = await Promise.all(Array.from({ length: 100 }, (_, turn) => take(roundId, clients[turn % 4])))
    const drawn = answers.map(contentOf)
    expect(drawn.map(({ entryNo }) => entryNo).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    )
    expect(drawn.filter(({ prize }) => prize !== null)).toHaveLength(7)
    const [prize] = await app.db.select().from(drawPrizes).where(eq(drawPrizes.id, prizeId))
    expect(prize?.left).toBe(0)
    expect(await app.db.select().from(drawAwards).where(eq(drawAwards.roundId, roundId))).toHaveLength(7)
    for (const userId of ids) expect(await balance(userId)).toBe(1000 - 25 * 3)
    // After its end, verifies the round from the published data.
    await app.db
      .update(drawRounds)
      .set({ closesAt: minutes(-1) })
      .where(eq(drawRounds.id, roundId))
    const guest = visitor(app)
    const round = contentOf(await guest.api.live.drawRound({ roundId }))
    const { entries, more } = contentOf(await guest.api.live.drawEntries({ roundId }))
    expect(more).toBe(false)
    expect(await seedHashOf(round.seed ?? '')).toBe(round.seedHash)
    expect(await findWrongEntries(round.seed ?? '', round.prizes, entries)).toEqual([])
    const forged = entries.map((entry) => ({ ...entry, prizeId: entry.entryNo === 100 ? prizeId : entry.prizeId }))
    expect(await findWrongEntries(round.seed ?? '', round.prizes, forged)).toEqual([100])
  })

  test('parallel draws of one person never overdraw the balance', async () => {
    const person = await signInAs(app, 'person')
    const personId = await idOf(app, 'person')
    await givePoints(app, personId, 20)
    const { roundId } = await aRound(app, { stock: 1, weight: 1, cost: 5 })
    const answers = await Promise.all(Array.from({ length: 12 }, () => take(roundId, person)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(4)
    expect(new Set(answers.filter(({ ok }) => !ok).map(failureOf))).toEqual(new Set(['scoreShort']))
    expect(await balance(personId)).toBe(0)
    const entries = await app.db.select().from(drawEntries).where(eq(drawEntries.roundId, roundId))
    expect(entries.map(({ entryNo }) => entryNo).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
  })

  test('is idempotent by key', async () => {
    await givePoints(app, buyerId, 100)
    const { roundId } = await aRound(app, { stock: 5, weight: 5, cost: 10 })
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 6 }, () => take(roundId, buyer, key)))
    expect(new Set(answers.map((answer) => contentOf(answer).entryNo))).toEqual(new Set([1]))
    expect(await balance(buyerId)).toBe(90)
  })

  test('is rejected outside the round, beyond the limit, without points, and signed out', async () => {
    await givePoints(app, buyerId, 100)
    const soon = await aRound(app, { stock: 1, weight: 1, opensAt: minutes(5) })
    const over = await aRound(app, { stock: 1, weight: 1, opensAt: minutes(-60), closesAt: minutes(-1) })
    expect(failureOf(await take(soon.roundId))).toBe('drawNotOpen')
    expect(failureOf(await take(over.roundId))).toBe('drawNotOpen')
    expect(failureOf(await take(missingId))).toBe('notFound')
    const two = await aRound(app, { stock: 1, weight: 1, perPerson: 2 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => take(two.roundId)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(2)
    expect(answers.map(failureOf).filter((name) => name === 'drawUsedUp')).toHaveLength(3)
    const dear = await aRound(app, { stock: 1, weight: 1, cost: 5_000 })
    expect(failureOf(await take(dear.roundId))).toBe('scoreShort')
    const { entryCount } = contentOf(await buyer.api.live.drawRound({ roundId: dear.roundId }))
    expect(entryCount).toBe(0)
    expect(failureOf(await take(two.roundId, await signInAs(app, 'ops')))).toBe('drawNotForStaff')
    expect(failureOf(await take(two.roundId, visitor(app)))).toBe('sessionInvalid')
    expect(fieldsWithErrors(await take(0))).toEqual(['roundId'])
  })

  test('the seed is revealed only after the end and matches the published hash', async () => {
    const { roundId, prizeId } = await aRound(app, { stock: 1, weight: 1 })
    const round = contentOf(await visitor(app).api.live.drawRound({ roundId }))
    expect(round.seed).toBeNull()
    expect(round.seedHash).toMatch(/^[0-9a-f]{64}$/)
    expect(failureOf(await visitor(app).api.live.drawEntries({ roundId }))).toBe('drawNotEnded')
    await expect(app.db.update(drawRounds).set({ seed: 'x' }).where(eq(drawRounds.id, roundId))).rejects.toThrow(
      'Failed query',
    )
    await expect(app.db.update(drawPrizes).set({ weight: 5 }).where(eq(drawPrizes.id, prizeId))).rejects.toThrow(
      'Failed query',
    )
    await expect(app.db.delete(drawEntries)).rejects.toThrow('Failed query')
  })
})

describe('awards', () => {
  const won = async () => {
    await givePoints(app, buyerId, 100)
    const { roundId } = await aRound(app, { stock: 50, weight: 999_999 })
    return contentOf(await take(roundId)).awardId ?? 0
  }
  const addressOf = async (client: Client) =>
    contentOf(
      await client.api.orders.addressSave({
        receiver: '林知远',
        mobile: '13900001111',
        districtCode: '510107',
        street: '科园南路 88 号',
      }),
    ).addressId

  test('are claimed, shipped and signed for, each step once', async () => {
    const [awardId, addressId, ops] = [await won(), await addressOf(buyer), await signInAs(app, 'ops')]
    const ship = { awardId, carrier: '顺丰速运', trackingNo: 'SF100200300' }
    expect(failureOf(await ops.api.live.awardShip(ship))).toBe('stepNotAllowed')
    expect(failureOf(await buyer.api.live.awardSign({ awardId }))).toBe('stepNotAllowed')
    const claims = await Promise.all(Array.from({ length: 4 }, () => buyer.api.live.awardClaim({ awardId, addressId })))
    expect(claims.filter(({ ok }) => ok)).toHaveLength(1)
    const { data } = contentOf(await ops.api.live.managedAwards({ status: 'to_ship', pageSize: 100 }))
    const managed = data.find((award) => award.awardId === awardId)
    expect(managed).toMatchObject({
      awardId,
      status: 'to_ship',
      address: { receiver: '林知远', mobile: '13900001111' },
    })
    contentOf(await ops.api.live.awardShip(ship))
    expect(contentOf(await buyer.api.live.awards({})).data[0]).toMatchObject({ status: 'shipped', carrier: '顺丰速运' })
    expect(contentOf(await buyer.api.live.awardSign({ awardId })).status).toBe('signed')
  })

  test('are limited to their winner', async () => {
    const [awardId, other] = [await won(), await signInAs(app, 'buyer2')]
    const theirs = await addressOf(other)
    expect(failureOf(await other.api.live.awardClaim({ awardId, addressId: theirs }))).toBe('notFound')
    expect(failureOf(await buyer.api.live.awardClaim({ awardId, addressId: theirs }))).toBe('notFound')
    expect(contentOf(await other.api.live.awards({})).data.filter((award) => award.awardId === awardId)).toEqual([])
    expect(failureOf(await other.api.live.managedAwards({}))).toBe('forbidden')
    expect(failureOf(await visitor(app).api.live.awards({}))).toBe('sessionInvalid')
    const { data } = contentOf(await visitor(app).api.live.drawWinners({}))
    expect(data.length).toBeGreaterThan(0)
    expect(data.every(({ name }) => name.includes('*'))).toBe(true)
  })
})

describe('rounds', () => {
  const form = {
    title: '新一期',
    intro: '',
    opensAt: minutes(60 * 24 * 300).toISOString(),
    cost: 10,
    perPerson: 3,
    closesAt: minutes(60 * 24 * 301).toISOString(),
    blankWeight: 90,
    prizes: [{ name: '实验室计时器', note: '', worth: 9_900, weight: 10, stock: 3 }],
  }
  const save = (client: Client, change: Partial<typeof form> = {}) =>
    client.api.live.roundSave({ ...form, ...change }, { idempotencyKey: newKey() })

  test('are created by operators with a published seed hash, and cannot overlap', async () => {
    const ops = await signInAs(app, 'ops')
    const answers = await Promise.all([save(ops), save(ops), save(ops)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.map(failureOf).filter((name) => name === 'roundOverlaps')).toHaveLength(2)
    expect(fieldsWithErrors(await save(ops, { opensAt: minutes(-5).toISOString() }))).toEqual(['opensAt'])
    expect(fieldsWithErrors(await save(ops, { prizes: [] }))).toEqual(['prizes'])
    expect(failureOf(await save(buyer))).toBe('forbidden')
    expect(await app.db.select().from(scoreEntries).limit(1)).not.toEqual([])
  })
})
