import type { AedesOptions, Client } from 'aedes'
import { clientIdPrefixOf, topicOf } from '../../domain/chat/topics.ts'
import type { PushSession } from './push.ts'
import type { Tickets } from './tickets.ts'

/** Connections one person may have open: tabs and devices. */
const connectionsPerUser = 40
/** Bytes that may wait for a slow client; then it goes and catches up when it comes back. */
const waitingBytes = 1_048_576
const longestKeepalive = 300

/** The connections that are open, by client, session and user. */
export interface Present {
  readonly enter: (client: Client, session: PushSession) => void
  readonly leave: (client: Client) => void
  readonly sessionOf: (client: Client) => PushSession | undefined
  readonly ofSession: (sessionId: number) => readonly Client[]
  readonly countOf: (userId: number) => number
  readonly sessions: () => ReadonlySet<number>
}

export function createPresent(): Present {
  const open = new Map<Client, PushSession>()
  const users = new Map<number, number>()
  return {
    enter: (client, session) => {
      open.set(client, session)
      users.set(session.userId, (users.get(session.userId) ?? 0) + 1)
    },
    leave: (client) => {
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

type Doors = Required<
  Pick<AedesOptions, 'preConnect' | 'authenticate' | 'authorizeSubscribe' | 'authorizePublish' | 'authorizeForward'>
>

/** Hears what a client was refused: by which check, and whose it is as far as that is known. */
type Refused = (client: Pick<Client, 'conn'>, reason: string, userId?: number) => void

/** What a client may do: come with a ticket of its own, and listen to its own topic. Nothing else. */
export function doors(tickets: Tickets, present: Present, refused: Refused): Doors {
  return {
    preConnect: (client, packet, done) => {
      const keepalive = packet.keepalive ?? 0
      const fine = packet.protocolVersion === 4 && packet.clean === true && packet.will === undefined
      const allowed = fine && keepalive > 0 && keepalive <= longestKeepalive
      if (!allowed) refused(client, 'pushConnect')
      // Only an error ends the connection: without one the broker would leave it open, unheard, for ever.
      done(allowed ? null : new Error('CONNECT not allowed'), allowed)
    },
    authenticate: (client, username, password, done) => {
      const refuse = (returnCode: 2 | 3 | 4, reason: string, userId?: number) => {
        refused(client, reason, userId)
        done(Object.assign(new Error('refused'), { returnCode }), null)
      }
      tickets.spend(password?.toString() ?? '').then(
        (session) => {
          // Gone while its ticket was looked up: nobody would take it off the list again.
          if (client.closed) return
          if (session === undefined) return refuse(4, 'pushTicket')
          const { userId } = session
          if (username !== String(userId)) return refuse(4, 'pushTicketOfAnother', userId)
          if (session.sessionEndsAt.getTime() <= Date.now()) return refuse(4, 'pushSessionOver', userId)
          if (!isClientId(client.id, userId)) return refuse(2, 'pushClientId', userId)
          if (present.countOf(userId) >= connectionsPerUser) return refuse(3, 'pushTooMany', userId)
          present.enter(client, session)
          done(null, true)
        },
        () => refuse(3, 'pushUnavailable'),
      )
    },
    authorizeSubscribe: (client, subscription, done) => {
      const session = present.sessionOf(client)
      const own = session !== undefined && subscription.topic === topicOf(session.userId)
      if (!own) refused(client, 'pushTopic', session?.userId)
      done(null, own ? subscription : null)
    },
    // The broker ends the connection of who publishes.
    authorizePublish: (client, _packet, done) => {
      if (client !== null) refused(client, 'pushPublish', present.sessionOf(client)?.userId)
      done(new Error('clients publish nothing'))
    },
    authorizeForward: (client, packet) => {
      if (client.conn.writableLength < waitingBytes) return packet
      client.conn.destroy(new Error('too slow'))
      return null
    },
  }
}

const isClientId = (clientId: string, userId: number) => {
  const prefix = clientIdPrefixOf(userId)
  return clientId.startsWith(prefix) && /^[\w-]{8,64}$/.test(clientId.slice(prefix.length))
}
