import type { AedesOptions, Client } from 'aedes'
import { clientIdPrefixOf, topicOf } from '../../domain/chat/topics.ts'
import type { PushSession } from './push.ts'
import type { Tickets } from './tickets.ts'

/** Maximum open connections of one user: tabs and devices. */
const maxConnectionsPerUser = 40
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

type BrokerAuthorisation = Required<
  Pick<AedesOptions, 'preConnect' | 'authenticate' | 'authorizeSubscribe' | 'authorizePublish' | 'authorizeForward'>
>

/** Called with the failed check, and the user where known. */
type OnRefused = (client: Pick<Client, 'conn'>, reason: string, userId?: number) => void

/** A client may connect with its ticket and subscribe to its own topic; nothing else. */
export function brokerAuthorisation(
  tickets: Tickets,
  registry: ConnectionRegistry,
  onRefused: OnRefused,
): BrokerAuthorisation {
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
      const session = registry.sessionOf(client)
      const own = session !== undefined && subscription.topic === topicOf(session.userId)
      if (!own) onRefused(client, 'pushTopic', session?.userId)
      done(null, own ? subscription : null)
    },
    // The broker closes the connection of a client that publishes.
    authorizePublish: (client, _packet, done) => {
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

const isClientId = (clientId: string, userId: number) => {
  const prefix = clientIdPrefixOf(userId)
  return clientId.startsWith(prefix) && /^[\w-]{8,64}$/.test(clientId.slice(prefix.length))
}
