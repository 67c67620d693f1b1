import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../support/accounts.ts'
import { origin } from '../support/app.ts'
import {
  envelopeCode,
  jsonHeaders,
  startApiFastPathServer,
  type ApiFastPathServer,
  type SentRequest,
} from '../support/api-fast-path-server.ts'

/** Calls over a socket: what the API fast path handles itself, what it passes to Astro, and that both respond alike. */

let door: ApiFastPathServer
beforeAll(async () => {
  door = await startApiFastPathServer()
})
afterAll(() => door.close())

const login = '/user-center/user/login'
const services = '/mall/service/standard/list-page'
const platform = '/get/serviceid'
const call = (path: string, sent?: SentRequest) => door.send(`/api${path}`, sent)

/** Response of Astro's handler to the same request. */
const longWay = (path: string, body: string, headers: Readonly<Record<string, string>> = jsonHeaders) =>
  door.app.fetch(new Request(`${origin}/api${path}`, { method: 'POST', body, headers }))

test.each([
  ['a list', services, { current: 1, pageSize: 20 }],
  ['a search', services, { current: 1, pageSize: 20, keyword: '稳定性' }],
  ['a detail that there is not', '/mall/service/detail', { serviceId: 999_999 }],
  ['wrong fields', login, { loginName: ' ', keepLogin: 7 }],
  ['what needs a session', '/user-center/user/profile', {}],
  ['the service of the platform', platform, {}],
])('%s is answered as the long way does', async (_what, path, input) => {
  const body = JSON.stringify(input)
  const got = await call(path, { body })
  const expected = await longWay(path, body)
  expect(got.text).toBe(await expected.text())
  expect(got.status).toBe(expected.status)
  expect(got.headers).toMatchObject(Object.fromEntries(expected.headers))
  expect(got.headers['content-length']).toBe(String(Buffer.byteLength(got.text)))
})

test('a detail gets the same response as from Astro', async () => {
  const list: unknown = JSON.parse((await call(services)).text)
  const serviceId = Number(/"serviceId":(\d+)/.exec(JSON.stringify(list))?.[1])
  const body = JSON.stringify({ serviceId })
  const got = await call('/mall/service/detail', { body })
  expect(envelopeCode(got)).toBe(200)
  expect(got.text).toBe(await (await longWay('/mall/service/detail', body)).text())
})

test('no response may be cached, including refusals', async () => {
  for (const body of ['{}', '{"broken']) {
    expect((await call(platform, { body })).headers['cache-control']).toBe('no-store')
  }
})

test('a sign-in sets each cookie in its own header line, and they are accepted afterwards', async () => {
  const signedIn = await call(login, { body: JSON.stringify({ loginName: 'buyer', password: demoPassword }) })
  expect(envelopeCode(signedIn)).toBe(200)
  const lines = signedIn.headers['set-cookie'] ?? []
  expect(lines.length).toBeGreaterThan(1)
  const pairs = lines.map((line) => line.split('; ')[0] ?? '')
  const token = pairs.find((pair) => pair.startsWith('token='))?.slice('token='.length) ?? ''
  const profile = (headers: Readonly<Record<string, string>>) =>
    call('/user-center/user/profile', { headers: { ...jsonHeaders, ...headers } })
  expect(envelopeCode(await profile({ token, cookie: pairs.join('; ') }))).toBe(200)
  expect(envelopeCode(await profile({ token }))).toBe(600)
  expect((await call(platform)).headers['set-cookie']).toBeUndefined()
})

test('passes unknown paths, other methods and forms to Astro', async () => {
  const put = { method: 'PUT' }
  const others: readonly [string, SentRequest][] = [
    ['/api/no/such/call', {}],
    [`/api${login}/`, {}],
    ['/api/constructor', {}],
    [`/api${login}`, { method: 'GET', body: '' }],
    [`/api${login}`, { method: 'HEAD', body: '' }],
    [`/api${login}`, { method: 'OPTIONS', body: '' }],
    [`/api${login}`, put],
    [login, {}],
    ['/api/file/upload', { headers: { 'content-type': 'multipart/form-data; boundary=x' } }],
  ]
  for (const [path, sent] of others) expect((await door.send(path, sent)).status, path).toBe(418)
  expect(door.unhandled).toEqual(others.map(([path, { method = 'POST' }]) => `${method} ${path}`))
})

test('ignores the query string in the path', async () => {
  expect(envelopeCode(await call(`${platform}?_=1`))).toBe(200)
})
