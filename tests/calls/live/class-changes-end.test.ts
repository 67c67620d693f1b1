import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveClassChanges, liveClasses } from '../../../src/db/tables/live.ts'
import { endClassChanges } from '../../../src/server/live/public.ts'
import { as, contentOf, failureOf, visitor } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { app, at, buyer, host, published, startScene } from './changes-scene.ts'
import { minutes } from './live-scene.ts'

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

  test('when the class begins: nobody decides about it any more, and its host is told once', async () => {
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
    await Promise.all([endClassChanges(app.db, app.runtime), endClassChanges(app.db, app.runtime)])
    await endClassChanges(app.db, app.runtime)
    expect(await changeOf(classId)).toBe(0)
    const news = await told('class.reviewed')
    const [passed, late] = ['已通过审核', '的修改未及审核'].map((what) => `课程${what}：「${form.title}」`)
    // As many as were told that the class passed.
    expect(news.filter((title) => title === late)).toHaveLength(news.filter((title) => title === passed).length)
    expect(news.filter((title) => title === late)).not.toEqual([])
    expect((await seen()).summary).toBe(form.summary)
  })

  test('refused, where the time it names has gone by', async () => {
    const { classId, edit, judge } = await published()
    contentOf(await edit(at(30)))
    const past = { startsAt: minutes(-5), endsAt: minutes(55) }
    await app.db.update(liveClassChanges).set(past).where(eq(liveClassChanges.classId, classId))
    expect(failureOf(await judge('pass'))).toBe('classTimePast')
    expect(failureOf(await judge('reject', '开始时间已过'))).toBe('none')
  })

  test('by its own people alone, and only where there is one', async () => {
    const { classId, edit, drop } = await published()
    contentOf(await edit({ summary: '只有我们' }))
    const input = { classId }
    expect(failureOf(await visitor(app).api.live.classChangeDrop(input))).toBe('sessionInvalid')
    expect(failureOf(await buyer.api.live.classChangeDrop(input))).toBe('notSeller')
    expect(failureOf(await (await as(app, 'seller2')).api.live.classChangeDrop(input))).toBe('notFound')
    expect(failureOf(await host.api.live.classChangeDrop({ classId: missingId }))).toBe('notFound')
    expect(contentOf(await drop()).classId).toBe(classId)
  })
})
