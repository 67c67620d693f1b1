import { connect as connectSocket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import {
  newClientId,
  connectToBroker,
  connectionEnded,
  connectAndSubscribe,
  testSession,
  startBroker,
  type TestBroker,
} from '../support/test-broker.ts'

let broker: TestBroker
beforeAll(async () => {
  broker = await startBroker()
})
afterAll(() => broker.close())

const anna = testSession(7, 70)
const bert = testSession(8, 80)
const come = async (userId: number, clientId?: string, more = {}) =>
  connectToBroker(broker.url, {
    userId,
    password: await broker.push.ticket(anna),
    more,
    ...(clientId === undefined ? {} : { clientId }),
  })

test('a ticket opens one connection of its user', async () => {
  const password = await broker.push.ticket(anna)
  const first = await connectToBroker(broker.url, { userId: 7, password })
  expect(first).toBeTypeOf('object')
  expect(await connectToBroker(broker.url, { userId: 7, password })).toBe(4)
  if (typeof first === 'object') await first.endAsync()
})

test('refuses connections without a ticket, with an invalid one, and with that of another user', async () => {
  expect(await connectToBroker(broker.url, { userId: 7, password: '' })).toBe(4)
  expect(await connectToBroker(broker.url, { userId: 7, password: 'x'.repeat(43) })).toBe(4)
  expect(await come(bert.userId)).toBe(4)
})

test("refuses another user's client id and a bare prefix", async () => {
  expect(await come(7, newClientId(8))).toBe(2)
  expect(await come(7, 'u7-')).toBe(2)
  expect(await come(7, `u7-${'x'.repeat(65)}`)).toBe(2)
})

test('refuses persistent sessions, wills, other protocol versions and missing keepalive', async () => {
  expect(await come(7, undefined, { clean: false })).toBe('closed')
  expect(await come(7, undefined, { will: { topic: 'user/8', payload: 'x', qos: 0 } })).toBe('closed')
  expect(await come(7, undefined, { protocolVersion: 5 })).toBeTypeOf('string')
  expect(await come(7, undefined, { keepalive: 0 })).toBe('closed')
})

test('refuses subscriptions to wildcards, topics of others and system topics', async () => {
  const { client } = await connectAndSubscribe(broker, anna)
  for (const topic of ['#', '+', 'user/+', 'user/#', 'user/8', 'user/7/x', '$SYS/#', 'user/07']) {
    const granted = await client.subscribeAsync(topic, { qos: 2 }).then(
      (grants) => grants[0]?.qos,
      () => 128,
    )
    expect(granted, topic).toBe(128)
  }
  await client.endAsync()
})

test('disconnects clients that publish, and delivers nothing', async () => {
  const listener = await connectAndSubscribe(broker, bert)
  for (const qos of [0, 1, 2] as const) {
    const { client } = await connectAndSubscribe(broker, anna)
    client.publish('user/8', '{"forged":true}', { qos })
    await connectionEnded(client)
  }
  broker.push.send(8, { genuine: true })
  await listener.until(1)
  expect(listener.messages).toEqual([{ genuine: true }])
  await listener.client.endAsync()
})

test('signing out ends the connections of that session, invalidates its tickets, and leaves others alone', async () => {
  const ticket = await broker.push.ticket(anna)
  const gone = await connectAndSubscribe(broker, anna)
  const stays = await connectAndSubscribe(broker, testSession(7, 71))
  broker.push.endSession(70)
  await connectionEnded(gone.client)
  expect(stays.client.connected).toBe(true)
  expect(await connectToBroker(broker.url, { userId: 7, password: ticket })).toBe(4)
  await stays.client.endAsync()
})

test('a claimed large packet, many bytes before CONNECT, and text frames end the connection', async () => {
  const bodies: (Buffer | string)[] = [
    Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]),
    Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0x7f]),
    Buffer.alloc(8192, 0xc0),
    'text',
  ]
  for (const body of bodies) {
    const socket = new WebSocket(broker.url, 'mqtt')
    socket.on('error', () => {})
    socket.on('open', () => socket.send(body))
    await new Promise((resolve) => socket.on('close', resolve))
  }
  // Many small packets before CONNECT: limited in total.
  const socket = new WebSocket(broker.url, 'mqtt')
  socket.on('error', () => {})
  socket.on('open', () => {
    for (let sent = 0; sent < 3; sent += 1) socket.send(Buffer.alloc(2048, 0xc0))
  })
  await new Promise((resolve) => socket.on('close', resolve))
})

test('closes a silent socket', async () => {
  const started = Date.now()
  const socket = new WebSocket(broker.url, 'mqtt')
  socket.on('error', () => {})
  await new Promise((resolve) => socket.on('close', resolve))
  expect(Date.now() - started).toBeLessThan(15_000)
})

test('responds to upgrades of other paths if there is no other handler', async () => {
  const answer = await new Promise<string>((resolve) => {
    const socket = connectSocket(broker.port, '127.0.0.1')
    socket.write('GET /other HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')
    socket.once('data', (data) => resolve(data.toString()))
  })
  expect(answer).toContain('404')
})

test('allows at most 40 connections per user', async () => {
  const clients = []
  for (let n = 0; n < 40; n += 1) clients.push((await connectAndSubscribe(broker, testSession(9))).client)
  const password = await broker.push.ticket(testSession(9))
  expect(await connectToBroker(broker.url, { userId: 9, password })).toBe(3)
  await Promise.all(clients.map((client) => client.endAsync()))
  await expect.poll(() => broker.open()).toBe(0)
})
