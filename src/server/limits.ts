import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Redis } from 'ioredis'
import type { AnyCall } from '../contract/call.ts'
import { CallFailed } from '../contract/failures.ts'

/** Calls a minute that one caller may make of one call, where the contract names no other number. */
const perMinute = 600
/** Wrong passwords an hour for one account, from any address. */
const guessesPerHour = 20

export interface Limits {
  /** Counts one call of a caller (`u<id>` or an address); throws `tooMany` over the limit. */
  readonly take: (who: string, call: AnyCall) => Promise<void>
  /**
   * Wrong passwords of an account; both throw `tooManyGuesses` once the hour's guesses are used up. Parallel guesses
   * all pass a first check: a right one is to be checked again when it is known to be right.
   */
  readonly guess: {
    readonly check: (account: string) => Promise<void>
    readonly failed: (account: string) => Promise<void>
  }
}

/** An IPv6 address counts by its network of 64 bits, which one person has whole; anything else is as it is. */
function networkOf(who: string): string {
  if (!isIPv6(who) || who.includes('.')) return who
  const [head = '', tail] = who.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const whole = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ?? '').split(':')]
  return `${whole.slice(0, 4).join(':')}::`
}

/** Limits in this process, or shared by all processes with Redis; without Redis' answer the own count insures. */
export function createLimits(redis: Redis | undefined): Limits {
  const make = (keyPrefix: string, points: number, duration: number): RateLimiterAbstract => {
    const memory = new RateLimiterMemory({ keyPrefix, points, duration })
    return redis === undefined
      ? memory
      : new RateLimiterRedis({ storeClient: redis, keyPrefix, points, duration, insuranceLimiter: memory })
  }
  const general = make('call', perMinute, 60)
  const own = new Map<number, RateLimiterAbstract>()
  const limiterOf = (call: AnyCall) => {
    const points = call.kind === 'call' ? call.perMinute : undefined
    if (points === undefined) return general
    const known = own.get(points) ?? make(`call${points}`, points, 60)
    own.set(points, known)
    return known
  }
  const guesses = make('guess', guessesPerHour, 3600)
  return {
    take: async (who, call) => {
      await limiterOf(call)
        .consume(`${networkOf(who)}${call.path}`)
        .catch((spent: unknown) => {
          throw spent instanceof Error ? spent : new CallFailed('tooMany')
        })
    },
    guess: {
      check: async (account) => {
        const state = await guesses.get(account)
        if (state !== null && state.consumedPoints >= guessesPerHour) throw new CallFailed('tooManyGuesses')
      },
      failed: async (account) => {
        await guesses.consume(account).catch((spent: unknown) => {
          throw spent instanceof Error ? spent : new CallFailed('tooManyGuesses')
        })
      },
    },
  }
}
