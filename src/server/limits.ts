import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Redis } from 'ioredis'
import type { Call } from '../contract/call.ts'
import { failedFor, type FailureName } from '../contract/failures.ts'

/** Calls a minute that one caller may make of one call, where the contract names no other number. */
const perMinute = 600
/** Wrong passwords an hour for one account, from any address. */
export const guessesPerHour = 20

export interface Limits {
  /** Counts one call of a caller (`u<id>` or an address); throws `tooMany` over the limit. */
  readonly take: (who: string, call: Call) => Promise<void>
  /** How often an address did something this day, this time counted: what comes often has to be a person's. */
  readonly seen: (what: string, address: string) => Promise<number>
  /** Counts something that an address did; whether that is still within so many in so many seconds. */
  readonly within: (what: string, address: string, limit: { most: number; seconds: number }) => Promise<boolean>
  /**
   * Wrong passwords of an account; both throw `tooManyGuesses` once the hour's guesses are used up. Parallel guesses
   * all pass a first check: a right one is to be checked again when it is known to be right.
   */
  readonly guess: {
    /** How many were wrong this hour. */
    readonly check: (account: string) => Promise<number>
    /** Counts one more; how many they are now. */
    readonly failed: (account: string) => Promise<number>
    /** A new password makes the old guesses worth nothing. */
    readonly forget: (account: string) => Promise<void>
  }
}

/** An IPv6 address counts by its network of 64 bits, which one person has whole; anything else is as it is. */
export function networkOf(who: string): string {
  if (!isIPv6(who) || who.includes('.')) return who
  const [head = '', tail] = who.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const whole = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ?? '').split(':')]
  return `${whole.slice(0, 4).join(':')}::`
}

/** What a limiter's refusal becomes; an error of the limiter itself stays one. */
const refusal = (failure: FailureName) => (spent: unknown) => {
  throw spent instanceof RateLimiterRes ? failedFor(failure, spent.msBeforeNext / 1000) : spent
}

/** Limits in this process, or shared by all processes with Redis; without Redis' answer the own count insures. */
export function createLimits(redis: Redis | undefined): Limits {
  const make = (keyPrefix: string, points: number, duration: number): RateLimiterAbstract => {
    const memory = new RateLimiterMemory({ keyPrefix, points, duration })
    return redis === undefined
      ? memory
      : new RateLimiterRedis({ storeClient: redis, keyPrefix, points, duration, insuranceLimiter: memory })
  }
  const known = new Map<string, RateLimiterAbstract>()
  const limiter = (prefix: string, points: number, duration: number) => {
    const one = known.get(prefix) ?? make(prefix, points, duration)
    known.set(prefix, one)
    return one
  }
  const general = make('call', perMinute, 60)
  const limitersOf = (call: Call) => {
    const minute = call.perMinute === undefined ? general : limiter(`call${call.perMinute}`, call.perMinute, 60)
    return call.perDay === undefined ? [minute] : [minute, limiter(`day${call.perDay}`, call.perDay, 86_400)]
  }
  const sightings = make('seen', 1_000_000, 86_400)
  const guesses = make('guess', guessesPerHour, 3600)
  return {
    take: async (who, call) => {
      for (const limiter of limitersOf(call)) {
        await limiter.consume(`${networkOf(who)}${call.path}`).catch(refusal('tooMany'))
      }
    },
    seen: async (what, address) => {
      const state = await sightings.consume(`${what} ${networkOf(address)}`).catch(refusal('tooMany'))
      return state.consumedPoints
    },
    within: (what, address, { most, seconds }) =>
      limiter(`${what}${most}`, most, seconds)
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
      forget: async (account) => {
        await guesses.delete(account)
      },
    },
  }
}
