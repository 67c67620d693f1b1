import { expect, test } from 'vitest'
import { contract } from '../../src/contract/contract.ts'
import { statusOf } from '../../src/contract/envelope.ts'
import { dispatch } from '../../src/server/dispatch.ts'
import { entriesOf } from '../../src/server/handlers.ts'
import { maxBodyBytes } from '../../src/server/http/body.ts'
import { requestFacts } from '../../src/server/http/request-facts.ts'
import { origin } from '../support/app.ts'
import { envelope, visitor } from '../support/client.ts'
import { appForFile } from '../support/fixtures.ts'

const app = appForFile()

const login = '/user-center/user/login'
const codeOf = async (response: Promise<Response>) => (await envelope(await response)).code

test('success is code 200 with an empty message', async () => {
  const response = await visitor(app).post('/get/serviceid', '{}')
  expect(await envelope(response)).toEqual({
    code: 200,
    message: '',
    content: { platformServiceId: expect.any(Number) },
  })
})

test('responses are JSON and not cacheable', async () => {
  const response = await visitor(app).post('/get/serviceid', '{}')
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('treats an empty body as empty input', async () => {
  expect(await codeOf(visitor(app).post('/get/serviceid', null))).toBe(200)
})

test('returns 400 with every invalid field in Chinese', async () => {
  const { code, content } = await envelope(
    await visitor(app).post(login, JSON.stringify({ loginName: ' ', keepLogin: 7 })),
  )
  expect(code).toBe(400)
  expect(content).toEqual([
    { field: 'loginName', message: '请输入登录名或手机号' },
    { field: 'password', message: '请填写' },
    { field: 'keepLogin', message: '格式不正确' },
  ])
})

test.each([
  ['broken JSON', '{"loginName":'],
  ['JSON that is no object', '7'],
  ['a bare word', 'login'],
  ['NUL, which no text of the database can hold', '{"loginName":"a\\u0000","password":"x"}'],
])('400 for %s', async (_what, body) => {
  expect(await codeOf(visitor(app).post(login, body))).toBe(400)
})

test('returns 400 for excessive nesting, without parsing it', async () => {
  const deep = '['.repeat(10_000) + ']'.repeat(10_000)
  expect(await codeOf(visitor(app).post(login, deep))).toBe(400)
})

test('returns 404 for an unknown path, another method and another spelling', async () => {
  const client = visitor(app)
  expect(await codeOf(client.post('/no/such/call', '{}'))).toBe(404)
  expect(await codeOf(client.post(`${login}/`, '{}'))).toBe(404)
  expect(await codeOf(app.fetch(new Request(`${origin}/api${login}`)))).toBe(404)
})

test('returns 413 for a body that is too large, announced or not', async () => {
  const large = JSON.stringify({ loginName: 'x'.repeat(maxBodyBytes) })
  expect(await codeOf(visitor(app).post(login, large))).toBe(413)
  const unannounced: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    body: new Blob([large]).stream(),
    headers: { 'content-type': 'application/json' },
    duplex: 'half',
  }
  expect(await codeOf(app.fetch(new Request(`${origin}/api${login}`, unannounced)))).toBe(413)
})

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  '',
])('returns 415 for the type "%s", which forms of other sites can send', async (type) => {
  expect(await codeOf(visitor(app).post('/get/serviceid', '{}', { 'content-type': type }))).toBe(415)
})

test('returns 422 for a business failure, 401 for an invalid session', async () => {
  const refused = await visitor(app).post(login, JSON.stringify({ loginName: 'nobody', password: 'x' }))
  expect(refused.status).toBe(422)
  const unknown = await visitor(app).post('/user-center/user/profile', '{}', { token: 'unknown' })
  expect(unknown.status).toBe(401)
  expect((await envelope(unknown)).code).toBe(600)
})

test('an API request never gets a page as response', async () => {
  for (const path of ['/api/', '/api/x/y']) {
    const response = await app.fetch(new Request(`${origin}${path}`, { method: 'POST' }))
    expect(response.headers.get('content-type'), path).toContain('application/json')
  }
})

test('a call without a handler returns a named failure and HTTP 501', async () => {
  const { serviceId } = contract.accounts
  const [entry] = entriesOf('accounts', { serviceId }, {})
  if (entry === undefined) throw new Error('The call has no entry')
  const { envelope: answer } = await dispatch(app.runtime, entry, {}, requestFacts(new Headers(), app.runtime.config))
  expect([answer.code, statusOf(answer)]).toEqual([501, 501])
  expect(answer.message).toBe('该接口尚未实现')
})
