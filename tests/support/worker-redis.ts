import { canStartRedis, startOwnRedis } from './own-redis.ts'
import { findFreeRedis } from './redis.ts'

/** A Redis for each test worker, since Redis publishes across databases. */
export interface WorkerRedis {
  readonly urls: readonly string[]
  readonly end: () => Promise<void>
}

/** A database of the given server for the first worker, and a new server for the second. */
export async function startWorkerRedis(server: string): Promise<WorkerRedis> {
  const first = await findFreeRedis(server)
  const second = canStartRedis() ? await startOwnRedis() : undefined
  return {
    urls: second === undefined ? [first.url] : [first.url, second.url],
    end: async () => {
      second?.process.kill()
      await first.empty()
    },
  }
}
