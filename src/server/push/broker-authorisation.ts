import type { AedesOptions, Client } from 'aedes'
import { clientIdPrefixOf, topicOf } from '../../domain/chat/topics.ts'
import { malformedReadings, sensorIdOf, sensorTopicOf, sensorUserName } from '../../domain/orders/samples/reading.ts'
import type { PushSession, SensorGate } from './push.ts'
import type { Tickets } from './tickets.ts'

/** Maximum open connections of one user: tabs and devices. */
const maxConnectionsPerUser = 40
/** Maximum open connections of one sensor. */
const maxConnectionsPerSensor = 5
/** Maximum bytes buffered for a slow client; beyond it the client is disconnected and catches up later. */
const maxPendingBytes = 1_048_576
const maxKeepaliveSeconds = 300

/** Open connections by client, session and user. */
export interface ConnectionRegistry {
  readonly add: (client: Client, session: PushSession) => void
  readonly remove: (client: Client) => void
  readonly sessionOf: (client: Client) => PushSession | undefined
  readonly ofSession: (sessionId: number) => readonly Client[]
  readonly countOf: (userId: number) => number
  readonly sessions: () => ReadonlySet<number>
}

export function createConnectionRegistry(): ConnectionRegistry {
  const open = new Map<Client, PushSession>()
  const users = new Map<number, number>()
  return {
    add: (client, session) => {
      open.set(client, session)
      users.set(session.userId, (users.get(session.userId) ?? 0) + 1)
    },
    remove: (client) => {
      const session = open.get(client)
      if (session === undefined) return
      open.delete(client)
      const rest = (users.get(session.userId) ?? 1) - 1
      if (rest > 0) users.set(session.userId, rest)
      else users.delete(session.userId)
    },
    sessionOf: (client) => open.get(client),
    ofSession: (sessionId) =>
      [...open].flatMap(([client, session]) => (session.sessionId === sessionId ? [client] : [])),
    countOf: (userId) => users.get(userId) ?? 0,
    sessions: () => new Set([...open.values()].map(({ sessionId }) => sessionId)),
  }
}

/** Open connections of sensors. */
export interface SensorRegistry {
  readonly add: (client: Client, sensorId: number) => void
  readonly remove: (client: Client) => void
  readonly sensorOf: (client: Client) => number | undefined
  readonly ofSensor: (sensorId: number) => readonly Client[]
  readonly ids: () => ReadonlySet<number>
}

export function createSensorRegistry(): SensorRegistry {
  const open = new Map<Client, number>()
  return {
    add: (client, sensorId) => void open.set(client, sensorId),
    remove: (client) => void open.delete(client),
    sensorOf: (client) => open.get(client),
    ofSensor: (sensorId) => [...open].flatMap(([client, id]) => (id === sensorId ? [client] : [])),
    ids: () => new Set(open.values()),
  }
}

type BrokerAuthorisation = Required<
  Pick<AedesOptions, 'preConnect' | 'authenticate' | 'authorizeSubscribe' | 'authorizePublish' | 'authorizeForward'>
>

/** Called with the failed check, and the user where known. */
type OnRefused = (client: Pick<Client, 'conn'>, reason: string, userId?: number) => void

/** Sensors that may connect, and their open connections. */
interface SensorAccess {
  readonly gate: SensorGate | undefined
  readonly registry: SensorRegistry
}

/**
 * A page may connect with its ticket and subscribe to its own topic; a sensor may connect with its credential and
 * publish to its own topic with QoS 1. Nothing else: whoever tries more is disconnected.
 */
export function brokerAuthorisation(
  tickets: Tickets,
  registry: ConnectionRegistry,
  onRefused: OnRefused,
  { gate, registry: sensors }: SensorAccess,
): BrokerAuthorisation {
  /** Tells the company why; the sensor itself gets no reason in MQTT 3.1.1. */
  const refuseSensor = (client: Client, sensorId: number, reason: string, words: string) => {
    onRefused(client, reason)
    void gate?.noteRefusal(sensorId, words).catch(() => {})
  }
  return {
    preConnect: (client, packet, done) => {
      const keepalive = packet.keepalive ?? 0
      const fine = packet.protocolVersion === 4 && packet.clean === true && packet.will === undefined
      const allowed = fine && keepalive > 0 && keepalive <= maxKeepaliveSeconds
      if (!allowed) onRefused(client, 'pushConnect')
      // Only an error closes the connection: without one the broker would leave it open.
      done(allowed ? null : new Error('CONNECT not allowed'), allowed)
    },
    authenticate: (client, username, password, done) => {
      const refuse = (returnCode: 2 | 3 | 4, reason: string, userId?: number) => {
        onRefused(client, reason, userId)
        done(Object.assign(new Error('refused'), { returnCode }), null)
      }
      const sensorId = sensorIdOf(username)
      if (sensorId !== undefined) {
        if (gate === undefined) return refuse(4, 'sensorCredential')
        gate.authenticate(sensorId, password?.toString() ?? '').then(
          (isKnown) => {
            if (client.closed) return
            if (!isKnown) return refuse(4, 'sensorCredential')
            if (!isSensorClientId(client.id, sensorId)) return refuse(2, 'sensorClientId')
            if (sensors.ofSensor(sensorId).length >= maxConnectionsPerSensor) return refuse(3, 'sensorTooMany')
            sensors.add(client, sensorId)
            done(null, true)
          },
          () => refuse(3, 'sensorUnavailable'),
        )
        return
      }
      tickets.redeem(password?.toString() ?? '').then(
        (session) => {
          // Disconnected during the lookup: it would never be removed from the registry.
          if (client.closed) return
          if (session === undefined) return refuse(4, 'pushTicket')
          const { userId } = session
          if (username !== String(userId)) return refuse(4, 'pushTicketOfAnother', userId)
          if (session.sessionEndsAt.getTime() <= Date.now()) return refuse(4, 'pushSessionOver', userId)
          if (!isClientId(client.id, userId)) return refuse(2, 'pushClientId', userId)
          if (registry.countOf(userId) >= maxConnectionsPerUser) return refuse(3, 'pushTooMany', userId)
          registry.add(client, session)
          done(null, true)
        },
        () => refuse(3, 'pushUnavailable'),
      )
    },
    authorizeSubscribe: (client, subscription, done) => {
      const sensorId = sensors.sensorOf(client)
      if (sensorId !== undefined) {
        refuseSensor(client, sensorId, 'sensorSubscribe', '传感器不能订阅主题')
        done(new Error('sensors subscribe to nothing'))
        client.close()
        return
      }
      const session = registry.sessionOf(client)
      const own = session !== undefined && subscription.topic === topicOf(session.userId)
      if (!own) onRefused(client, 'pushTopic', session?.userId)
      done(null, own ? subscription : null)
    },
    // The broker closes the connection of a client with an error, and acknowledges a message after `done`.
    authorizePublish: (client, packet, done) => {
      const sensorId = client === null ? undefined : sensors.sensorOf(client)
      if (client !== null && gate !== undefined && sensorId !== undefined) {
        const isOwn = packet.topic === sensorTopicOf(sensorId)
        if (!isOwn || packet.qos !== 1 || packet.retain) {
          const words = isOwn ? '须以 QoS 1 发布且不保留消息' : '只能发布到本传感器的主题'
          refuseSensor(client, sensorId, 'sensorTopic', words)
          return done(new Error('not the topic of this sensor'))
        }
        gate.write(sensorId, packet.payload.toString()).then(
          () => done(null),
          (cause: unknown) => {
            const isRefused = cause instanceof Error && cause.message === malformedReadings
            if (isRefused) refuseSensor(client, sensorId, 'sensorReading', '消息内容不是有效的读数')
            done(cause instanceof Error ? cause : new Error('readings not written'))
          },
        )
        return
      }
      if (client !== null) onRefused(client, 'pushPublish', registry.sessionOf(client)?.userId)
      done(new Error('clients publish nothing'))
    },
    authorizeForward: (client, packet) => {
      if (client.conn.writableLength < maxPendingBytes) return packet
      client.conn.destroy(new Error('too slow'))
      return null
    },
  }
}

/** Otherwise a sensor could end the connection of somebody else by their client id. */
const isSensorClientId = (clientId: string, sensorId: number) => {
  const name = sensorUserName(sensorId)
  return clientId === name || (clientId.startsWith(`${name}-`) && /^[\w-]{1,40}$/.test(clientId.slice(name.length + 1)))
}

const isClientId = (clientId: string, userId: number) => {
  const prefix = clientIdPrefixOf(userId)
  return clientId.startsWith(prefix) && /^[\w-]{8,64}$/.test(clientId.slice(prefix.length))
}
