import { eq } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { services } from '../../../src/db/tables/catalogue.ts'
import { pageViews } from '../../../src/db/tables/visits.ts'
import { addressHeader } from '../../../src/server/http/request-facts.ts'
import { flushOnShutdown } from '../../../src/server/flush-on-shutdown.ts'
import { createPageViewRecorder } from '../../../src/server/operations/page-views/page-view-recorder.ts'
import { origin, startApp } from '../../support/app.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
beforeEach(async () => {
  await app.runtime.pageViews.write()
  await app.db.delete(pageViews)
})

const browser = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140', [addressHeader]: '203.0.113.9' }
const open = (body: string, headers: Record<string, string> = {}) =>
  app.fetch(new Request(`${origin}/visits`, { method: 'POST', body, headers: { ...browser, ...headers } }))
const view = (path: string, referrer = 'direct') => JSON.stringify({ path, referrer })
const kept = async () => {
  await app.runtime.pageViews.write()
  const rows = await app.db.select().from(pageViews)
  return rows.map(({ path, referrer, views }) => [path, referrer, views]).toSorted()
}

/** The database with inserts that fail on demand. */
const breakable = (isBroken: () => boolean) =>
  new Proxy(app.db, {
    get: (target, name) => {
      if (name === 'insert' && isBroken()) throw new Error('the database is away')
      return Reflect.get(target, name)
    },
  })

test('counts page views by page and kind of referrer only', async () => {
  const answer = await open(view('/'))
  expect([answer.status, await answer.text()]).toEqual([204, ''])
  await open(view('/'))
  await open(view('/serviceHall/', 'search'))
  expect(await kept()).toEqual([
    ['/', 'direct', 2],
    ['/serviceHall', 'search', 1],
  ])
  await open(view('/'))
  expect(await kept()).toContainEqual(['/', 'direct', 3])
  const [row = {}] = await app.db.select().from(pageViews)
  expect(Object.keys(row)).toEqual(['day', 'area', 'path', 'referrer', 'views'])
})

test.each([
  ['Do Not Track', view('/'), { dnt: '1' }],
  ['Global Privacy Control', view('/'), { 'sec-gpc': '1' }],
  ['another site', view('/'), { 'sec-fetch-site': 'cross-site' }],
  ['a program', view('/'), { 'user-agent': 'Mozilla/5.0 (compatible; Baiduspider/2.0)' }],
  ['a path that is none', view('/serviceHall/made-up'), {}],
  ['a page of the operators', view('/ops/needs'), {}],
  ['a kind that is none', view('/', 'https://example.com/secret'), {}],
  ['no JSON', '{', {}],
  ['a long body', view('/').padEnd(2_000), {}],
])('%s is not counted, and hears no difference', async (_, body, headers) => {
  expect((await open(body, headers)).status).toBe(204)
  expect(await kept()).toEqual([])
})

test('limits page views per address and minute', async () => {
  const from = { [addressHeader]: '203.0.113.77' }
  for (let at = 0; at < 260; at += 1) await open(view('/'), from)
  expect(await kept()).toEqual([['/', 'direct', 240]])
})

test('writes failed counts later', async () => {
  let broken = true
  const failed: unknown[] = []
  const db = breakable(() => broken)
  const visits = createPageViewRecorder(db, { area: 'standard', failed: (err) => failed.push(err) })
  visits.record({ path: '/about', referrer: 'inner' })
  await visits.write()
  visits.record({ path: '/about', referrer: 'inner' })
  expect([failed.length, await kept()]).toEqual([1, []])
  broken = false
  await visits.close()
  expect(await kept()).toEqual([['/about', 'inner', 2]])
})

test('retries a failed write at shutdown', async () => {
  let broken = true
  const db = breakable(() => broken)
  const visits = createPageViewRecorder(db, { area: 'standard', failed: () => (broken = false) })
  visits.record({ path: '/about', referrer: 'inner' })
  await flushOnShutdown(visits.close, app.runtime.log)
  expect(await kept()).toEqual([['/about', 'inner', 1]])
})

test('writes listing views at shutdown', async () => {
  const stopping = await startApp()
  const [row] = await stopping.db.select().from(services).where(eq(services.status, 'published')).limit(1)
  contentOf(await visitor(stopping).api.catalogue.listingViewed({ kind: 'service', listingId: row?.id ?? 0 }))
  const execute = vi.spyOn(stopping.db, 'execute')
  await stopping.close()
  expect(execute).toHaveBeenCalledOnce()
})

test('shows operators the statistics; visits exclude views with an internal referrer', async () => {
  await open(view('/'))
  await open(view('/serviceHall', 'inner'))
  await open(view('/serviceHall', 'search'))
  await app.runtime.pageViews.write()
  const day = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10)
  await app.db.insert(pageViews).values({ day, area: 'standard', path: '/', referrer: 'direct', views: 9 })
  const { api } = await signInAs(app, 'ops')
  const week = contentOf(await api.operations.pageViewStatistics({ days: 7 }))
  expect(week).toMatchObject({ views: 3, visits: 2, before: { views: 9, visits: 9 } })
  expect(week.days).toHaveLength(7)
  expect(week.days.at(-1)).toMatchObject({ day: week.to, views: 3, visits: 2 })
  expect(week.pages).toEqual([
    { path: '/serviceHall', views: 2, visits: 1 },
    { path: '/', views: 1, visits: 1 },
  ])
  const month = contentOf(await api.operations.pageViewStatistics({}))
  expect([month.views, month.days.length]).toEqual([12, 30])
  const days: number = 8
  expect(fieldsWithErrors(await Reflect.apply(api.operations.pageViewStatistics, undefined, [{ days }]))).toEqual([
    'days',
  ])
})

test('refuses the statistics to other users', async () => {
  expect(failureOf(await visitor(app).api.operations.pageViewStatistics({}))).toBe('sessionInvalid')
  expect(failureOf(await (await signInAs(app, 'buyer')).api.operations.pageViewStatistics({}))).toBe('forbidden')
})
