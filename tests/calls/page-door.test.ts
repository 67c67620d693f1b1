import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pieceOf } from '../../src/domain/shell/pieces.ts'
import provider from '../../src/server/http/page-cache-provider.ts'
import { pageDoor } from '../../src/server/http/page-door.ts'
import { drawings, drawPage } from '../../src/server/http/page-drawing.ts'
import { securityHeaders } from '../../src/server/http/security-headers.ts'
import { origin, startApp, type TestApp } from '../support/app.ts'

/** Public pages over a socket, drawn by a stand-in for Astro behind the real provider of its cache. */

let app: TestApp
let url: string
const server = createServer()
const footer = pieceOf('<footer>药械研发</footer>')
const policy = "default-src 'self'"
const headers = securityHeaders({ siteUrl: origin })

/** What Astro answers, by path; `drawn` counts. */
const drawn: string[] = []
async function page(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  drawn.push(pathname + search)
  const mark = drawings.get(request)?.pieces.markFor(footer) ?? footer.html
  if (pathname === '/help') throw new Error('broken')
  if (pathname === '/supplier/home') return new Response(null, { status: 302, headers: { location: '/shopList' } })
  const isKept = pathname === '/about'
  const own = {
    ...{ 'content-type': 'text/html', 'content-length': '7', 'content-security-policy': policy },
    ...(isKept && { 'CDN-Cache-Control': 'max-age=300', 'Cache-Tag': 'services' }),
  }
  return new Response(`<main>${search}</main>${mark}`, { status: isKept ? 200 : 404, headers: own })
}

beforeAll(async () => {
  app = await startApp()
  const { onRequest } = provider({})
  app.runtime.drawing.draw = (request) =>
    drawPage(request, async (asked) => {
      const context = { request: asked, url: new URL(asked.url), logger: console }
      return (await onRequest?.(context, () => page(asked))) ?? page(asked)
    })
  const takes = pageDoor(app.runtime)
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

test('a page is sent whole, with its policy and the headers of every answer, and kept', async () => {
  const answer = await ask('/about?a=1', { headers: { 'accept-encoding': 'identity' } })
  const whole = `<main>?a=1</main>${footer.html}`
  expect(await answer.text()).toBe(whole)
  expect(answer.status).toBe(200)
  const sent = Object.fromEntries(answer.headers)
  expect(sent).toMatchObject({ ...Object.fromEntries(headers), 'content-security-policy': policy })
  expect(sent).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': expect.any(String) })
  expect(sent['content-length']).toBe(String(Buffer.byteLength(whole)))
  expect(sent).not.toHaveProperty('cache-tag')
  expect(app.runtime.pages.get('/about?a=1')?.body.toString()).toBe(whole)
  expect(app.runtime.pages.get('/about?a=1')?.tags).toContain('services')
})

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
])('who takes %s gets a page that was just drawn as %s', async (accepted, encoding) => {
  const answer = await ask(`/about?taken=${encoding}`, { headers: { 'accept-encoding': accepted } })
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(answer.headers.get('vary')).toBe('accept-encoding')
  expect(await answer.text()).toBe(`<main>?taken=${encoding}</main>${footer.html}`)
})

test('a page that is not kept is whole as well', async () => {
  const answer = await ask('/drug?b=2')
  expect(await answer.text()).toBe(`<main>?b=2</main>${footer.html}`)
  expect(answer.status).toBe(404)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    ...Object.fromEntries(headers),
    'content-security-policy': policy,
  })
  expect(app.runtime.pages.get('/drug?b=2')).toBeUndefined()
})

test('a way elsewhere is passed on, and may load nothing', async () => {
  const answer = await ask('/supplier/home')
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/shopList'])
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('a page that breaks is said to, and the server goes on', async () => {
  expect((await ask('/help')).status).toBe(500)
  expect((await ask('/about')).status).toBe(200)
})

test.each([
  ['a page of a centre', '/platform/buyerAccount', 'GET'],
  ['what is no page', '/nothing-here', 'GET'],
  ['a head alone', '/about', 'HEAD'],
  ['a form', '/about', 'POST'],
])('%s is left to the long way', async (_what, path, method) => {
  const before = drawn.length
  expect((await ask(path, { method })).status).toBe(418)
  expect(drawn).toHaveLength(before)
})
