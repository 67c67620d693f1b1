import { once } from 'node:events'
import { createServer } from 'node:http'
import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demands } from '../../src/db/tables/demands.ts'
import { createFragment } from '../../src/domain/shell/fragments.ts'
import provider from '../../src/server/http/page-cache-provider.ts'
import { pageFastPath } from '../../src/server/http/page-fast-path.ts'
import { pageRenderings, renderPage } from '../../src/server/http/page-rendering.ts'
import { pageBody } from '../../src/server/page-cache.ts'
import { securityHeaders } from '../../src/server/http/security-headers.ts'
import { origin, startApp, type TestApp } from '../support/app.ts'

/** Public pages over a socket, rendered by a mock of Astro with the real cache provider. */

let app: TestApp
let url: string
const server = createServer()
const footer = createFragment('<footer>药械研发</footer>')
const policy = "default-src 'self'"
const headers = securityHeaders({ siteUrl: origin })

/** Responses of the Astro mock, by path; `drawn` counts renders. */
const drawn: string[] = []
async function page(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  drawn.push(pathname + search)
  const mark = pageRenderings.get(request)?.pieces.placeholderFor(footer) ?? footer.html
  if (pathname === '/help') throw new Error('broken')
  if (pathname === '/supplier/home') return new Response(null, { status: 302, headers: { location: '/shopList' } })
  const isKept = pathname === '/about'
  const own = {
    'content-type': 'text/html',
    'content-length': '7',
    'content-security-policy': policy,
    ...(isKept && { 'CDN-Cache-Control': 'max-age=300', 'Cache-Tag': 'services' }),
  }
  return new Response(`<main>${search}</main>${mark}`, { status: isKept ? 200 : 404, headers: own })
}

beforeAll(async () => {
  app = await startApp()
  const { onRequest } = provider({})
  app.runtime.renderer.render = (request) =>
    renderPage(request, async (asked) => {
      const context = { request: asked, url: new URL(asked.url), logger: console }
      return (await onRequest?.(context, () => page(asked))) ?? page(asked)
    })
  const takes = pageFastPath(app.runtime)
  server.on('request', (request, response) => {
    response.setHeaders(new Map(headers))
    void (takes(request, response) || response.writeHead(418).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await app.close()
})

const ask = (path: string, init?: RequestInit) => fetch(url + path, { redirect: 'manual', ...init })

test('sends a page completely with its content policy and common headers, and caches it', async () => {
  const answer = await ask('/about?a=1', { headers: { 'accept-encoding': 'identity' } })
  const whole = `<main>?a=1</main>${footer.html}`
  expect(await answer.text()).toBe(whole)
  expect(answer.status).toBe(200)
  const sent = Object.fromEntries(answer.headers)
  expect(sent).toMatchObject({ ...Object.fromEntries(headers), 'content-security-policy': policy })
  expect(sent).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': expect.any(String) })
  expect(sent['content-length']).toBe(String(Buffer.byteLength(whole)))
  expect(sent).not.toHaveProperty('cache-tag')
  const kept = app.runtime.pages.get('/about?a=1')
  expect(kept && pageBody(kept).toString()).toBe(whole)
  expect(app.runtime.pages.get('/about?a=1')?.tags).toContain('services')
})

test.each([
  ['gzip, deflate, br', 'gzip'],
  ['identity', null],
])('Accept-Encoding %s: gets a freshly rendered page as %s', async (accepted, encoding) => {
  const answer = await ask(`/about?taken=${encoding}`, { headers: { 'accept-encoding': accepted } })
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(answer.headers.get('vary')).toBe('accept-encoding')
  expect(await answer.text()).toBe(`<main>?taken=${encoding}</main>${footer.html}`)
})

test('sends an uncached page completely', async () => {
  const answer = await ask('/drug?b=2')
  expect(await answer.text()).toBe(`<main>?b=2</main>${footer.html}`)
  expect(answer.status).toBe(404)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    ...Object.fromEntries(headers),
    'content-security-policy': policy,
  })
  expect(app.runtime.pages.get('/drug?b=2')).toBeUndefined()
})

test('does not render a page for a missing id, and renders it once the id exists', async () => {
  const { db } = app
  const [last] = await db.select({ id: demands.id }).from(demands).orderBy(desc(demands.id)).limit(1)
  const next = (last?.id ?? 0) + 1
  const address = `/demandHall/detail?demandId=${next}`
  const statuses = async (count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await ask(address)).status))
  expect(await statuses(5)).toEqual([404, 404, 404, 404, 404])
  expect(drawn).not.toContain(address)
  expect(drawn.filter((path) => path === '/demandHall/detail?demandId=0')).toHaveLength(1)
  await db.execute(sql`insert into demands overriding system value
    select (jsonb_populate_record(d, jsonb_build_object('id', ${next}::int, 'demand_no', 'XQ-next'))).*
    from demands d where d.id = ${last?.id}`)
  expect(await statuses(1)).toEqual([404])
  expect(drawn.filter((path) => path === address)).toHaveLength(1)
})

test('renders a page for a hidden row once, and again after the next write', async () => {
  const [draft] = await app.db.select({ id: demands.id }).from(demands).where(eq(demands.status, 'draft'))
  const address = `/demandHall/detail?demandId=${draft?.id}`
  const draws = () => drawn.filter((path) => path === address).length
  for (const _ of [1, 2, 3]) expect((await ask(address)).status).toBe(404)
  expect(draws()).toBe(1)
  app.runtime.pages.invalidate(['demands'])
  expect((await ask(address)).status).toBe(404)
  expect(draws()).toBe(2)
})

test('passes a redirect on with an empty content policy', async () => {
  const answer = await ask('/supplier/home')
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/shopList'])
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('reports a failing page, and the server continues', async () => {
  expect((await ask('/help')).status).toBe(500)
  expect((await ask('/about')).status).toBe(200)
})

test.each([
  ['a page of a centre', '/platform/buyerAccount', 'GET'],
  ['what is no page', '/nothing-here', 'GET'],
  ['a head alone', '/about', 'HEAD'],
  ['a form', '/about', 'POST'],
])('passes %s to Astro', async (_what, path, method) => {
  const before = drawn.length
  expect((await ask(path, { method })).status).toBe(418)
  expect(drawn).toHaveLength(before)
})
