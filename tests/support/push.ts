import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import mqtt, { type MqttClient } from 'mqtt'
import { pino } from 'pino'
import { Gauge, Registry } from 'prom-client'
import type { Redis } from 'ioredis'
import { createPush } from '../../src/server/push/broker.ts'
import type { Push, PushSession } from '../../src/server/push/push.ts'
import type { Refusal as Refused } from '../../src/server/refusals.ts'

/** A broker on a port of its own, without the rest of the product. */
export interface TestBroker {
  readonly push: Push
  readonly url: string
  readonly port: number
  /** What was refused so far. */
  readonly refused: readonly Refused[]
  /** Open connections, as the metrics tell. */
  readonly open: () => Promise<number>
  readonly close: () => Promise<void>
}

export async function startBroker(redis?: Redis): Promise<TestBroker> {
  const connections = new Gauge({ name: 'connections', help: 'open', registers: [new Registry()] })
  const refused: Refused[] = []
  const push = createPush({
    redis,
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    connections,
    config: { siteUrl: 'http://localhost:4321', siteOrigins: [], trustProxy: 0 },
    refusals: { note: (refusal) => refused.push(refusal) },
  })
  const server = createServer()
  push.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = isAddress(address) ? address.port : 0
  return {
    push,
    port,
    refused,
    url: `ws://127.0.0.1:${port}/mqtt`,
    open: async () => (await connections.get()).values[0]?.value ?? 0,
    close: async () => {
      await push.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const isAddress = (address: unknown): address is AddressInfo =>
  typeof address === 'object' && address !== null && 'port' in address

/** A session that lasts longer than any test. */
export const sessionOf = (userId: number, sessionId = userId): PushSession => ({
  ...{ userId, sessionId, sessionEndsAt: new Date(Date.now() + 86_400_000) },
})

let tabs = 0
/** A client id as a tab of this user makes it. */
export const clientIdOf = (userId: number): string => {
  tabs += 1
  return `u${userId}-tab${String(tabs).padStart(8, '0')}`
}

/** How a refused connection ended: the return code of its CONNACK, or `closed` without one. */
export type Refusal = number | 'closed'

export interface Attempt {
  readonly userId: number
  readonly password: string
  readonly clientId?: string
  readonly more?: mqtt.IClientOptions
}

/** One attempt to connect, never repeated. */
export function connect(url: string, { userId, password, clientId, more }: Attempt): Promise<MqttClient | Refusal> {
  const client = mqtt.connect(url, {
    ...{ username: String(userId), password, clientId: clientId ?? clientIdOf(userId) },
    ...{ protocolVersion: 4, clean: true, keepalive: 60, reconnectPeriod: 0, connectTimeout: 8000 },
    ...more,
  })
  return new Promise((resolve) => {
    client.on('connect', () => resolve(client))
    client.on('error', (error) => {
      if ('code' in error && typeof error.code === 'number') resolve(error.code)
    })
    client.on('close', () => resolve('closed'))
  })
}

/** A tab that is signed in, connected and subscribed to its own topic at QoS 2. */
export async function listenAs({ push, url }: Pick<TestBroker, 'push' | 'url'>, session: PushSession) {
  const client = await connect(url, { userId: session.userId, password: await push.ticket(session) })
  if (typeof client !== 'object') throw new Error(`Refused: ${client}`)
  const messages: unknown[] = []
  const waiting = new Set<() => void>()
  client.on('message', (_topic, payload) => {
    messages.push(JSON.parse(payload.toString()))
    for (const look of waiting) look()
  })
  await client.subscribeAsync(`user/${session.userId}`, { qos: 2 })
  return {
    client,
    messages,
    /** Resolves once so many messages have come. */
    until: (count: number) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (messages.length < count) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}

/** Resolves when the connection has ended. */
export const ended = (client: MqttClient): Promise<void> =>
  client.connected ? new Promise((resolve) => client.once('close', () => resolve())) : Promise.resolve()
