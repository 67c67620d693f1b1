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
  /** Counts one wrong password; throws `tooManyGuesses` once the hour's guesses are used up. */
  readonly guess: {
    readonly check: (loginName: string) => Promise<void>
    readonly failed: (loginName: string) => Promise<void>
  }
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
        .consume(`${who}${call.path}`)
        .catch((spent: unknown) => {
          throw spent instanceof Error ? spent : new CallFailed('tooMany')
        })
    },
    guess: {
      check: async (loginName) => {
        const state = await guesses.get(loginName.toLowerCase())
        if (state !== null && state.consumedPoints >= guessesPerHour) throw new CallFailed('tooManyGuesses')
      },
      failed: async (loginName) => {
        await guesses.consume(loginName.toLowerCase()).catch((spent: unknown) => {
          if (spent instanceof Error) throw spent
        })
      },
    },
  }
}
