import { rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { figuresLine } from '../../src/domain/operations/figure-line.ts'
import { contentPolicies, securityHeaders } from '../../src/server/http/security-headers.ts'
import { demoPassword } from '../support/accounts.ts'
import { keepCookie } from '../support/client.ts'
import { startSite, type Site } from '../support/site.ts'
import { root } from '../support/sources.ts'
import { gradient } from '../support/uploads.ts'

/** The built product behind https: what each kind of response carries, methods, origins and /metrics. */

const siteUrl = 'https://portal.example.com'
const metricsToken = 'a-token-of-the-monitoring'
const probe = join(root, 'dist/client/figures/active-probe.svg')
let site: Site
beforeAll(async () => {
  writeFileSync(probe, '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = "ran"</script></svg>')
  site = await startSite({ SITE_URL: siteUrl, METRICS_TOKEN: metricsToken })
}, 120_000)
afterAll(async () => {
  await site.remove()
  rmSync(probe)
})

const ask = (path: string, init?: RequestInit) => fetch(site.url + path, { redirect: 'manual', ...init })
const json = { 'content-type': 'application/json', 'app-id': 'web' }
const { 'content-security-policy': nothing, ...common } = Object.fromEntries(securityHeaders({ siteUrl }))

/** Signs in as a browser does; gives the headers of its next requests. */
async function signIn(): Promise<Record<string, string>> {
  const body = JSON.stringify({ loginName: 'buyer', password: demoPassword })
  const answer = await ask('/api/user-center/user/login', { method: 'POST', headers: json, body })
  const cookies = new Map<string, string>()
  for (const line of answer.headers.getSetCookie()) keepCookie(cookies, line)
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { 'app-id': 'web', token: cookies.get('__Host-token') ?? '', cookie }
}

/** What is wrong with the headers of one response. */
function faultsOf(what: string, headers: Headers, policy: string): string[] {
  const wrong = Object.entries(common).filter(([name, value]) => headers.get(name) !== value)
  const sent = headers.get('content-security-policy') ?? ''
  const isMet = policy === 'page' ? /default-src 'self'.*frame-ancestors 'self'/.test(sent) : sent === policy
  return [
    ...wrong.map(([name]) => `${what}: ${name}: ${headers.get(name)}`),
    ...(isMet ? [] : [`${what}: content-security-policy: ${sent}`]),
  ]
}

test('every kind of response carries the same headers and a content policy', async () => {
  const home = await (await ask('/')).text()
  const script = /\/_astro\/[\w.-]+\.js/.exec(home)?.[0] ?? ''
  const style = /\/_astro\/[\w.-]+\.css/.exec(home)?.[0] ?? ''
  const page = await ask('/about')
  await page.text()
  const etag = (await ask('/about')).headers.get('etag') ?? ''
  const styleTag = (await ask(style)).headers.get('etag') ?? ''
  const me = await signIn()
  const form = new FormData()
  form.append('purpose', 'avatar')
  form.append('file', new File([new Uint8Array(await gradient(40, 40))], 'a.jpg'))
  const uploaded = await ask('/api/files/upload', { method: 'POST', headers: me, body: form })
  const file = /\/files\/[^"]+/.exec(await uploaded.text())?.[0] ?? ''
  const post = (body: string) => ({ method: 'POST', headers: json, body })
  const kinds: readonly [what: string, status: number, policy: string, path: string, init?: RequestInit][] = [
    ['a page drawn anew', 200, 'page', '/about?anew=1'],
    ['a page of somebody', 200, 'page', '/platform/buyerAccount/collection', { headers: me }],
    ['a cached page', 200, 'page', '/about'],
    ['a cached page, HEAD', 200, 'page', '/about', { method: 'HEAD' }],
    ['a cached page, compressed', 200, 'page', '/about', { headers: { 'accept-encoding': 'br' } }],
    ['a cached page that the browser has', 304, 'page', '/about', { headers: { 'if-none-match': etag } }],
    ['no page', 404, 'page', '/no/such/page'],
    ['the way to the login', 302, nothing ?? '', '/platform/buyerAccount'],
    ['a script', 200, nothing ?? '', script],
    ['a style', 200, nothing ?? '', style],
    ['a style that the browser has', 304, nothing ?? '', style, { headers: { 'if-none-match': styleTag } }],
    ['no style', 404, 'page', '/_astro/none.css'],
    ['an SVG file', 200, contentPolicies.svg, '/figures/active-probe.svg'],
    ['an uploaded file', 200, contentPolicies.file, file],
    ['no uploaded file', 404, nothing ?? '', '/files/none/none.png'],
    ['a call', 200, nothing ?? '', '/api/get/serviceid', post('{}')],
    ['a call refused', 401, nothing ?? '', '/api/user-center/user/profile', post('{}')],
    ['a broken call', 400, nothing ?? '', '/api/get/serviceid', post('{')],
    ['no call', 404, nothing ?? '', '/api/none', post('{}')],
    ['the API', 200, nothing ?? '', '/api/openapi.json'],
    ['health', 200, nothing ?? '', '/healthz'],
    ['readiness', 200, nothing ?? '', '/readyz'],
    ['metrics', 401, nothing ?? '', '/metrics', { headers: { 'x-forwarded-for': '192.0.2.1' } }],
    ['the sitemap', 200, nothing ?? '', '/sitemap-index.xml'],
    ['the feed', 200, nothing ?? '', '/rss.xml'],
    ['robots.txt', 200, nothing ?? '', '/robots.txt'],
    ['the manifest', 200, nothing ?? '', '/manifest.webmanifest'],
    ['an icon', 200, nothing ?? '', '/favicon.ico'],
    ['a notice of a gateway', 404, nothing ?? '', '/pay/notify/none', { method: 'POST' }],
    ['a view counted', 204, nothing ?? '', '/visits', { method: 'POST' }],
    ['a bad address', 400, nothing ?? '', '/%E0%A4%A'],
    ['another method', 405, nothing ?? '', '/about', { method: 'DELETE' }],
    ['OPTIONS', 204, nothing ?? '', '/about', { method: 'OPTIONS' }],
  ]
  const wrong: string[] = []
  for (const [what, status, policy, path, init] of kinds) {
    const answer = await ask(path, init)
    await answer.arrayBuffer()
    if (answer.status !== status) wrong.push(`${what}: ${answer.status} instead of ${status}`)
    wrong.push(...faultsOf(what, answer.headers, policy))
  }
  const line = await ask(figuresLine)
  wrong.push(...faultsOf('the line of displays', line.headers, nothing ?? ''))
  await line.body?.cancel()
  expect(wrong).toEqual([])
  expect(common['strict-transport-security']).toMatch(/^max-age=\d{8}/)
})

/** Sends bytes as they stand; gives what came back until the connection ended. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1', () => socket.write(bytes))
    let answer = ''
    socket.on('data', (data) => (answer += data.toString('latin1')))
    socket.on('close', () => resolve(answer))
    socket.on('error', () => resolve(answer))
  })
}

test.each(['TRACE', 'TRACK', 'CONNECT', 'PROPFIND', 'PUT', 'DELETE', 'PATCH', 'MKCOL', 'BREW'])(
  '%s is no method of this site',
  async (method) => {
    for (const path of ['/', '/api/get/serviceid', '/healthz', '/_astro/x.js']) {
      const target = method === 'CONNECT' ? 'portal.example.com:443' : path
      const answer = await raw(`${method} ${target} HTTP/1.1\r\nHost: x\r\nX-Secret: mirror\r\n\r\n`)
      expect(answer, path).toMatch(/^HTTP\/1\.1 405 /)
      expect(answer.toLowerCase(), path).toMatch(/\r\nallow: [a-z]+/)
      expect(answer.toLowerCase(), path).toContain('\r\nx-content-type-options: nosniff')
      expect(answer, path).not.toContain('mirror')
    }
  },
)

test('calls are POST, and say so', async () => {
  const answer = await ask('/api/get/serviceid')
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  expect(await answer.json()).toMatchObject({ code: 405, content: null })
})

/** How the upgrade of a page of this origin ended: `open`, or the status and headers of the refusal. */
function upgrade(origin: string | undefined): Promise<'open' | { status: number; headers: Headers }> {
  const url = `${site.url.replace('http', 'ws')}/mqtt`
  const socket = new WebSocket(url, 'mqtt', origin === undefined ? {} : { origin })
  return new Promise((resolve) => {
    socket.on('open', () => {
      socket.terminate()
      resolve('open')
    })
    socket.on('unexpected-response', (_request, { statusCode = 0, headers }) => {
      socket.terminate()
      resolve({
        status: statusCode,
        headers: new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])),
      })
    })
    socket.on('error', () => {})
  })
}

test('the push connection is for pages of this site, and for programs that are no browser', async () => {
  expect(await upgrade(siteUrl)).toBe('open')
  expect(await upgrade(undefined)).toBe('open')
  for (const origin of ['https://other.example.com', 'http://portal.example.com', `${siteUrl}.cn`, 'null', site.url]) {
    const refused = await upgrade(origin)
    expect(refused, origin).toMatchObject({ status: 403 })
    if (refused !== 'open') expect(faultsOf(origin, refused.headers, nothing ?? '')).toEqual([])
  }
})

test('metrics are for the token, or for this machine without a proxy', async () => {
  const status = async (headers: Readonly<Record<string, string>>) => (await ask('/metrics', { headers })).status
  expect(await status({})).toBe(200)
  const proxied = { 'x-forwarded-for': '127.0.0.1' }
  expect(await status(proxied)).toBe(401)
  expect(await status({ ...proxied, 'x-portal-direct': '1' })).toBe(401)
  expect(await status({ ...proxied, authorization: 'Bearer another-token-than-that' })).toBe(401)
  expect(await status({ ...proxied, authorization: `Bearer ${metricsToken}` })).toBe(200)
  expect(await raw('GET /metrics HTTP/1.1\r\nHost: portal.example.com\r\nConnection: close\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 401 /,
  )
})
