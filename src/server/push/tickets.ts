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

/** Tickets shared by all processes: given by one, spent at another. */
export function redisTickets(redis: Redis): Tickets {
  return {
    give: async ({ userId, sessionId, sessionEndsAt }) => {
      const ticket = randomToken()
      await redis.set(ticketKey(ticket), `${userId}:${sessionId}:${sessionEndsAt.getTime()}`, 'EX', ticketSeconds)
      return ticket
    },
    spend: async (ticket) => {
      const kept = await redis.getdel(ticketKey(ticket))
      const [userId = 0, sessionId = 0, endsAt = 0] = (kept ?? '').split(':').map(Number)
      if (userId === 0 || sessionId === 0) return undefined
      if ((await redis.exists(endedKey(sessionId))) > 0) return undefined
      return { userId, sessionId, sessionEndsAt: new Date(endsAt) }
    },
    revoke: async (sessionId) => {
      // Longer than any ticket lives, so that one given a moment before is refused as well.
      await redis.set(endedKey(sessionId), '1', 'EX', ticketSeconds * 2)
    },
  }
}
