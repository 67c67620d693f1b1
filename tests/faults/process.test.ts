import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figuresLine } from '../../src/domain/operations/figure-line.ts'
import { startSite, type Site } from '../support/site.ts'

/** The built product as a process of its own: hostile requests, and how it ends. */

let site: Site
beforeAll(async () => {
  site = await startSite()
}, 120_000)
afterAll(() => site.remove())

const port = () => Number(new URL(site.url).port)

/** Sends bytes as they stand and gives what came back until the connection ended, or what had come after ten quiet seconds. */
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

test('chunks without end are cut off at the largest body', async () => {
  const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`
  expect(await raw(post('Transfer-Encoding: chunked\r\n', chunk.repeat(40)))).toMatch(/^HTTP\/1\.1 413 /)
})

test('another Host header changes no address', async () => {
  const answer = await raw('GET /login/login HTTP/1.1\r\nHost: other.invalid\r\nConnection: close\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer).not.toContain('other.invalid')
})

test('every answer carries the security headers', async () => {
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

test('it is ready, says how it is, and serves on after all that', async () => {
  expect(await (await fetch(`${site.url}/healthz`)).text()).toBe('ok')
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
  expect(await (await fetch(`${site.url}/metrics`)).text()).toContain('portal_calls_total')
})

test('one address keeps twenty lines open and no more', async () => {
  const end = new AbortController()
  const open = () => fetch(site.url + figuresLine, { signal: end.signal }).then(({ status }) => status)
  const answers = await Promise.all(Array.from({ length: 24 }, open))
  expect(answers.filter((status) => status === 200).length).toBe(20)
  expect(answers.filter((status) => status === 429).length).toBe(4)
  end.abort()
  // Closed lines make room for others.
  const later = new AbortController()
  const again = () => fetch(site.url + figuresLine, { signal: later.signal }).then(({ status }) => status)
  await expect.poll(again).toBe(200)
  later.abort()
})

test('SIGTERM under load: what had begun is answered, the process ends by itself within 10 s', async () => {
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
  // Connections that browsers open ahead of need, and a data display that listens all the time, hold nobody up.
  const ahead = Array.from({ length: 3 }, () => connect(port(), '127.0.0.1').on('error', () => {}))
  await Promise.all(ahead.map((socket) => once(socket, 'connect')))
  const line = await fetch(site.url + figuresLine)
  expect(line.headers.get('content-type')).toContain('text/event-stream')
  const started = performance.now()
  const code = await site.stop()
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(code).toBe(0)
  const answers = await Promise.all(begun)
  expect(answers.filter((answer) => answer !== 200 && answer !== 'not taken')).toEqual([])
  expect(answers.filter((answer) => answer === 200).length).toBeGreaterThan(0)
})
