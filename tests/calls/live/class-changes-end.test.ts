import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveClassChanges, liveClasses } from '../../../src/db/tables/live.ts'
import { signInAs, contentOf, failureOf, visitor } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { app, at, buyer, host, published, startScene } from '../../support/scenes/live/changes.ts'
import { minutes } from '../../support/scenes/live/classes.ts'
import { discardExpiredClassChanges } from '../../../src/server/live/hosting/class-changes.ts'

beforeAll(startScene)
afterAll(() => app.close())

describe('a change ends', () => {
  const changeOf = (classId: number) => app.db.$count(liveClassChanges, eq(liveClassChanges.classId, classId))

  test('with its class being cancelled', async () => {
    const { classId, edit, judge, drop, steps } = await published()
    contentOf(await edit({ summary: '来不及了' }))
    contentOf(await host.api.live.classCancel({ classId, reason: '讲师出差' }))
    expect(await changeOf(classId)).toBe(0)
    expect(await steps()).toEqual(['change_submit', 'change_drop', 'cancel'])
    expect(failureOf(await judge('pass'))).toBe('stepNotAllowed')
    expect(failureOf(await drop())).toBe('notFound')
  })

  test('when the class starts: no verdict is possible, and its host is notified once', async () => {
    const { classId, form, own, edit, judge, drop, seen, told, waiting } = await published()
    contentOf(await edit({ summary: '来不及了' }))
    await app.db
      .update(liveClasses)
      .set({ startsAt: minutes(-1) })
      .where(eq(liveClasses.id, classId))
    expect([await waiting(), (await own())?.change]).toEqual([0, null])
    expect(failureOf(await judge('pass'))).toBe('classBegan')
    expect(failureOf(await judge('reject', '来不及了'))).toBe('classBegan')
    expect(failureOf(await drop())).toBe('classBegan')
    await Promise.all([
      discardExpiredClassChanges(app.db, app.runtime),
      discardExpiredClassChanges(app.db, app.runtime),
    ])
    await discardExpiredClassChanges(app.db, app.runtime)
    expect(await changeOf(classId)).toBe(0)
    const news = await told('class.reviewed')
    const [passed, late] = ['已通过审核', '的修改未及审核'].map((what) => `课程${what}：“${form.title}”`)
    // As many as were notified of the approval.
    expect(news.filter((title) => title === late)).toHaveLength(news.filter((title) => title === passed).length)
    expect(news.filter((title) => title === late)).not.toEqual([])
    expect((await seen()).summary).toBe(form.summary)
  })

  test('cannot be approved if its new start has passed', async () => {
    const { classId, edit, judge } = await published()
    contentOf(await edit(at(30)))
    const past = { startsAt: minutes(-5), endsAt: minutes(55) }
    await app.db.update(liveClassChanges).set(past).where(eq(liveClassChanges.classId, classId))
    expect(failureOf(await judge('pass'))).toBe('classTimePast')
    expect(failureOf(await judge('reject', '开始时间已过'))).toBe('none')
  })

  test('can be deleted by the own company only, and only if there is one', async () => {
    const { classId, edit, drop } = await published()
    contentOf(await edit({ summary: '只有我们' }))
    const input = { classId }
    expect(failureOf(await visitor(app).api.live.classChangeDelete(input))).toBe('sessionInvalid')
    expect(failureOf(await buyer.api.live.classChangeDelete(input))).toBe('notSeller')
    expect(failureOf(await (await signInAs(app, 'seller2')).api.live.classChangeDelete(input))).toBe('notFound')
    expect(failureOf(await host.api.live.classChangeDelete({ classId: missingId }))).toBe('notFound')
    expect(contentOf(await drop()).classId).toBe(classId)
  })
})
