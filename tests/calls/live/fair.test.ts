import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { drawRounds } from '../../../src/db/tables/draw.ts'
import { liveBookings, liveClasses, liveLeases, liveQuestions, scoreEntries } from '../../../src/db/tables/live.ts'
import { maxFavourites } from '../../../src/domain/catalogue/favourites.ts'
import { findWrongEntries, seedHashOf } from '../../../src/domain/live/draw.ts'
import { maxClassQuestions } from '../../../src/domain/live/question-rules.ts'
import { signInAs, contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import { aRound } from '../../support/scenes/live/draw.ts'
import { aClass, companyOf, givePoints, idOf, minutes } from '../../support/scenes/live/classes.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let buyer: Client
let seller: Client
let buyerId: number
beforeAll(async () => {
  ;[buyer, seller, buyerId] = [await signInAs(app, 'buyer'), await signInAs(app, 'seller'), await idOf(app, 'buyer')]
})
afterEach(() => void vi.unstubAllGlobals())

const ask = (client: Client, classId: number, text = '多久能拿到数据？') =>
  client.api.live.questionAsk({ classId, text }, { idempotencyKey: newKey() })
const answeredPoints = async (userId: number, classId: number) => {
  const rows = await app.db.select().from(scoreEntries).where(eq(scoreEntries.userId, userId))
  return rows.filter(({ reason, about }) => reason === 'answered' && about === `class:${classId}`)
}

describe('points', () => {
  test('are not earned by the host and its colleagues for answering each other', async () => {
    const sub = await signInAs(app, 'sub')
    const classId = await aClass(app, { companyId: await companyOf(app, 'buyer') })
    for (const who of [sub, buyer, seller]) {
      const { questionId } = contentOf(await ask(who, classId))
      contentOf(await buyer.api.live.questionAnswer({ questionId, answer: '三周。' }))
    }
    expect(await answeredPoints(await idOf(app, 'sub'), classId)).toEqual([])
    expect(await answeredPoints(buyerId, classId)).toEqual([])
    expect(await answeredPoints(await idOf(app, 'seller'), classId)).toHaveLength(1)
  })

  test('a member without permission is not a host', async () => {
    const sub = await signInAs(app, 'sub')
    const classId = await aClass(app, { companyId: await companyOf(app, 'buyer') })
    const { questionId } = contentOf(await ask(seller, classId))
    expect(failureOf(await sub.api.live.questionAnswer({ questionId, answer: '三周。' }))).toBe('notFound')
    expect(failureOf(await sub.api.live.questionHide({ questionId, hidden: true }))).toBe('notFound')
    expect(contentOf(await sub.api.live.ownClass({ classId })).isHost).toBe(false)
  })

  test('are earned for attending live, not for the replay', async () => {
    const classId = await aClass(app, { startsAt: minutes(-90), endsAt: minutes(-30), replay: true })
    await app.db.insert(liveBookings).values({ userId: buyerId, classId, kind: 'booking', createdAt: minutes(-600) })
    await app.db.delete(liveLeases).where(eq(liveLeases.userId, buyerId))
    const tab = crypto.randomUUID()
    for (let turn = 0; turn < 4; turn += 1) {
      expect(contentOf(await buyer.api.live.watchBeat({ classId, tab, playing: true })).gained).toBe(0)
      await app.db
        .update(liveLeases)
        .set({ lastBeatAt: sql`${liveLeases.lastBeatAt} - make_interval(secs => 12)` })
        .where(eq(liveLeases.userId, buyerId))
    }
  })
})

describe('limits of a person', () => {
  test('questions of one class', async () => {
    const classId = await aClass(app)
    const rows = Array.from({ length: maxClassQuestions - 1 }, (_, turn) => ({
      classId,
      userId: buyerId,
      text: `问${turn}`,
    }))
    await app.db.insert(liveQuestions).values(rows)
    const both = await Promise.all([ask(buyer, classId), ask(buyer, classId)])
    expect(both.map(failureOf).toSorted()).toEqual(['classQuestionsFull', 'none'])
    expect((await ask(seller, classId)).ok).toBe(true)
  })

  test('favourite classes', async () => {
    const userId = await idOf(app, 'person')
    const person = await signInAs(app, 'person')
    const [seed] = await app.db.select().from(liveClasses).limit(1)
    if (seed === undefined) throw new Error('The demo has no class')
    const { id: _id, ...row } = seed
    const made = await app.db
      .insert(liveClasses)
      .values(Array.from({ length: maxFavourites }, () => row))
      .returning({ classId: liveClasses.id })
    const [first, ...others] = made.map((each) => ({ ...each, userId, kind: 'favourite' as const }))
    await app.db.insert(liveBookings).values(others)
    const classId = await aClass(app)
    // One place is left: of two parallel requests for two classes one succeeds.
    const wanted = [classId, first?.classId ?? 0]
    const both = await Promise.all(wanted.map((each) => person.api.live.classFavourite({ classId: each, on: true })))
    expect(both.map(failureOf).toSorted()).toEqual(['none', 'tooManyFavourites'])
    for (const each of wanted) await person.api.live.classFavourite({ classId: each, on: false })
    await person.api.live.classFavourite({ classId: first?.classId ?? 0, on: true })
    expect(failureOf(await person.api.live.classFavourite({ classId, on: true }))).toBe('tooManyFavourites')
    expect((await seller.api.live.classFavourite({ classId, on: true })).ok).toBe(true)
  })
})

describe('a draw', () => {
  const take = (client: Client, roundId: number) => client.api.live.drawTake({ roundId }, { idempotencyKey: newKey() })

  test('is rejected for platform staff without cost', async () => {
    const { roundId } = await aRound(app, { stock: 1, weight: 1 })
    for (const who of ['ops', 'service'] as const) {
      await givePoints(app, await idOf(app, who), 50)
      const client = await signInAs(app, who)
      expect(failureOf(await take(client, roundId)), who).toBe('drawNotForStaff')
      expect(contentOf(await client.api.live.drawOwn({ roundId }))).toMatchObject({ balance: 50, used: 0 })
    }
  })

  test('is visible to its owner only', async () => {
    await givePoints(app, buyerId, 50)
    const { roundId } = await aRound(app, { stock: 1, weight: 1 })
    contentOf(await take(buyer, roundId))
    expect(contentOf(await buyer.api.live.drawOwn({ roundId })).entries).toHaveLength(1)
    expect(contentOf(await seller.api.live.drawOwn({ roundId }))).toMatchObject({ used: 0, entries: [] })
  })

  test('of a round created by operators matches the published commitment', async () => {
    const ops = await signInAs(app, 'ops')
    const form = {
      title: '可验证的一期',
      intro: '',
      cost: 1,
      perPerson: 50,
      blankWeight: 3,
      opensAt: minutes(60 * 24 * 400).toISOString(),
      closesAt: minutes(60 * 24 * 401).toISOString(),
      prizes: [{ name: '计时器', note: '', worth: 9_900, weight: 2, stock: 4 }],
    }
    const made = contentOf(await ops.api.live.roundSave(form, { idempotencyKey: newKey() }))
    const { roundId } = made
    expect(contentOf(await visitor(app).api.live.drawRound({ roundId })).seedHash).toBe(made.seedHash)
    await app.db
      .update(drawRounds)
      .set({ opensAt: minutes(-5) })
      .where(eq(drawRounds.id, roundId))
    await givePoints(app, buyerId, 30)
    for (let turn = 0; turn < 20; turn += 1) contentOf(await take(buyer, roundId))
    await app.db
      .update(drawRounds)
      .set({ closesAt: minutes(-1) })
      .where(eq(drawRounds.id, roundId))
    const { seed, prizes, seedHash } = contentOf(await visitor(app).api.live.drawRound({ roundId }))
    const { entries } = contentOf(await visitor(app).api.live.drawEntries({ roundId }))
    expect(seed).toMatch(/^[0-9a-f]{64}$/)
    expect(await seedHashOf(seed ?? '')).toBe(made.seedHash)
    expect(seedHash).toBe(made.seedHash)
    expect(entries).toHaveLength(20)
    expect(await findWrongEntries(seed ?? '', prizes, entries)).toEqual([])
  })

  test('hides its seed while the database accepts draws, even if the process clock is fast', async () => {
    const { roundId } = await aRound(app, { stock: 1, weight: 1, closesAt: minutes(30) })
    const guest = visitor(app)
    await guest.api.live.drawRound({ roundId })
    // Changes the process clock only: the embedded database reads Date.now.
    vi.stubGlobal(
      'Date',
      class extends Date {
        constructor(moment: string | number | Date = Date.now() + 45 * 60_000) {
          super(moment)
        }
      },
    )
    const round = contentOf(await guest.api.live.drawRound({ roundId }))
    expect(round).toMatchObject({ phase: 'open', seed: null })
    expect(failureOf(await guest.api.live.drawEntries({ roundId }))).toBe('drawNotEnded')
  })
})
