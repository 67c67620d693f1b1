import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import mqtt, { type MqttClient } from 'mqtt'
import { pino } from 'pino'
import { Gauge, Registry } from 'prom-client'
import type { Redis } from 'ioredis'
import { createPush } from '../../src/server/push/broker.ts'
import type { Push, PushSession } from '../../src/server/push/push.ts'
import type { Refusal as Refused } from '../../src/server/refusals.ts'

/** A broker on its own port, without the rest of the product. */
export interface TestBroker {
  readonly push: Push
  readonly url: string
  readonly port: number
  /** Refusals so far. */
  readonly refused: readonly Refused[]
  /** Number of open connections, from the metrics. */
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

/** A session that outlasts any test. */
export const testSession = (userId: number, sessionId = userId): PushSession => ({
  userId,
  sessionId,
  sessionEndsAt: new Date(Date.now() + 86_400_000),
})

let tabs = 0
/** A client id as a tab of this user generates it. */
export const newClientId = (userId: number): string => {
  tabs += 1
  return `u${userId}-tab${String(tabs).padStart(8, '0')}`
}

/** How a refused connection ended: the return code of its CONNACK, or `closed` without one. */
export type ConnectionRefusal = number | 'closed'

export interface ConnectAttempt {
  readonly userId: number
  readonly password: string
  readonly clientId?: string
  readonly more?: mqtt.IClientOptions
}

/** One connection attempt, without retries. */
export function connectToBroker(
  url: string,
  { userId, password, clientId, more }: ConnectAttempt,
): Promise<MqttClient | ConnectionRefusal> {
  const client = mqtt.connect(url, {
    username: String(userId),
    password,
    clientId: clientId ?? newClientId(userId),
    protocolVersion: 4,
    clean: true,
    keepalive: 60,
    reconnectPeriod: 0,
    connectTimeout: 8000,
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

/** A signed-in tab, connected and subscribed to its own topic at QoS 2. */
export async function connectAndSubscribe({ push, url }: Pick<TestBroker, 'push' | 'url'>, session: PushSession) {
  const client = await connectToBroker(url, { userId: session.userId, password: await push.ticket(session) })
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
    /** Resolves after so many messages. */
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
export const connectionEnded = (client: MqttClient): Promise<void> =>
  client.connected ? new Promise((resolve) => client.once('close', () => resolve())) : Promise.resolve()
