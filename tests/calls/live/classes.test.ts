import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { liveBookings, liveClasses } from '../../../src/db/tables/live.ts'
import { notices } from '../../../src/db/tables/operations.ts'
import { startAppForTest, type TestApp } from '../../support/app.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { aClass, companyOf, idOf, minutes } from '../../support/scenes/live/classes.ts'
import { sendClassReminders } from '../../../src/server/live/classes/class-reminders.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')

const noticesOf = async (on: TestApp, userId: number, event: 'class.soon' | 'class.moved' | 'class.reviewed') =>
  on.db
    .select()
    .from(notices)
    .where(and(eq(notices.userId, userId), eq(notices.event, event)))

const form = {
  kind: 'lecture' as const,
  topics: ['cmc' as const],
  title: '晶型筛选入门',
  summary: '从溶剂到工艺',
  outline: '',
  speaker: '岳明朗',
  speakerTitle: '商务经理',
  speakerAbout: '',
  figure: 'gel' as const,
  startsAt: minutes(600).toISOString(),
  endsAt: minutes(660).toISOString(),
  capacity: 2,
  replay: true,
}
const save = (client: Client, change: Partial<typeof form> = {}) =>
  client.api.live.classSave({ ...form, ...change }, { idempotencyKey: newKey() })

describe('the schedule', () => {
  test('lists live, then upcoming, then past classes, by filter', async () => {
    const guest = visitor(app)
    const all = contentOf(await guest.api.live.classes({ pageSize: 100 }))
    const phases = all.data.map(({ phase }) => (phase === 'live' ? 0 : phase === 'soon' ? 1 : 2))
    expect(phases).toEqual(phases.toSorted())
    const soon = contentOf(await guest.api.live.classes({ phase: 'soon', pageSize: 100 }))
    expect(soon.total).toBe(all.counts.soon)
    expect(soon.data.map(({ startsAt }) => startsAt)).toEqual(soon.data.map(({ startsAt }) => startsAt).toSorted())
    const roadshows = contentOf(await guest.api.live.classes({ kind: 'roadshow', topic: 'cmc' })).data
    expect(roadshows.every(({ kind, topics }) => kind === 'roadshow' && topics.includes('cmc'))).toBe(true)
    expect(contentOf(await guest.api.live.classes({ keyword: '%' })).total).toBe(0)
    expect(contentOf(await guest.api.live.classes({ month: '2031-01' })).total).toBe(0)
    expect(fieldsWithErrors(await guest.api.live.classes({ month: '2031' }))).toEqual(['month'])
  })

  test('returns the stream only while the class can be watched; hides unpublished ones', async () => {
    const guest = visitor(app)
    const detail = async (change: Parameters<typeof aClass>[1]) =>
      guest.api.live.class({ classId: await aClass(app, change) })
    expect(contentOf(await detail({})).stream).toBe('demo')
    expect(contentOf(await detail({ startsAt: minutes(5) })).stream).toBe('')
    expect(failureOf(await detail({ status: 'pending_review' }))).toBe('notFound')
    expect(failureOf(await guest.api.live.class({ classId: missingId }))).toBe('notFound')
    expect(contentOf(await detail({ status: 'cancelled', reason: '讲师生病' }))).toMatchObject({
      cancelled: true,
      reason: '讲师生病',
      stream: '',
    })
  })

  test('lists featured roadshows first', async () => {
    const ops = await signInAs(app, 'ops')
    const classId = await aClass(app, {
      kind: 'roadshow',
      startsAt: minutes(60 * 24 * 90),
      endsAt: minutes(60 * 24 * 91),
    })
    contentOf(await ops.api.live.classFeature({ classId, on: true }))
    const { data } = contentOf(await visitor(app).api.content.roadshowOperation({ size: 2 }))
    expect(data[0]).toMatchObject({ classId, featured: true })
    expect(data).toHaveLength(2)
    contentOf(await ops.api.live.classFeature({ classId, on: false }))
    expect(contentOf(await visitor(app).api.content.roadshowOperation({})).data[0]?.classId).not.toBe(classId)
    expect(failureOf(await ops.api.live.classFeature({ classId: await aClass(app), on: true }))).toBe('featureRefused')
    expect(failureOf(await buyer.api.live.classFeature({ classId, on: true }))).toBe('forbidden')
    expect(fieldsWithErrors(await visitor(app).api.content.roadshowOperation({ size: 99 }))).toEqual(['size'])
  })
})

describe('booking', () => {
  test('keeps the capacity under parallel requests', async () => {
    const classId = await aClass(app, { startsAt: minutes(30), capacity: 2 })
    const people = await Promise.all(
      (['buyer', 'buyer2', 'seller', 'person'] as const).map((who) => signInAs(app, who)),
    )
    const answers = await Promise.all(people.map(({ api }) => api.live.classBook({ classId, on: true })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(2)
    expect(answers.map(failureOf).filter((name) => name === 'classFull')).toHaveLength(2)
    const first = people[answers.findIndex(({ ok }) => ok)] ?? buyer
    const again = await Promise.all(Array.from({ length: 4 }, () => first.api.live.classBook({ classId, on: true })))
    expect(again.map((answer) => contentOf(answer).count)).toEqual([2, 2, 2, 2])
    expect(contentOf(await first.api.live.classBook({ classId, on: false })).count).toBe(1)
    const mine = await app.db.select().from(liveBookings).where(eq(liveBookings.classId, classId))
    expect(mine).toHaveLength(1)
  })

  test('closes at the start, favourites do not; both are in the own lists', async () => {
    const began = await aClass(app)
    expect(failureOf(await buyer.api.live.classBook({ classId: began, on: true }))).toBe('classBegan')
    expect(contentOf(await buyer.api.live.classFavourite({ classId: began, on: true }))).toEqual({ on: true, count: 1 })
    expect(contentOf(await buyer.api.live.ownClass({ classId: began }))).toMatchObject({
      favourite: true,
      booked: false,
    })
    const [kept] = contentOf(await buyer.api.live.ownClasses({ part: 'favourite' })).data
    expect(kept).toMatchObject({ classId: began, favourite: true })
    contentOf(await buyer.api.live.classFavourite({ classId: began, on: false }))
    const soon = await aClass(app, { startsAt: minutes(30) })
    contentOf(await buyer.api.live.classBook({ classId: soon, on: true }))
    expect(contentOf(await buyer.api.live.ownClasses({ part: 'booked' })).data[0]).toMatchObject({ classId: soon })
    expect(contentOf(await seller.api.live.ownClasses({})).data.some(({ classId }) => classId === soon)).toBe(false)
    for (const make of ['classBook', 'classFavourite'] as const) {
      expect(failureOf(await visitor(app).api.live[make]({ classId: soon, on: true }))).toBe('sessionInvalid')
      expect(failureOf(await buyer.api.live[make]({ classId: missingId, on: true }))).toBe('notFound')
    }
  })

  test('is reminded of once, even if the job runs repeatedly', async () => {
    const own = await startAppForTest()
    const [person, userId] = [await signInAs(own, 'person'), await idOf(own, 'person')]
    const soon = await aClass(own, { startsAt: minutes(10) })
    const later = await aClass(own, { startsAt: minutes(40) })
    for (const classId of [soon, later]) contentOf(await person.api.live.classBook({ classId, on: true }))
    await Promise.all([sendClassReminders(own.db, own.runtime), sendClassReminders(own.db, own.runtime)])
    await sendClassReminders(own.db, own.runtime)
    const told = await noticesOf(own, userId, 'class.soon')
    expect(told.map(({ path }) => path)).toEqual([`/livemanger/detail?id=${soon}`])
  })
})

describe('a shop’s classes', () => {
  test('are published, changed and cancelled; bookers are notified', async () => {
    const made = contentOf(await save(seller))
    expect(made.status).toBe('published')
    const { classId, version } = made
    contentOf(await buyer.api.live.classBook({ classId, on: true }))
    const moved = { ...form, startsAt: minutes(900).toISOString(), endsAt: minutes(960).toISOString() }
    const updates = await Promise.all([1, 2].map(() => seller.api.live.classUpdate({ ...moved, classId, version })))
    expect(updates.map(failureOf).toSorted()).toEqual(['conflict', 'none'])
    const [listed] = contentOf(await seller.api.live.hostedClasses({ keyword: '晶型' })).data
    expect(listed).toMatchObject({ classId, version: version + 1, bookedCount: 1 })
    contentOf(await seller.api.live.classCancel({ classId, reason: '讲师临时出差' }))
    const told = await noticesOf(app, await idOf(app, 'buyer'), 'class.moved')
    expect(told).toHaveLength(2)
    expect(failureOf(await seller.api.live.classCancel({ classId, reason: '再来一次' }))).toBe('stepNotAllowed')
    expect(failureOf(await buyer.api.live.classBook({ classId, on: true }))).toBe('notFound')
  })

  test('are limited to the own shop, future times, and a capacity above the bookings', async () => {
    const { classId, version } = contentOf(await save(seller))
    const other = await signInAs(app, 'seller2')
    expect(failureOf(await other.api.live.classUpdate({ ...form, classId, version }))).toBe('notFound')
    expect(failureOf(await other.api.live.classCancel({ classId, reason: '不是我的' }))).toBe('notFound')
    expect(failureOf(await save(buyer))).toBe('notSeller')
    expect(failureOf(await save(visitor(app)))).toBe('sessionInvalid')
    expect(fieldsWithErrors(await save(seller, { startsAt: minutes(-5).toISOString() }))).toEqual(['startsAt'])
    expect(fieldsWithErrors(await save(seller, { endsAt: form.startsAt }))).toEqual(['endsAt'])
    expect(fieldsWithErrors(await save(seller, { topics: [] }))).toEqual(['topics'])
    for (const who of [buyer, await signInAs(app, 'person')])
      contentOf(await who.api.live.classBook({ classId, on: true }))
    const fewer = await seller.api.live.classUpdate({ ...form, classId, version, capacity: 1 })
    expect(failureOf(fewer)).toBe('seatsBelowBooked')
    const began = await aClass(app, { companyId: await companyOf(app, 'seller') })
    expect(failureOf(await seller.api.live.classUpdate({ ...form, classId: began, version: 1 }))).toBe('classBegan')
    const key = newKey()
    const twice = await Promise.all([1, 2].map(() => seller.api.live.classSave(form, { idempotencyKey: key })))
    expect(new Set(twice.map((answer) => contentOf(answer).classId)).size).toBe(1)
  })

  test('wait for review by an operator of another company with REVIEW=manual', async () => {
    const own = await startAppForTest({ REVIEW: 'manual' })
    const [host, ops] = [await signInAs(own, 'seller'), await signInAs(own, 'ops')]
    const { classId, version, status } = contentOf(await save(host))
    expect(status).toBe('pending_review')
    expect(failureOf(await visitor(own).api.live.class({ classId }))).toBe('notFound')
    const verdict = (event: 'pass' | 'reject', reason = '', of = version) =>
      ops.api.live.classReview({ classId, version: of, event, reason })
    expect(fieldsWithErrors(await verdict('reject'))).toEqual(['reason'])
    expect(failureOf(await verdict('pass', '', version + 5))).toBe('conflict')
    contentOf(await verdict('reject', '缺少主讲人介绍'))
    expect(contentOf(await host.api.live.hostedClasses({ status: 'rejected' })).data[0]?.reason).toBe('缺少主讲人介绍')
    const again = contentOf(await host.api.live.classUpdate({ ...form, classId, version: version + 1 }))
    contentOf(await verdict('pass', '', again.version))
    expect(contentOf(await visitor(own).api.live.class({ classId })).title).toBe(form.title)
    expect(await noticesOf(own, await idOf(own, 'seller'), 'class.reviewed')).toHaveLength(2)
    expect(failureOf(await host.api.live.classReviews({}))).toBe('forbidden')
    const [row] = await own.db.select().from(liveClasses).where(eq(liveClasses.id, classId))
    expect(row?.status).toBe('published')
  })
})
