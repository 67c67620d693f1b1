import type { Redis } from 'ioredis'
import type { Logger } from 'pino'

/** Milliseconds between two pings of a connection. */
const pingEveryMs = 5_000
/** Connect timeout in milliseconds. */
const connectTimeoutMs = 3_000

/**
 * Connects to Redis; undefined without `redisUrl`. No command waits longer than `redisWaitMs`. Throws an Error that
 * names the setting.
 */
export async function connectRedis(
  { redisUrl, redisWaitMs }: { readonly redisUrl: string | undefined; readonly redisWaitMs: number },
  log: Logger,
): Promise<Redis | undefined> {
  if (redisUrl === undefined) return undefined
  const { Redis } = await import('ioredis')
  // Without a queue commands fail immediately while Redis is down: local counts are used instead.
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: connectTimeoutMs,
    commandTimeout: redisWaitMs,
    // A silent connection is closed; commands fail immediately until a new one is open.
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
    throw new Error(unreachableMessage(redisUrl, last ?? cause), { cause })
  }
  return withPing(redis)
}

/**
 * Pings a connection periodically. A subscriber would not notice a silent loss of Redis; an unanswered ping closes it
 * after `socketTimeout`, and it reconnects.
 */
export function withPing(redis: Redis): Redis {
  const timer = setInterval(() => {
    if (redis.status === 'ready') redis.ping().catch(() => {})
  }, pingEveryMs)
  timer.unref()
  redis.once('end', () => clearInterval(timer))
  return redis
}

/** Message of a failed start, without the password. */
function unreachableMessage(url: string, cause: unknown): string {
  const { host } = new URL(url)
  const { code = '', message = '' } = cause instanceof Error ? { code: '', ...cause, message: cause.message } : {}
  const reason = [message, code].find((text) => text !== '') ?? String(cause)
  return `REDIS_URL: no answer of Redis at ${host} (${reason}). Check that it runs there, or leave REDIS_URL out where one process is enough.`
}
