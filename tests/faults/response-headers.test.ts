import { rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { statisticsStreamPath } from '../../src/domain/operations/statistics-stream.ts'
import { contentPolicies, securityHeaders } from '../../src/server/http/security-headers.ts'
import { demoPassword } from '../support/accounts.ts'
import { saveCookie } from '../support/client.ts'
import { startSite, type Site } from '../support/site.ts'
import { root } from '../support/sources.ts'
import { gradient } from '../support/uploads.ts'

/** The built product behind https: headers of each kind of response, methods, origins and /metrics. */

const siteUrl = 'https://portal.example.com'
/** Origin with CORS access, and origin of the user centre's calls. */
const allowed = 'https://www.example.org'
const userCenter = 'https://users.example.com'
const metricsToken = 'a-token-of-the-monitoring'
const probe = join(root, 'dist/client/figures/active-probe.svg')
let site: Site
beforeAll(async () => {
  writeFileSync(probe, '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = "ran"</script></svg>')
  site = await startSite({
    SITE_URL: siteUrl,
    METRICS_TOKEN: metricsToken,
    CORS_ORIGINS: `${allowed} https://b.example.com`,
    PUBLIC_USER_CENTER_URL: `${userCenter}/api`,
  })
}, 120_000)
afterAll(async () => {
  await site.remove()
  rmSync(probe)
})

const ask = (path: string, init?: RequestInit) => fetch(site.url + path, { redirect: 'manual', ...init })
const json = { 'content-type': 'application/json', 'app-id': 'web' }
const { 'content-security-policy': nothing, ...common } = Object.fromEntries(securityHeaders({ siteUrl }))

/** Signs in as a browser does; returns the headers of its next requests. */
async function signIn(): Promise<Record<string, string>> {
  const body = JSON.stringify({ loginName: 'buyer', password: demoPassword })
  const answer = await ask('/api/user-center/user/login', { method: 'POST', headers: json, body })
  const cookies = new Map<string, string>()
  for (const line of answer.headers.getSetCookie()) saveCookie(cookies, line)
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { 'app-id': 'web', token: cookies.get('__Host-token') ?? '', cookie }
}

/** Errors in the headers of one response. */
function faultsOf(what: string, headers: Headers, policy: string): string[] {
  const wrong = Object.entries(common).filter(([name, value]) => headers.get(name) !== value)
  const sent = headers.get('content-security-policy') ?? ''
  const isMet = policy === 'page' ? /default-src 'self'.*frame-ancestors 'self'/.test(sent) : sent === policy
  return [
    ...wrong.map(([name]) => `${what}: ${name}: ${headers.get(name)}`),
    ...(isMet ? [] : [`${what}: content-security-policy: ${sent}`]),
  ]
}

test('every kind of response has the same headers and a content security policy', async () => {
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
  const line = await ask(statisticsStreamPath)
  wrong.push(...faultsOf('the line of displays', line.headers, nothing ?? ''))
  await line.body?.cancel()
  expect(wrong).toEqual([])
  expect(common['strict-transport-security']).toMatch(/^max-age=\d{8}/)
})

/** Sends raw bytes; returns the response until the connection ends. */
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

test('calls require POST, and the refusal says so', async () => {
  const answer = await ask('/api/get/serviceid')
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  expect(await answer.json()).toMatchObject({ code: 405, content: null })
})

/** Result of an upgrade from a page of this origin: `open`, or status and headers of the refusal. */
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

test('accepts push connections from pages of this site, and from programs that are not browsers', async () => {
  expect(await upgrade(siteUrl)).toBe('open')
  expect(await upgrade(undefined)).toBe('open')
  for (const origin of ['https://other.example.com', 'http://portal.example.com', `${siteUrl}.cn`, 'null', site.url]) {
    const refused = await upgrade(origin)
    expect(refused, origin).toMatchObject({ status: 403 })
    if (refused !== 'open') expect(faultsOf(origin, refused.headers, nothing ?? '')).toEqual([])
  }
})

test('metrics require the token, or a local request without a proxy', async () => {
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

test('allowed origins may read responses of calls, including refusals; others may not', async () => {
  const call = (path: string, origin: string, more: RequestInit = {}) =>
    ask(path, { method: 'POST', headers: { ...json, origin }, body: '{}', ...more })
  const cors = ({ headers }: Response) =>
    [...headers].filter(([name]) => name.startsWith('access-control-')).map(([name]) => name)
  const answers = [
    await call('/api/get/serviceid', allowed),
    await call('/api/user-center/user/profile', allowed),
    await call('/api/get/serviceid', allowed, { body: '{' }),
    await call('/api/no/such', allowed),
    await call('/api/get/serviceid', allowed, { method: 'PUT' }),
    await call('/api/files/upload', allowed),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 400, 404, 405, expect.any(Number)])
  for (const { headers } of answers) {
    expect(headers.get('access-control-allow-origin')).toBe(allowed)
    expect(headers.get('access-control-allow-credentials')).toBe('true')
    expect(headers.get('vary')).toContain('Origin')
  }
  const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'token,app-id,version' }
  const preflight = (origin: string) => ask('/api/get/serviceid', { method: 'OPTIONS', headers: { origin, ...asked } })
  const may = await preflight(allowed)
  expect(may.status).toBe(204)
  expect(may.headers.get('access-control-allow-methods')).toBe('POST')
  for (const name of ['content-type', 'token', 'app-id', 'version', 'idempotency-key'])
    expect(may.headers.get('access-control-allow-headers')?.split(', ')).toContain(name)
  for (const origin of [
    'https://evil.example.com',
    'https://www.example.org.evil.com',
    'null',
    'http://www.example.org',
  ]) {
    const refused = [await preflight(origin), await call('/api/get/serviceid', origin)]
    for (const answer of refused) {
      expect(cors(answer)).toEqual([])
      expect(answer.headers.get('vary')).toContain('Origin')
    }
  }
  expect(cors(await ask('/about', { headers: { origin: allowed } }))).toEqual([])
})

test('pages contain the configured hosts, and their policy allows connections to them', async () => {
  // First rendered, then cached.
  for (const path of ['/about', '/about', '/login/login', '/no-such-page']) {
    const page = await ask(path)
    expect(await page.text(), path).toContain(`<meta name="api-hosts" content="/api ${userCenter}/api /api"`)
    expect(page.headers.get('content-security-policy'), path).toMatch(
      new RegExp(`connect-src 'self'[^;]* ${userCenter}(?: |;|$)`),
    )
  }
})
