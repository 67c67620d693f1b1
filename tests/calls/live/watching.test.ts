import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { liveBookings, liveClasses, liveLeases, liveWatches, scoreEntries } from '../../../src/db/tables/live.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { aClass, companyOf, idOf, minutes } from '../../support/scenes/live/classes.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
let buyerId: number
beforeAll(async () => {
  buyerId = await idOf(app, 'buyer')
})

/** Moves the last heartbeat back by some seconds. */
const later = (seconds: number) =>
  app.db
    .update(liveLeases)
    .set({ lastBeatAt: sql`${liveLeases.lastBeatAt} - make_interval(secs => ${seconds})` })
    .where(eq(liveLeases.userId, buyerId))
const forget = () => app.db.delete(liveLeases).where(eq(liveLeases.userId, buyerId))
const tab = crypto.randomUUID()
const beat = (classId: number, more: { tab?: string; playing?: boolean } = {}) =>
  buyer.api.live.watchBeat({ classId, tab, playing: true, ...more })

describe('watching', () => {
  test('credits the time between heartbeats by the server clock, one point per minute', async () => {
    await forget()
    const classId = await aClass(app)
    expect(contentOf(await beat(classId))).toMatchObject({ counting: true, seconds: 0, gained: 0 })
    for (let turn = 0; turn < 5; turn += 1) {
      await later(10)
      await beat(classId)
    }
    await later(12)
    const now = contentOf(await beat(classId))
    expect(now.seconds).toBeGreaterThanOrEqual(60)
    expect(now.seconds).toBeLessThan(70)
    expect(now).toMatchObject({ gained: 1, points: 1 })
    const { total, data } = contentOf(await buyer.api.live.scores({}))
    expect(data[0]).toMatchObject({ reason: 'watch', points: 1 })
    const again = { userId: buyerId, reason: 'watch', points: 1, about: `class:${classId}:2` } as const
    await app.db.insert(scoreEntries).values({ ...again, balance: (data[0]?.balance ?? 0) + 1, title: '第二分钟' })
    // The second minute of the class is in the same row.
    const grown = contentOf(await buyer.api.live.scores({ part: 'earned' }))
    expect(grown.data[0]).toMatchObject({ reason: 'watch', points: 2, title: '第二分钟' })
    expect(grown.total).toBeLessThanOrEqual(total)
    const [row] = await app.db.select().from(liveClasses).where(eq(liveClasses.id, classId))
    expect(row?.watchedCount).toBe(1)
  })

  test('faster heartbeats credit nothing extra, one heartbeat at most a few seconds', async () => {
    await forget()
    const classId = await aClass(app)
    for (let turn = 0; turn < 20; turn += 1) await beat(classId)
    expect(contentOf(await beat(classId)).seconds).toBeLessThan(5)
    await later(20)
    const before = contentOf(await beat(classId)).seconds
    expect(before).toBeLessThanOrEqual(20)
    await later(3600)
    expect(contentOf(await beat(classId)).seconds).toBe(before)
  })

  test('a second tab is not credited while the first one plays, in any class', async () => {
    await forget()
    const [one, other] = [await aClass(app), await aClass(app)]
    const second = crypto.randomUUID()
    await beat(one)
    await later(10)
    expect(contentOf(await beat(one, { tab: second }))).toMatchObject({ counting: false, seconds: 0 })
    expect(contentOf(await beat(other, { tab: second })).counting).toBe(false)
    expect(contentOf(await beat(one)).seconds).toBeGreaterThanOrEqual(10)
    // Pausing the first tab releases the lease at once.
    await beat(one, { playing: false })
    expect(contentOf(await beat(other, { tab: second })).counting).toBe(true)
  })

  test('parallel heartbeats are credited once', async () => {
    await forget()
    const classId = await aClass(app)
    await beat(classId)
    await later(10)
    const answers = await Promise.all(Array.from({ length: 8 }, () => beat(classId)))
    expect(Math.max(...answers.map((answer) => contentOf(answer).seconds))).toBeLessThan(15)
  })

  test('earns at most thirty points per class, and none for the own class', async () => {
    await forget()
    const classId = await aClass(app)
    await beat(classId)
    await app.db.update(liveWatches).set({ seconds: 10_000, points: 30 }).where(eq(liveWatches.classId, classId))
    await later(10)
    expect(contentOf(await beat(classId)).gained).toBe(0)
    const own = await aClass(app, { companyId: await companyOf(app, 'buyer') })
    await forget()
    await beat(own)
    await app.db.update(liveWatches).set({ seconds: 55 }).where(eq(liveWatches.classId, own))
    await later(10)
    expect(contentOf(await beat(own))).toMatchObject({ gained: 0, counting: true })
  })

  test('attending a booked class live earns points once', async () => {
    await forget()
    const classId = await aClass(app, { startsAt: minutes(10) })
    contentOf(await buyer.api.live.classBook({ classId, on: true }))
    await app.db
      .update(liveClasses)
      .set({ startsAt: minutes(-1) })
      .where(eq(liveClasses.id, classId))
    await app.db
      .update(liveBookings)
      .set({ createdAt: minutes(-5) })
      .where(eq(liveBookings.classId, classId))
    await beat(classId)
    await later(14)
    await beat(classId)
    await later(14)
    expect(contentOf(await beat(classId)).gained).toBe(5)
    const booked = await app.db
      .select()
      .from(scoreEntries)
      .where(and(eq(scoreEntries.userId, buyerId), eq(scoreEntries.about, `class:${classId}`)))
    expect(booked.map(({ reason, points }) => [reason, points])).toEqual([['attend', 5]])
  })

  test('is rejected before the start, after the end, for unknown classes, and signed out', async () => {
    await forget()
    expect(failureOf(await beat(await aClass(app, { startsAt: minutes(5) })))).toBe('classNotOn')
    const over = { startsAt: minutes(-60), endsAt: minutes(-5), replay: false }
    expect(failureOf(await beat(await aClass(app, over)))).toBe('classNotOn')
    expect(failureOf(await beat(await aClass(app, { status: 'cancelled' })))).toBe('notFound')
    expect(failureOf(await beat(missingId))).toBe('notFound')
    expect(failureOf(await visitor(app).api.live.watchBeat({ classId: 1, tab, playing: true }))).toBe('sessionInvalid')
    expect(fieldsWithErrors(await beat(1, { tab: 'x' }))).toEqual(['tab'])
  })

  test('the ledger is append-only, and a balance never falls below zero', async () => {
    await expect(app.db.update(scoreEntries).set({ points: 500 })).rejects.toThrow('Failed query')
    await expect(app.db.delete(scoreEntries)).rejects.toThrow('Failed query')
  })
})

describe('questions', () => {
  test('are public without names, can be answered for points, and hidden by the host', async () => {
    const [seller, person] = [await signInAs(app, 'seller'), await signInAs(app, 'person')]
    const classId = await aClass(app, { companyId: await companyOf(app, 'seller') })
    const told = contentOf(
      await buyer.api.live.questionAsk({ classId, text: '流动相怎么选？' }, { idempotencyKey: newKey() }),
    )
    const [row] = contentOf(await visitor(app).api.live.classQuestions({ classId }))
    expect(row).toMatchObject({ text: '流动相怎么选？', answer: '', hidden: false })
    expect(Object.keys(row ?? {}).toSorted()).toEqual([
      'answer',
      'answeredAt',
      'askedAt',
      'hidden',
      'mine',
      'questionId',
      'text',
    ])
    expect(contentOf(await buyer.api.live.classQuestions({ classId }))[0]?.mine).toBe(true)
    const { questionId } = told
    expect(failureOf(await person.api.live.questionAnswer({ questionId, answer: '不知道' }))).toBe('notFound')
    contentOf(await seller.api.live.questionAnswer({ questionId, answer: '先看 pKa。' }))
    contentOf(await seller.api.live.questionAnswer({ questionId, answer: '先看 pKa，再看柱。' }))
    expect(contentOf(await visitor(app).api.live.classQuestions({ classId }))[0]?.answer).toBe('先看 pKa，再看柱。')
    const { data } = contentOf(await buyer.api.live.scores({}))
    expect(data.filter(({ reason }) => reason === 'answered').map(({ points }) => points)).toEqual([3])
    expect(failureOf(await person.api.live.questionHide({ questionId, hidden: true }))).toBe('notFound')
    contentOf(await seller.api.live.questionHide({ questionId, hidden: true }))
    expect(contentOf(await visitor(app).api.live.classQuestions({ classId }))).toEqual([])
    expect(contentOf(await seller.api.live.classQuestions({ classId }))[0]?.hidden).toBe(true)
  })

  test('are rejected after the end, signed out, and if empty', async () => {
    const over = await aClass(app, { startsAt: minutes(-60), endsAt: minutes(-5) })
    const ask = (classId: number, text: string, client = buyer) =>
      client.api.live.questionAsk({ classId, text }, { idempotencyKey: newKey() })
    expect(failureOf(await ask(over, '还能问吗'))).toBe('questionsClosed')
    expect(failureOf(await ask(missingId, '有人吗'))).toBe('notFound')
    expect(fieldsWithErrors(await ask(await aClass(app), ' '))).toEqual(['text'])
    expect(failureOf(await ask(over, '？', visitor(app)))).toBe('sessionInvalid')
  })
})
