import type { Redis } from 'ioredis'
import { z } from 'zod'
import { hashToken, randomToken } from '../platform/tokens.ts'
import type { WorkerBus } from '../workers/worker-bus.ts'
import type { PushSession } from './push.ts'

/** Lifetime of a ticket in seconds. */
export const ticketSeconds = 60

/** One-time passwords of MQTT connections, stored as hashes only. */
export interface Tickets {
  readonly issue: (session: PushSession) => Promise<string>
  /** Redeems a ticket and returns its session; undefined when unknown, used, expired or revoked. */
  readonly redeem: (ticket: string) => Promise<PushSession | undefined>
  /** Invalidates the tickets of a session. */
  readonly revoke: (sessionId: number) => Promise<void>
}

/** Tickets of one process. */
export function memoryTickets(now: () => number = Date.now): Tickets {
  const tickets = new Map<string, PushSession & { readonly until: number }>()
  return {
    issue: async (session) => {
      // Ordered by issue time, so expired ones come first.
      for (const [hash, { until }] of tickets) if (until < now()) tickets.delete(hash)
      const ticket = randomToken()
      tickets.set(hashToken(ticket), { ...session, until: now() + ticketSeconds * 1000 })
      return ticket
    },
    redeem: async (ticket) => {
      const hash = hashToken(ticket)
      const found = tickets.get(hash)
      tickets.delete(hash)
      return found === undefined || found.until < now() ? undefined : found
    },
    revoke: async (sessionId) => {
      for (const [hash, session] of tickets) if (session.sessionId === sessionId) tickets.delete(hash)
    },
  }
}

const foundTicket = z
  .object({ userId: z.int(), sessionId: z.int(), sessionEndsAt: z.number() })
  .nullable()
  .transform((found) => found ?? undefined)

/** Tickets of the workers of one machine, held by their primary process. */
export const workerTickets = ({ ask }: Pick<WorkerBus, 'ask'>): Tickets => ({
  issue: async ({ userId, sessionId, sessionEndsAt }) =>
    z.string().parse(await ask('issueTicket', { userId, sessionId, sessionEndsAt: sessionEndsAt.getTime() })),
  redeem: async (ticket) => {
    const found = foundTicket.parse(await ask('redeemTicket', ticket))
    return found === undefined ? undefined : { ...found, sessionEndsAt: new Date(found.sessionEndsAt) }
  },
  revoke: async (sessionId) => void (await ask('revokeTickets', sessionId)),
})

const ticketKey = (ticket: string) => `push:ticket:${hashToken(ticket)}`
const endedKey = (sessionId: number) => `push:ended:${sessionId}`

/** Milliseconds to wait for Redis before this process issues a local ticket. */
const redisTimeoutMs = 800

/** Throws when Redis has not answered in time. */
async function withTimeout<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Redis did not answer in time')), redisTimeoutMs)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/**
 * Tickets shared by all processes over Redis. While Redis does not respond, each process issues local tickets: they are
 * valid at this process only, and a page that reaches another process requests a new one.
 */
export function redisTickets(redis: Redis): Tickets {
  const own = memoryTickets()
  return {
    issue: async (session) => {
      const { userId, sessionId, sessionEndsAt } = session
      const ticket = randomToken()
      const value = `${userId}:${sessionId}:${sessionEndsAt.getTime()}`
      try {
        await withTimeout(redis.set(ticketKey(ticket), value, 'EX', ticketSeconds))
        return ticket
      } catch {
        return own.issue(session)
      }
    },
    redeem: async (ticket) => {
      const found = await own.redeem(ticket)
      if (found !== undefined) return found
      const stored = await withTimeout(redis.getdel(ticketKey(ticket)))
      const [userId = 0, sessionId = 0, endsAt = 0] = (stored ?? '').split(':').map(Number)
      if (userId === 0 || sessionId === 0) return undefined
      if ((await withTimeout(redis.exists(endedKey(sessionId)))) > 0) return undefined
      return { userId, sessionId, sessionEndsAt: new Date(endsAt) }
    },
    revoke: async (sessionId) => {
      await own.revoke(sessionId)
      // Longer than the lifetime of a ticket, so that one issued just before is refused as well.
      await redis.set(endedKey(sessionId), '1', 'EX', ticketSeconds * 2)
    },
  }
}
