import { Redis } from 'ioredis'

/** An unused database of a Redis server, for one run. */
export interface RedisDatabase {
  readonly url: string
  readonly empty: () => Promise<void>
}

/** The last empty database of the server; throws if all are in use. */
export async function findFreeRedis(server: string): Promise<RedisDatabase> {
  const redis = new Redis(server)
  try {
    for (let number = 15; number > 0; number -= 1) {
      await redis.select(number)
      if ((await redis.dbsize()) === 0) return databaseAt(server, number)
    }
  } finally {
    redis.disconnect()
  }
  throw new Error('Every database of the Redis server is in use')
}

function databaseAt(server: string, number: number): RedisDatabase {
  const url = new URL(server)
  url.pathname = `/${number}`
  return { url: url.href, empty: () => emptyRedis(url.href) }
}

/** Empties one database. */
export async function emptyRedis(url: string): Promise<void> {
  const redis = new Redis(url)
  await redis.flushdb()
  redis.disconnect()
}

/** Whether a Redis server responds. */
export async function redisAnswers(url: string): Promise<boolean> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
  redis.on('error', () => {})
  try {
    await redis.connect()
    return (await redis.ping()) === 'PONG'
  } catch {
    return false
  } finally {
    redis.disconnect()
  }
}
