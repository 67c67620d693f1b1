import { Aedes, type Client } from 'aedes'
import { WebSocketServer, type WebSocket } from 'ws'
import { z } from 'zod'
import { topicOf } from '../../domain/chat/topics.ts'
import { connectCluster, type Cluster } from './cluster.ts'
import { createConnectionRegistry, createSensorRegistry, brokerAuthorisation } from './broker-authorisation.ts'
import { OrderedPersistence } from './ordered-persistence.ts'
import type { Push, PushOptions } from './push.ts'
import { socketStream } from './socket-stream.ts'
import { memoryTickets, redisTickets, workerTickets } from './tickets.ts'
import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Config } from '../../config.ts'
import { clientAddress } from '../http/client-address.ts'
import { endSocket } from '../http/methods.ts'
import { isOwnOrigin } from '../platform/own-origin.ts'
import { securityHeaders } from '../http/security-headers.ts'
import type { Refusals } from '../refusals.ts'

const pushPayload = z.object({ userId: z.int(), message: z.unknown() })

interface UpgradeOptions {
  readonly path: string
  readonly sockets: WebSocketServer
  readonly config: Pick<Config, 'siteUrl' | 'siteOrigins' | 'trustProxy'>
  readonly refusals: Pick<Refusals, 'note'>
  readonly receive: (socket: WebSocket, address: string) => void
}

/**
 * Passes the WebSocket upgrades of one path to `receive`, with the client address. Foreign origins get 403; clients
 * without `Origin` (no browser) are authenticated by their ticket. Other paths belong to other listeners (in
 * development Vite's); without one they get 404, since Node would leave the socket open.
 */
function acceptUpgrades(
  server: EventEmitter,
  { path, sockets, config, refusals, receive }: UpgradeOptions,
): () => void {
  const headers = securityHeaders(config)
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = request.url ?? ''
    const isOurs = url === path || url.startsWith(`${path}?`)
    if (!isOurs && server.listenerCount('upgrade') > 1) return
    if (!isOurs) return endSocket(socket, 404, headers)
    const address = clientAddress(request, config.trustProxy)
    const { origin } = request.headers
    if (origin !== undefined && !isOwnOrigin(config, origin)) {
      refusals.note({ reason: 'foreignOrigin', path, address })
      return endSocket(socket, 403, headers)
    }
    sockets.handleUpgrade(request, socket, head, (opened) => receive(opened, address))
  }
  server.on('upgrade', upgrade)
  return () => server.off('upgrade', upgrade)
}

/** Path of the push connection. */
const mqttPath = '/mqtt'
/** Milliseconds within which CONNECT must be received. */
const connectTimeoutMs = 10_000
/** Maximum lifetime of a connection in milliseconds; its session may end it earlier. */
const maxConnectionMs = 12 * 3_600_000

/** Creates the broker of this process; with Redis, one of a cluster; in a worker, one of this machine. */
export function createPush(options: PushOptions): Push {
  const { redis, bus: machineBus, sensors: gate, log, connections, config, refusals } = options
  const bus = redis === undefined ? machineBus : undefined
  const tickets = redis === undefined ? (bus === undefined ? memoryTickets() : workerTickets(bus)) : redisTickets(redis)
  const registry = createConnectionRegistry()
  const sensors = createSensorRegistry()
  const accepts = new WeakMap<object, () => void>()
  /** Client addresses by stream. */
  const addresses = new WeakMap<object, string>()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 4096, perMessageDeflate: false })
  const endLocalConnections = (sessionId: number) => registry.ofSession(sessionId).forEach((client) => client.close())
  const endLocalSensor = (sensorId: number) => sensors.ofSensor(sensorId).forEach((client) => client.close())
  const opening = open()
  opening.catch((err: unknown) => log.error({ err }, 'the broker did not open'))
  let running: { readonly broker: Aedes; readonly cluster: Cluster | undefined } | undefined
  let closing: Promise<void> | undefined

  async function open() {
    const listener = { ended: endLocalConnections, sensorEnded: endLocalSensor, log }
    const cluster = redis === undefined ? undefined : await connectCluster(redis, listener)
    const broker = await Aedes.createBroker({
      // No queue between clients: a slow one is disconnected (broker-authorisation.ts) and must not block the others.
      concurrency: 0,
      connectTimeout: connectTimeoutMs,
      drainTimeout: 15_000,
      ...brokerAuthorisation(
        tickets,
        registry,
        ({ conn }, reason, userId) =>
          refusals.note({ reason, path: mqttPath, address: addresses.get(conn) ?? '', userId }),
        { gate, registry: sensors },
      ),
      ...(cluster === undefined ? { persistence: new OrderedPersistence() } : cluster.options),
    })
    broker.on('client', (client) => {
      connections.inc()
      accepts.get(client.conn)?.()
      limitLifetime(client)
    })
    broker.on('clientDisconnect', () => connections.dec())
    broker.on('clientError', (client, err) => log.debug({ err, client: client.id }, 'push connection'))
    broker.on('connectionError', (_client, err) => log.debug({ err }, 'push connection refused'))
    running = { broker, cluster }
    return running
  }

  function limitLifetime(client: Client): void {
    const session = registry.sessionOf(client)
    const isSensor = sensors.sensorOf(client) !== undefined
    const left = session === undefined ? (isSensor ? maxConnectionMs : 0) : session.sessionEndsAt.getTime() - Date.now()
    const timer = setTimeout(() => client.close(), Math.min(left, maxConnectionMs))
    timer.unref()
    client.conn.once('close', () => clearTimeout(timer))
  }

  function receive(socket: Parameters<typeof socketStream>[0], address: string): void {
    if (closing !== undefined) return socket.close(1013)
    const { stream, accept } = socketStream(socket)
    accepts.set(stream, accept)
    addresses.set(stream, address)
    const handle = ({ broker }: { readonly broker: Aedes }) => {
      const client = broker.handle(stream)
      // Also for clients that were never registered: refused, or disconnected meanwhile.
      stream.once('close', () => {
        registry.remove(client)
        sensors.remove(client)
      })
    }
    opening.then(handle, () => stream.destroy())
  }

  const publishHere = (userId: number, message: unknown) => {
    const payload = Buffer.from(JSON.stringify(message))
    const publish = ({ broker }: { readonly broker: Aedes }) => {
      if (closing !== undefined) return
      broker.publish(
        { cmd: 'publish', topic: topicOf(userId), payload, qos: 2, retain: false, dup: false },
        (err) => err && log.warn({ err, userId }, 'push not sent'),
      )
    }
    if (running === undefined) opening.then(publish, () => {})
    else publish(running)
  }
  bus?.subscribe('push', (given) => {
    const { userId, message } = pushPayload.parse(given)
    publishHere(userId, message)
  })
  bus?.subscribe('sensorEnded', (sensorId) => endLocalSensor(z.int().parse(sensorId)))
  bus?.subscribe('sessionEnded', (sessionId) => endLocalConnections(z.int().parse(sessionId)))

  return {
    send: (userId, message) => {
      publishHere(userId, message)
      void bus?.publish('push', { userId, message })
    },
    ticket: (session) => tickets.issue(session),
    endSession: (sessionId) => {
      endLocalConnections(sessionId)
      running?.cluster?.publishSessionEnd(sessionId)
      void bus?.publish('sessionEnded', sessionId)
      tickets.revoke(sessionId).catch((err: unknown) => log.warn({ err }, 'tickets not revoked'))
    },
    endSensor: (sensorId) => {
      endLocalSensor(sensorId)
      running?.cluster?.publishSensorEnd(sensorId)
      void bus?.publish('sensorEnded', sensorId)
    },
    sensors: sensors.ids,
    sessions: registry.sessions,
    attach: (server) => acceptUpgrades(server, { path: mqttPath, sockets, config, refusals, receive }),
    ready: () => running !== undefined && closing === undefined,
    close: () => {
      closing ??= opening.then(closeAll, () => {})
      return closing
    },
  }

  async function closeAll({ broker, cluster }: { broker: Aedes; cluster: Cluster | undefined }): Promise<void> {
    for (const socket of sockets.clients) socket.close(1001)
    await new Promise<void>((resolve) => broker.close(resolve))
    for (const socket of sockets.clients) socket.terminate()
    await new Promise<void>((resolve) => sockets.close(() => resolve()))
    await cluster?.close()
  }
}
