import { isIPv6 } from 'node:net'
import {
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import type { Redis } from 'ioredis'
import type { Call } from '../contract/call.ts'
import { failedFor, type FailureName } from '../contract/failures.ts'
import { apiKeyPerMinute } from '../domain/accounts/api-keys.ts'

/** Default limit of one caller per call and minute; the contract may set another. */
export const defaultPerMinute = 600
const generalPrefix = 'call'
/** Milliseconds to wait for the primary process of the workers. */
const primaryTimeoutMs = 1_000
/** Maximum wrong passwords per account and hour, from any address. */
export const guessesPerHour = 20

export interface Limits {
  /** Counts one call of a caller (`u<id>` or an address); throws `tooMany` over the limit. */
  readonly take: (who: string, call: Call) => Promise<void>
  /** Counts one call of an API key; all its calls share a limit. */
  readonly takeOfKey: (keyId: number) => Promise<KeyUse>
  /** Counts an action of an address and returns its count today; frequent actions require a captcha. */
  readonly seen: (what: string, address: string) => Promise<number>
  /** Counts an action of an address; returns whether it is within `max` per `seconds`. */
  readonly within: (what: string, address: string, limit: { max: number; seconds: number }) => Promise<boolean>
  /**
   * Wrong passwords of an account; both throw `tooManyGuesses` once the limit of the hour is reached. Parallel guesses
   * all pass the first check: check again after the password was verified.
   */
  readonly guess: {
    /** Number of wrong passwords this hour. */
    readonly check: (account: string) => Promise<number>
    /** Counts one more and returns the number. */
    readonly failed: (account: string) => Promise<number>
    /** Resets the count after a password change. */
    readonly clear: (account: string) => Promise<void>
  }
}

/** Use of an API key in the present minute. */
export interface KeyUse {
  readonly limit: number
  readonly remaining: number
  /** Seconds until the count starts anew. */
  readonly resetSeconds: number
  readonly exceeded: boolean
}

/** Maps an IPv6 address to its /64 network, which one customer owns; anything else is unchanged. */
export function networkOf(who: string): string {
  if (!isIPv6(who) || who.includes('.')) return who
  const [head = '', tail] = who.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const whole = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ?? '').split(':')]
  return `${whole.slice(0, 4).join(':')}::`
}

/** Maps a rejection of the limiter to a failure; other errors are rethrown. */
const refusal = (failure: FailureName) => (spent: unknown) => {
  throw spent instanceof RateLimiterRes ? failedFor(failure, spent.msBeforeNext / 1000) : spent
}

/**
 * Limits of this process, shared over Redis, or by the workers of one machine; while Redis or the primary process does
 * not respond, the local count is used. The default limit of a call is not shared by workers: a connection stays with
 * its worker.
 */
export function createLimits(redis: Redis | undefined, isWorker = false): Limits {
  const createLimiter = (keyPrefix: string, points: number, duration: number): RateLimiterAbstract => {
    const memory = new RateLimiterMemory({ keyPrefix, points, duration })
    if (redis !== undefined)
      return new RateLimiterRedis({ storeClient: redis, keyPrefix, points, duration, insuranceLimiter: memory })
    if (!isWorker || keyPrefix === generalPrefix) return memory
    return new RateLimiterCluster({
      keyPrefix,
      points,
      duration,
      timeoutMs: primaryTimeoutMs,
      insuranceLimiter: memory,
    })
  }
  const known = new Map<string, RateLimiterAbstract>()
  const limiter = (prefix: string, points: number, duration: number) => {
    const one = known.get(prefix) ?? createLimiter(prefix, points, duration)
    known.set(prefix, one)
    return one
  }
  const general = createLimiter(generalPrefix, defaultPerMinute, 60)
  const limitersOf = (call: Call) => {
    const minute = call.perMinute === undefined ? general : limiter(`call${call.perMinute}`, call.perMinute, 60)
    return call.perDay === undefined ? [minute] : [minute, limiter(`day${call.perDay}`, call.perDay, 86_400)]
  }
  const occurrences = createLimiter('seen', 1_000_000, 86_400)
  const guesses = createLimiter('guess', guessesPerHour, 3600)
  return {
    take: async (who, call) => {
      for (const limiter of limitersOf(call)) {
        await limiter.consume(`${networkOf(who)}${call.path}`).catch(refusal('tooMany'))
      }
    },
    takeOfKey: async (keyId) => {
      const use = await limiter('key', apiKeyPerMinute, 60)
        .consume(String(keyId))
        .then((state) => ({ state, exceeded: false }))
        .catch((spent: unknown) => {
          if (spent instanceof RateLimiterRes) return { state: spent, exceeded: true }
          throw spent
        })
      return {
        limit: apiKeyPerMinute,
        remaining: Math.max(0, use.state.remainingPoints),
        resetSeconds: Math.max(1, Math.ceil(use.state.msBeforeNext / 1000)),
        exceeded: use.exceeded,
      }
    },
    seen: async (what, address) => {
      const state = await occurrences.consume(`${what} ${networkOf(address)}`).catch(refusal('tooMany'))
      return state.consumedPoints
    },
    within: (what, address, { max, seconds }) =>
      limiter(`${what}${max}`, max, seconds)
        .consume(networkOf(address))
        .then(() => true)
        .catch((spent: unknown) => {
          if (spent instanceof RateLimiterRes) return false
          throw spent
        }),
    guess: {
      check: async (account) => {
        const state = await guesses.get(account)
        if (state !== null && state.consumedPoints >= guessesPerHour) {
          throw failedFor('tooManyGuesses', state.msBeforeNext / 1000)
        }
        return state?.consumedPoints ?? 0
      },
      failed: async (account) => {
        const state = await guesses.consume(account).catch(refusal('tooManyGuesses'))
        return state.consumedPoints
      },
      clear: async (account) => {
        await guesses.delete(account)
      },
    },
  }
}
