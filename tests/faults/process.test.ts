import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statisticsStreamPath } from '../../src/domain/operations/statistics-stream.ts'
import { startSite, type Site } from '../support/site.ts'

/** The built product in its own process: hostile requests, and shutdown. */

let site: Site
beforeAll(async () => {
  site = await startSite()
}, 120_000)
afterAll(() => site.remove())

const port = () => Number(new URL(site.url).port)

/**
 * Sends raw bytes and returns the response until the connection ends, or what arrived before ten seconds of silence.
 */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port(), '127.0.0.1', () => socket.write(bytes))
    let answer = ''
    const done = () => {
      socket.destroy()
      resolve(answer)
    }
    socket.on('data', (data) => (answer += data.toString('latin1')))
    socket.on('close', done)
    socket.on('error', done)
    socket.setTimeout(10_000, done)
  })
}

const post = (more: string, body: string) =>
  `POST /api/get/serviceid HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n${more}\r\n${body}`

test.each([
  ['a path that is no path', 'GET http://other.invalid/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
  ['a path that cannot be decoded', 'GET /%E0%A4%A HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ['no HTTP at all', '\u0016\u0003\u0001\u0000\r\n\r\n', 400],
  ['two lengths', post('Content-Length: 2\r\nContent-Length: 3\r\n', '{}'), 400],
  ['a length that is no number', post('Content-Length: two\r\n', '{}'), 400],
  ['a length with chunks', post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'), 400],
  ['a length beyond all forms', post('Content-Length: 99999999\r\n', '{}'), 413],
])('%s is refused', async (_what, bytes, status) => {
  expect(await raw(bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
})

test('cuts off endless chunks at the body limit', async () => {
  const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`
  expect(await raw(post('Transfer-Encoding: chunked\r\n', chunk.repeat(40)))).toMatch(/^HTTP\/1\.1 413 /)
})

test('another Host header changes no link', async () => {
  const answer = await raw('GET /login/login HTTP/1.1\r\nHost: other.invalid\r\nConnection: close\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer).not.toContain('other.invalid')
})

test('every response has the security headers', async () => {
  for (const path of ['/', '/login/login', '/no/such/page', '/healthz', '/api/openapi.json']) {
    const { headers } = await fetch(site.url + path)
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('x-frame-options'), path).toBe('SAMEORIGIN')
  }
  const page = await fetch(site.url)
  const text = await page.text()
  const policy = `${page.headers.get('content-security-policy')} ${/http-equiv="content-security-policy" content="([^"]*)"/i.exec(text)?.[1] ?? ''}`
  expect(policy).toContain("default-src 'self'")
  expect(/script-src[^;]*'unsafe-inline'/.test(policy)).toBe(false)
})

test('reports ready and healthy, and still serves after all that', async () => {
  expect(await (await fetch(`${site.url}/healthz`)).text()).toBe('ok')
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
  expect(await (await fetch(`${site.url}/metrics`)).text()).toContain('portal_calls_total')
})

test('allows at most twenty connections per address', async () => {
  const end = new AbortController()
  const open = () => fetch(site.url + statisticsStreamPath, { signal: end.signal }).then(({ status }) => status)
  const answers = await Promise.all(Array.from({ length: 24 }, open))
  expect(answers.filter((status) => status === 200).length).toBe(20)
  expect(answers.filter((status) => status === 429).length).toBe(4)
  end.abort()
  // Closed connections make room for others.
  const later = new AbortController()
  const again = () => fetch(site.url + statisticsStreamPath, { signal: later.signal }).then(({ status }) => status)
  await expect.poll(again).toBe(200)
  later.abort()
})

test('SIGTERM under load: pending requests are answered, the process exits within 10 s', async () => {
  const begun = Array.from({ length: 100 }, () =>
    fetch(`${site.url}/api/system/category/fand/list`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    }).then(
      (response) => response.status,
      () => 'not taken',
    ),
  )
  await Promise.race(begun)
  // Speculative connections of browsers, and the event stream of a data display, do not delay the exit.
  const ahead = Array.from({ length: 3 }, () => connect(port(), '127.0.0.1').on('error', () => {}))
  await Promise.all(ahead.map((socket) => once(socket, 'connect')))
  const line = await fetch(site.url + statisticsStreamPath)
  expect(line.headers.get('content-type')).toContain('text/event-stream')
  const started = performance.now()
  const code = await site.stop()
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(code).toBe(0)
  const answers = await Promise.all(begun)
  expect(answers.filter((answer) => answer !== 200 && answer !== 'not taken')).toEqual([])
  expect(answers.filter((answer) => answer === 200).length).toBeGreaterThan(0)
})
