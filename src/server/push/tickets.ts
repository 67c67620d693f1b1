import type { Redis } from 'ioredis'
import { hashToken, randomToken } from '../session/tokens.ts'
import type { PushSession } from './push.ts'

/** Seconds in which a ticket must be used. */
export const ticketSeconds = 60

/** Passwords of MQTT connections, kept as hashes only: one use each. */
export interface Tickets {
  readonly give: (session: PushSession) => Promise<string>
  /** The session behind a ticket, which is spent by this; undefined when unknown, spent, late or revoked. */
  readonly spend: (ticket: string) => Promise<PushSession | undefined>
  /** Makes the tickets of a session worthless. */
  readonly revoke: (sessionId: number) => Promise<void>
}

/** Tickets of one process. */
export function memoryTickets(now: () => number = Date.now): Tickets {
  const kept = new Map<string, PushSession & { readonly until: number }>()
  return {
    give: async (session) => {
      // In the order in which they were given, so the late ones stand first.
      for (const [hash, { until }] of kept) if (until < now()) kept.delete(hash)
      const ticket = randomToken()
      kept.set(hashToken(ticket), { ...session, until: now() + ticketSeconds * 1000 })
      return ticket
    },
    spend: async (ticket) => {
      const hash = hashToken(ticket)
      const found = kept.get(hash)
      kept.delete(hash)
      return found === undefined || found.until < now() ? undefined : found
    },
    revoke: async (sessionId) => {
      for (const [hash, session] of kept) if (session.sessionId === sessionId) kept.delete(hash)
    },
  }
}

const ticketKey = (ticket: string) => `push:ticket:${hashToken(ticket)}`
const endedKey = (sessionId: number) => `push:ended:${sessionId}`

/** Milliseconds that a page waits for Redis before this process gives the ticket. */
const patience = 800

/** Throws when Redis has not answered in time. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Redis did not answer in time')), patience)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/**
 * Tickets shared by all processes: given by one, spent at another. While Redis does not answer, each process gives
 * tickets of its own: they open a connection at this process only, and a page that meets another one asks again.
 */
export function redisTickets(redis: Redis): Tickets {
  const own = memoryTickets()
  return {
    give: async (session) => {
      const { userId, sessionId, sessionEndsAt } = session
      const ticket = randomToken()
      const value = `${userId}:${sessionId}:${sessionEndsAt.getTime()}`
      try {
        await inTime(redis.set(ticketKey(ticket), value, 'EX', ticketSeconds))
        return ticket
      } catch {
        return own.give(session)
      }
    },
    spend: async (ticket) => {
      const found = await own.spend(ticket)
      if (found !== undefined) return found
      const kept = await inTime(redis.getdel(ticketKey(ticket)))
      const [userId = 0, sessionId = 0, endsAt = 0] = (kept ?? '').split(':').map(Number)
      if (userId === 0 || sessionId === 0) return undefined
      if ((await inTime(redis.exists(endedKey(sessionId)))) > 0) return undefined
      return { userId, sessionId, sessionEndsAt: new Date(endsAt) }
    },
    revoke: async (sessionId) => {
      await own.revoke(sessionId)
      // Longer than any ticket lives, so that one given a moment before is refused as well.
      await redis.set(endedKey(sessionId), '1', 'EX', ticketSeconds * 2)
    },
  }
}
