import type { Redis } from 'ioredis'
import type { Logger } from 'pino'

/** Milliseconds between two questions to a connection whether it still lives. */
const pingEvery = 5_000
/** Milliseconds for a new connection. */
const connectTimeout = 3_000

/**
 * A connection to Redis, or undefined where the product runs in one process. No command waits longer than `waitMs`.
 * Throws a sentence that names the setting.
 */
export async function connectRedis(
  { redisUrl, redisWaitMs }: { readonly redisUrl: string | undefined; readonly redisWaitMs: number },
  log: Logger,
): Promise<Redis | undefined> {
  if (redisUrl === undefined) return undefined
  const { Redis } = await import('ioredis')
  // Without a queue commands fail at once while Redis is away: the own counts stand in, and no call waits for seconds.
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout,
    commandTimeout: redisWaitMs,
    // A connection that falls silent is ended: until Redis answers a new one, commands fail at once.
    socketTimeout: redisWaitMs,
  })
  let last: Error | undefined
  redis.on('error', (err: Error) => {
    last = err
    log.warn({ err }, 'redis')
  })
  try {
    await redis.connect()
    await redis.ping()
  } catch (cause) {
    redis.disconnect()
    throw new Error(unreachable(redisUrl, last ?? cause), { cause })
  }
  return watched(redis)
}

/**
 * Asks a connection again and again whether it lives. One that only listens would never learn that Redis is gone
 * without a word; the question ends it after `socketTimeout`, and it connects anew.
 */
export function watched(redis: Redis): Redis {
  const timer = setInterval(() => {
    if (redis.status === 'ready') redis.ping().catch(() => {})
  }, pingEvery)
  timer.unref()
  redis.once('end', () => clearInterval(timer))
  return redis
}

/** The sentence that a start ends with. Never the password. */
function unreachable(url: string, cause: unknown): string {
  const { host } = new URL(url)
  const { code = '', message = '' } = cause instanceof Error ? { code: '', ...cause, message: cause.message } : {}
  const reason = [message, code].find((text) => text !== '') ?? String(cause)
  return `REDIS_URL: no answer of Redis at ${host} (${reason}). Check that it runs there, or leave REDIS_URL out where one process is enough.`
}
