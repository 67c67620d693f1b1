import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { liveBookings } from '../../../src/db/tables/live.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors } from '../../support/client.ts'
import { app, at, buyer, ops, published, startScene } from '../../support/scenes/live/changes.ts'

beforeAll(startScene)
afterAll(() => app.close())

describe('a change of a published class', () => {
  test('is pending: the schedule shows the old content, host and operator the new one', async () => {
    const { classId, form, own, edit, seen, waiting, told, steps } = await published()
    contentOf(await buyer.api.live.classBook({ classId, on: true }))
    const change = { summary: '含案例', ...at(900) }
    expect(contentOf(await edit(change))).toMatchObject({ status: 'published', changeWaits: true })
    expect(await seen()).toMatchObject({ summary: form.summary, startsAt: form.startsAt, cancelled: false })
    const waits = { ...change, title: form.title, status: 'pending_review', reason: '' }
    expect(await own()).toMatchObject({ status: 'published', summary: form.summary, change: waits })
    expect(await waiting()).toBe(1)
    const all = contentOf(await ops.api.live.classReviews({ pageSize: 100 }))
    expect(all.data.find((row) => row.classId === classId)).toMatchObject({ summary: form.summary, change: waits })
    expect(all.data.findLastIndex((row) => row.change !== null)).toBeLessThan(all.counts.pending_review ?? 0)
    expect(await told('class.moved')).toEqual([])
    expect(await steps()).toEqual(['change_submit'])
  })

  test('takes effect on approval: pages, history, notifications to host and bookers', async () => {
    const { classId, form, own, edit, judge, seen, told, steps, waiting } = await published()
    contentOf(await buyer.api.live.classBook({ classId, on: true }))
    await app.db.update(liveBookings).set({ remindedAt: new Date() }).where(eq(liveBookings.classId, classId))
    const change = { summary: '含案例', ...at(900) }
    contentOf(await edit(change))
    const invalidate = vi.spyOn(app.runtime.pages, 'invalidate')
    expect(contentOf(await judge('pass'))).toMatchObject({ status: 'published', changeWaits: false })
    expect(invalidate.mock.calls.flat(2)).toEqual(expect.arrayContaining(['classes', `class:${classId}`]))
    invalidate.mockRestore()
    expect(await seen()).toMatchObject({ ...change, bookedCount: 1 })
    expect(await own()).toMatchObject({ ...change, change: null })
    expect(await waiting()).toBe(0)
    expect(await steps()).toEqual(['change_submit', 'change_pass', 'edit'])
    expect(await told('class.moved')).toEqual([`课程改了时间：“${form.title}”`])
    expect((await told('class.reviewed')).at(-1)).toBe(`课程的修改已通过审核：“${form.title}”`)
    const [booking] = await app.db.select().from(liveBookings).where(eq(liveBookings.classId, classId))
    expect(booking?.remindedAt).toBeNull()
    expect(failureOf(await judge('pass'))).toBe('stepNotAllowed')
  })

  test('leaves the public content on rejection; the host sees the reason and can submit again', async () => {
    const { form, own, edit, judge, seen, told, waiting } = await published()
    contentOf(await edit({ summary: '请拨打电话' }))
    expect(fieldsWithErrors(await judge('reject'))).toEqual(['reason'])
    expect(contentOf(await judge('reject', '含联系方式')).status).toBe('published')
    expect((await seen()).summary).toBe(form.summary)
    const refused = { summary: '请拨打电话', status: 'rejected', reason: '含联系方式' }
    expect((await own())?.change).toMatchObject(refused)
    expect((await told('class.reviewed')).at(-1)).toBe(`课程的修改未通过审核：“${form.title}”`)
    expect(await waiting()).toBe(0)
    // The same content again is a new change to be reviewed.
    contentOf(await edit({ summary: '请拨打电话' }))
    expect((await own())?.change).toMatchObject({ status: 'pending_review', reason: '' })
    contentOf(await edit({ summary: '已删除' }))
    contentOf(await judge('pass'))
    expect((await seen()).summary).toBe('已删除')
  })

  test('is replaced by the next edit; verdicts and forms with an older version return conflict', async () => {
    const { edit, judge, seen, steps } = await published()
    const first = contentOf(await edit({ summary: '第一次' }))
    const second = await Promise.all(['第二次', '另一次'].map((summary) => edit({ summary }, first.version)))
    expect(second.map(failureOf).toSorted()).toEqual(['conflict', 'none'])
    expect(failureOf(await judge('pass', '', first.version))).toBe('conflict')
    const third = contentOf(await edit({ summary: '第三次' }))
    expect(contentOf(await edit({ summary: '第三次' })).version).toBe(third.version)
    const both = await Promise.all([1, 2].map(() => judge('pass', '', third.version)))
    expect(both.map(failureOf).toSorted()).toEqual(['conflict', 'none'])
    expect((await seen()).summary).toBe('第三次')
    expect(await steps()).toEqual(['change_submit', 'change_submit', 'change_submit', 'change_pass', 'edit'])
  })

  test('is deleted by its host, or by an edit equal to the public content', async () => {
    const { edit, own, drop, steps } = await published()
    const { version } = contentOf(await edit({ summary: '不要了' }))
    expect(contentOf(await drop())).toMatchObject({ status: 'published', changeWaits: false })
    expect((await own())?.change).toBeNull()
    expect(failureOf(await edit({ summary: '旧表单' }, version))).toBe('conflict')
    expect(failureOf(await drop())).toBe('notFound')
    contentOf(await edit({ summary: '也不要了' }))
    expect(contentOf(await edit({})).changeWaits).toBe(false)
    expect((await own())?.change).toBeNull()
    expect(await steps()).toEqual(['change_submit', 'change_drop', 'change_submit', 'change_drop'])
  })

  test('cannot reduce the capacity below bookings made meanwhile', async () => {
    const { classId, edit, judge, seen } = await published()
    contentOf(await buyer.api.live.classBook({ classId, on: true }))
    contentOf(await edit({ capacity: 1 }))
    const person = await signInAs(app, 'person')
    contentOf(await person.api.live.classBook({ classId, on: true }))
    expect(failureOf(await edit({ capacity: 1, summary: '再少些' }))).toBe('seatsBelowBooked')
    expect(failureOf(await judge('pass'))).toBe('seatsBelowBooked')
    expect((await seen()).capacity).toBe(0)
    contentOf(await person.api.live.classBook({ classId, on: false }))
    contentOf(await judge('pass'))
    expect((await seen()).capacity).toBe(1)
  })
})
