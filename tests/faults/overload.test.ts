import { afterAll, beforeAll, expect, test } from 'vitest'
import { overload, unknownBesideCached } from '../support/overload.ts'
import { startSite, type Site } from '../support/site.ts'

/**
 * Quality, figures 24 and 26, against the built product on the embedded database, which works on the thread that
 * answers everybody. The bounds leave room for a machine busy with other tests; `npm run bench -- overload` prints the
 * figures, on PostgreSQL as well.
 */

let site: Site
beforeAll(async () => {
  site = await startSite({ TRUST_PROXY: '1' })
}, 120_000)
afterAll(() => site.remove())

test('300 connections that search: /healthz is answered, people sign in, and whoever waits too long is told so', async () => {
  const { statuses, broken, health, signIns } = await overload(site, { connections: 300, seconds: 10 })
  expect(broken).toBe(0)
  expect(Object.keys(statuses).filter((status) => status !== '200' && status !== '503')).toEqual([])
  expect(statuses[200]).toBeGreaterThan(50)
  expect(health.p99).toBeLessThan(1_500)
  expect(signIns.length).toBeGreaterThan(3)
  expect(signIns.filter(({ code, ms }) => code !== 200 || ms > 5_000)).toEqual([])
})

test('an address where nothing is costs little more than a cached page', async () => {
  const { unknown, cached } = await unknownBesideCached(site, 3)
  expect(unknown).toBeGreaterThan(cached * 0.5)
})

test('addresses where nothing is are answered with one page, however they are written', async () => {
  const bodies = new Set<string>()
  for (const path of [
    '/nothing',
    '/no/such/page',
    '/about%2Fx',
    '/demo/nothing',
    '/x.html',
    '/%E6%9C%AA%E7%9F%A5',
    '/503',
  ]) {
    const response = await fetch(site.url + path)
    expect(response.status, path).toBe(404)
    bodies.add(await response.text())
  }
  expect(bodies.size).toBe(1)
  expect([...bodies][0]).toContain('页面不存在')
  const head = await fetch(`${site.url}/nothing`, { method: 'HEAD' })
  expect(head.status).toBe(404)
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(1_000)
  expect(head.headers.get('content-security-policy')).toContain("default-src 'self'")
})

test('more pages than may wait are refused with a page that says what to do', async () => {
  const few = await startSite({ PAGE_DRAWS: '1', PAGE_QUEUE: '2', TRUST_PROXY: '1' })
  try {
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const response = await fetch(`${few.url}/serviceHall/service?keyword=word${n}`)
        return { status: response.status, retry: response.headers.get('retry-after'), text: await response.text() }
      }),
    )
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(10)
    expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(60)
    for (const { retry, text } of refused) {
      expect(retry).toBe('5')
      expect(text).toContain('访问的人较多，请稍后再试')
      expect(text).toContain('重试')
    }
    expect(await (await fetch(`${few.url}/metrics`)).text()).toMatch(
      /portal_limit_refused_total\{limit="draws"\} [1-9]/,
    )
  } finally {
    await few.remove()
  }
}, 60_000)
