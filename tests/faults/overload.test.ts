import { afterAll, beforeAll, expect, test } from 'vitest'
import { measureOverload, measureUnknownPaths } from '../support/overload.ts'
import { startSite, type Site } from '../support/site.ts'

/**
 * Quality figures 24 and 26, against the built product on the embedded database, which shares the thread of the HTTP
 * server. The bounds allow for a machine busy with other tests; `npm run bench -- overload` prints the figures, also
 * on PostgreSQL.
 */

let site: Site
beforeAll(async () => {
  site = await startSite({ TRUST_PROXY: '1' })
}, 120_000)
afterAll(() => site.remove())

test('300 connections that search: /healthz responds, people can sign in, and excessive waits are refused', async () => {
  const { statuses, broken, health, signIns } = await measureOverload(site, { connections: 300, seconds: 10 })
  expect(broken).toBe(0)
  expect(Object.keys(statuses).filter((status) => status !== '200' && status !== '503')).toEqual([])
  expect(statuses[200]).toBeGreaterThan(50)
  expect(health.p99).toBeLessThan(1_500)
  expect(signIns.length).toBeGreaterThan(3)
  expect(signIns.filter(({ code, ms }) => code !== 200 || ms > 5_000)).toEqual([])
})

test('an unknown path costs little more than a cached page', async () => {
  const { unknown, cached } = await measureUnknownPaths(site, 3)
  expect(unknown).toBeGreaterThan(cached * 0.5)
})

/** Detail pages with ids that do not exist. */
const nothingAt = {
  '/serviceHall/serviceDetails?serviceId=': '页面不存在',
  '/marketHall/marketDetails?productNo=P': '页面不存在',
  '/demandHall/detail?demandId=': '需求不存在或已不再公开',
  '/supplier/home?id=': '页面不存在',
  '/supplier/brief?id=': '页面不存在',
  '/drug/park/detail?id=': '这个园区不存在或已被移除',
  '/drug/information?id=': '这篇资讯不存在或已被删除',
  '/drug/policies?id=': '这项政策不存在或已被删除',
  '/livemanger/detail?id=': '课程不存在或尚未发布',
  '/digitalApplication/appDetail?id=': '页面不存在',
} as const

test('a detail page of an unknown id is rendered once for all such ids', async () => {
  const draws = async () =>
    Number(/^portal_pages_total\{answer="drawn"\} (\d+)/m.exec(await (await fetch(`${site.url}/metrics`)).text())?.[1])
  const ask = async (address: string, text: string) => {
    const response = await fetch(site.url + address)
    expect(response.status, address).toBe(404)
    expect(await response.text(), address).toContain(text)
  }
  for (const [address, text] of Object.entries(nothingAt)) await ask(`${address}900001`, text)
  const before = await draws()
  for (let id = 900_002; id < 900_022; id += 1) {
    await Promise.all(Object.entries(nothingAt).map(([address, text]) => ask(address + String(id), text)))
  }
  for (const id of ['0', '-1', 'x', '9'.repeat(30)])
    await ask(`/demandHall/detail?demandId=${id}`, nothingAt['/demandHall/detail?demandId='])
  expect(await draws()).toBe(before)
  // Unknown ids of content without database rows use the cached page.
  for (const id of ['a', 'b']) await ask(`/registration/detail?id=${id}`, '页面不存在')
})

test('unknown paths share one cached page, however they are written', async () => {
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

test('page requests beyond the queue are refused with a page that says what to do', async () => {
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
