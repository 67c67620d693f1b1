import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxBodyBytes } from '../../src/server/http/body.ts'
import {
  envelopeCode,
  jsonHeaders,
  startApiFastPathServer,
  type ApiFastPathServer,
  type SentRequest,
} from '../support/api-fast-path-server.ts'

/** Request bodies over a socket: malformed, too large, chunked, of other types, aborted. */

let door: ApiFastPathServer
beforeAll(async () => {
  door = await startApiFastPathServer()
})
afterAll(() => door.close())

const login = '/user-center/user/login'
const services = '/mall/service/standard/list-page'
const platform = '/get/serviceid'
const call = (path: string, sent?: SentRequest) => door.send(`/api${path}`, sent)

test.each([
  ['broken JSON', '{"loginName":'],
  ['JSON that is no object', '7'],
  ['NUL, which no text of the database can hold', '{"loginName":"a\\u0000","password":"x"}'],
  ['half a surrogate pair', '{"loginName":"\\ud800","password":"x"}'],
  ['nesting beyond any form', '['.repeat(10_000) + ']'.repeat(10_000)],
])('400 for %s, and the connection is used again', async (_what, body) => {
  const refused = await call(login, { body })
  expect(envelopeCode(refused)).toBe(400)
  const next = await call(platform)
  expect(envelopeCode(next)).toBe(200)
  expect(next.localPort).toBe(refused.localPort)
})

test('decodes characters that are split between chunks', async () => {
  const body = Buffer.from('{"current":1,"pageSize":20,"keyword":"稳定性"}')
  const pieces = await new Promise<string>((resolve, reject) => {
    const asked = httpRequest({
      port: door.port,
      host: '127.0.0.1',
      path: `/api${services}`,
      method: 'POST',
      headers: jsonHeaders,
    })
    asked.on('error', reject)
    asked.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve(text))
    })
    const middle = body.indexOf('稳') + 1
    asked.write(body.subarray(0, middle), () => asked.end(body.subarray(middle)))
  })
  expect(pieces).toBe((await call(services, { body })).text)
  expect(pieces).toContain('稳定性')
})

test('returns 413 for a body announced as too large, before it arrives', async () => {
  const socket = connect(door.port, '127.0.0.1')
  const head = `POST /api${login} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
  socket.write(`${head}Content-Length: ${maxBodyBytes + 1}\r\n\r\n{`)
  let said = ''
  socket.on('data', (data) => (said += data.toString()))
  await once(socket, 'end')
  expect(said).toContain('HTTP/1.1 413')
  expect(said.toLowerCase()).toContain('connection: close')
  socket.destroy()
})

test('returns 413 for a body that grows too large unannounced, and stops reading', async () => {
  const socket = connect(door.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`POST /api${login} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`)
  socket.write('Transfer-Encoding: chunked\r\n\r\n')
  let said = ''
  socket.on('data', (data) => (said += data.toString()))
  const size = 64 * 1024
  for (let sent = 0; sent <= maxBodyBytes; sent += size) {
    socket.write(`${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`)
  }
  await once(socket, 'close')
  expect(said).toContain('HTTP/1.1 413')
  expect(said).toContain('"code":413')
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
  '415 for the type "%s"',
  async (type) => {
    expect(envelopeCode(await call(platform, { headers: { ...jsonHeaders, 'content-type': type } }))).toBe(415)
  },
)

test('accepts JSON with a charset, and an empty chunked body', async () => {
  const headers = { ...jsonHeaders, 'content-type': 'Application/JSON; charset=utf-8' }
  expect(envelopeCode(await call(platform, { headers }))).toBe(200)
  expect(envelopeCode(await call(platform, { body: '', isChunked: true }))).toBe(200)
})

test('a client that aborts its body does not affect others', async () => {
  for (const ending of ['end', 'resetAndDestroy'] as const) {
    const socket = connect(door.port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    const arrived = door.nextRequest()
    socket.write(`POST /api${login} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`)
    socket.write('Content-Length: 100\r\n\r\n{"loginName":')
    await arrived
    socket[ending]()
    expect(envelopeCode(await call(platform)), ending).toBe(200)
    socket.destroy()
  }
})

test('answers two pipelined calls of a connection in order', async () => {
  const socket = connect(door.port, '127.0.0.1')
  const one = (path: string) =>
    `POST /api${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`
  socket.write(one(services) + one(platform))
  let said = ''
  socket.on('data', (data) => (said += data.toString()))
  await expect.poll(() => said).toContain('platformServiceId')
  expect(said.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
  expect(said.indexOf('"total"')).toBeLessThan(said.indexOf('platformServiceId'))
  socket.destroy()
})
