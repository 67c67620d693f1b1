import type { Redis } from 'ioredis'
import type { Logger } from 'pino'

/** A connection to Redis, or undefined where the product runs in one process. */
export async function connectRedis(url: string | undefined, log: Logger): Promise<Redis | undefined> {
  if (url === undefined) return undefined
  const { Redis } = await import('ioredis')
  // Without a queue commands fail at once while Redis is away: the own counts stand in, and no call waits for seconds.
  const redis = new Redis(url, { lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 1 })
  redis.on('error', (err) => log.warn({ err }, 'redis'))
  await redis.connect()
  return redis
}
