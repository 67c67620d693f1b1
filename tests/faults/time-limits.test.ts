import { once } from 'node:events'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { failures } from '../../src/contract/failures.ts'
import { demoPassword } from '../support/accounts.ts'
import { postCall } from '../support/sign-in-load.ts'
import { freezableProxy } from '../support/freezable-proxy.ts'
import { persistentDatabase } from '../support/killable-site.ts'
import { startOwnRedis } from '../support/own-redis.ts'
import { startSite, type Site } from '../support/site.ts'

/** Quality figure 27, against the built product: a frozen database or Redis, and tables locked by another client. */

const isPostgres = inject('template').engine === 'postgres'
const named: ReadonlySet<string> = new Set([failures.busy.message, failures.unavailable.message])

async function siteWith(env: Readonly<Record<string, string>>): Promise<Site> {
  const site = await startSite({ TRUST_PROXY: '1', LOG_LEVEL: 'info', ...env })
  onTestFinished(async () => void (await site.stop()))
  return site
}

interface Answered {
  readonly what: string
  readonly code: number
  readonly message: string
  readonly ms: number
}

let address = 0
async function ask(site: Site, what: string, path: string, input: object): Promise<Answered> {
  const started = performance.now()
  address += 1
  const headers = { 'x-forwarded-for': `10.7.${address >> 8}.${address & 255}` }
  const { code, message } = await postCall(site, { path, input, headers })
  return { what, code, message: message.split('（')[0] ?? '', ms: performance.now() - started }
}

const signIn = (site: Site) =>
  ask(site, 'sign-in', '/user-center/user/login', { loginName: 'buyer', password: demoPassword })
const search = (site: Site, keyword: string) =>
  ask(site, 'search', '/mall/service/standard/list-page', { keyword, current: 1, pageSize: 20 })
const demands = (site: Site, current: number) =>
  ask(site, 'demands', '/mall/demand/new/list-page', { current, pageSize: 10 })

async function status(site: Site, path: string): Promise<{ readonly status: number; readonly ms: number }> {
  const started = performance.now()
  const response = await fetch(site.url + path)
  await response.text()
  return { status: response.status, ms: performance.now() - started }
}

const late = (answers: readonly { readonly ms: number }[]) => answers.filter(({ ms }) => ms > 10_000)
const unnamed = (answers: readonly Answered[]) =>
  answers.filter(({ code, message }) => code !== 200 && !(code === 503 && named.has(message)))

test.runIf(isPostgres)(
  'a frozen database: named failures within 10 s, /readyz within 3 s, and full recovery',
  async () => {
    const { env } = await persistentDatabase()
    const proxy = await freezableProxy(env.DATABASE_URL ?? '')
    onTestFinished(proxy.close)
    const site = await siteWith({ ...env, DATABASE_URL: proxy.url })
    expect((await signIn(site)).code).toBe(200)
    expect(
      await Promise.all(Array.from({ length: 30 }, (_, n) => search(site, `检测 ${n}`).then(({ code }) => code))),
    ).not.toContain(503)
    expect((await status(site, '/')).status).toBe(200)
    proxy.freeze()
    const ready = status(site, '/readyz')
    const pages = Promise.all(
      Array.from({ length: 5 }, (_, n) => status(site, `/serviceHall/service?keyword=frozen${n}`)),
    )
    const answers = await Promise.all([
      ...Array.from({ length: 60 }, (_, n) => search(site, `冻结 ${n}`)),
      ...Array.from({ length: 20 }, (_, n) => demands(site, n + 2)),
      ...Array.from({ length: 5 }, () => signIn(site)),
    ])
    expect(late(answers)).toEqual([])
    expect(unnamed(answers)).toEqual([])
    expect(answers.filter(({ code }) => code === 503).length).toBeGreaterThan(60)
    expect((await ready).status).toBe(503)
    expect((await ready).ms).toBeLessThan(3_000)
    for (const page of await pages) {
      expect(page.status).toBe(503)
      expect(page.ms).toBeLessThan(10_000)
    }
    // Requests without the database work as usual.
    expect(await status(site, '/healthz')).toMatchObject({ status: 200 })
    expect(await status(site, '/')).toMatchObject({ status: 200 })
    proxy.thaw()
    await expect.poll(async () => (await status(site, '/readyz')).status).toBe(200)
    await expect.poll(async () => (await signIn(site)).code).toBe(200)
    await expect.poll(async () => (await search(site, '冻结 1')).code).toBe(200)
    // No failed page was cached.
    expect((await status(site, '/serviceHall/service?keyword=frozen0')).status).toBe(200)
  },
)

test.runIf(isPostgres)('locked tables block only the calls that use them', async () => {
  const { env } = await persistentDatabase()
  const site = await siteWith(env)
  expect((await signIn(site)).code).toBe(200)
  const other = new pg.Client({ connectionString: env.DATABASE_URL })
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin; lock table services, products in access exclusive mode')
  const held = Promise.all(Array.from({ length: 120 }, (_, n) => search(site, `锁住 ${n}`)))
  // Waits until all of them are running.
  const waiting = `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const locked = new pg.Client({ connectionString: env.DATABASE_URL })
  await locked.connect()
  onTestFinished(() => locked.end())
  await expect.poll(async () => (await locked.query(waiting)).rows[0]?.count, { interval: 50 }).toBeGreaterThan(5)
  const others = await Promise.all([
    ...Array.from({ length: 10 }, (_, n) => demands(site, n + 1)),
    signIn(site),
    signIn(site),
  ])
  expect(others.filter(({ code, ms }) => code !== 200 || ms > 2_500)).toEqual([])
  expect(await status(site, '/readyz')).toMatchObject({ status: 200 })
  const answers = await held
  expect(late(answers)).toEqual([])
  expect(unnamed(answers)).toEqual([])
  expect(answers.filter(({ code }) => code === 503).length).toBe(answers.length)
  await other.query('rollback')
  expect((await search(site, '锁住 1')).code).toBe(200)
})

test('a frozen Redis: calls respond, /readyz returns 503 within 3 s, and full recovery', async () => {
  const redis = await startOwnRedis()
  onTestFinished(async () => {
    const ended = once(redis.process, 'exit')
    redis.process.kill('SIGKILL')
    await ended
  })
  const { env } = await persistentDatabase()
  const site = await siteWith({ ...env, REDIS_URL: redis.url })
  expect((await signIn(site)).code).toBe(200)
  expect((await status(site, '/readyz')).status).toBe(200)
  redis.process.kill('SIGSTOP')
  const ready = status(site, '/readyz')
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, (_, n) => search(site, `Redis ${n}`)),
    ...Array.from({ length: 3 }, () => signIn(site)),
  ])
  expect(late(answers)).toEqual([])
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 200))
  expect((await ready).status).toBe(503)
  expect((await ready).ms).toBeLessThan(3_000)
  redis.process.kill('SIGCONT')
  await expect.poll(async () => (await status(site, '/readyz')).status).toBe(200)
  expect((await signIn(site)).code).toBe(200)
})
