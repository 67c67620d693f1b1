import { Aedes, type Client } from 'aedes'
import { WebSocketServer } from 'ws'
import { topicOf } from '../../domain/chat/topics.ts'
import { clusterOf, type Cluster } from './cluster.ts'
import { createPresent, doors } from './doors.ts'
import { KeptInOrder } from './kept-in-order.ts'
import type { Push, PushOptions } from './push.ts'
import { socketStream } from './socket-stream.ts'
import { memoryTickets, redisTickets } from './tickets.ts'
import { takeUpgrades } from './upgrades.ts'

/** Where browsers open their push connection. */
const mqttPath = '/mqtt'
/** Milliseconds in which CONNECT must have come. */
const connectTimeout = 10_000
/** Milliseconds after which a connection must come again with a new ticket; its session may end it earlier. */
const longestConnection = 12 * 3_600_000

/** The broker in this process; with Redis, one of several that share everything. */
export function createPush({ redis, log, connections, config, refusals }: PushOptions): Push {
  const tickets = redis === undefined ? memoryTickets() : redisTickets(redis)
  const present = createPresent()
  const accepts = new WeakMap<object, () => void>()
  /** Of each connection, by its stream. */
  const addresses = new WeakMap<object, string>()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 4096, perMessageDeflate: false })
  const endHere = (sessionId: number) => present.ofSession(sessionId).forEach((client) => client.close())
  const opening = open()
  opening.catch((err: unknown) => log.error({ err }, 'the broker did not open'))
  let running: { readonly broker: Aedes; readonly cluster: Cluster | undefined } | undefined
  let closing: Promise<void> | undefined

  async function open() {
    const cluster = redis === undefined ? undefined : await clusterOf(redis, { ended: endHere, log })
    const broker = await Aedes.createBroker({
      // No queue between the clients: a slow one is sent away (doors.ts) and must not hold up the others.
      concurrency: 0,
      connectTimeout,
      drainTimeout: 15_000,
      ...doors(tickets, present, ({ conn }, reason, userId) =>
        refusals.note({ reason, path: mqttPath, address: addresses.get(conn) ?? '', userId }),
      ),
      ...(cluster === undefined ? { persistence: new KeptInOrder() } : cluster.options),
    })
    broker.on('client', (client) => {
      connections.inc()
      accepts.get(client.conn)?.()
      limitLife(client)
    })
    broker.on('clientDisconnect', () => connections.dec())
    broker.on('clientError', (client, err) => log.debug({ err, client: client.id }, 'push connection'))
    broker.on('connectionError', (_client, err) => log.debug({ err }, 'push connection refused'))
    running = { broker, cluster }
    return running
  }

  function limitLife(client: Client): void {
    const session = present.sessionOf(client)
    const left = session === undefined ? 0 : session.sessionEndsAt.getTime() - Date.now()
    const timer = setTimeout(() => client.close(), Math.min(left, longestConnection))
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
      // Also for those that came in but were never registered: refused, or gone in between.
      stream.once('close', () => present.leave(client))
    }
    opening.then(handle, () => stream.destroy())
  }

  return {
    send: (userId, message) => {
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
    },
    ticket: (session) => tickets.give(session),
    endSession: (sessionId) => {
      endHere(sessionId)
      running?.cluster?.tellEnded(sessionId)
      tickets.revoke(sessionId).catch((err: unknown) => log.warn({ err }, 'tickets not revoked'))
    },
    sessions: present.sessions,
    attach: (server) => takeUpgrades(server, { path: mqttPath, sockets, config, refusals, receive }),
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
