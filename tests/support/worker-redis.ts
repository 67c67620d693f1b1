import { canStartRedis, startOwnRedis } from './own-redis.ts'
import { findFreeRedis } from './redis.ts'

/** A Redis for each test worker, since Redis publishes across databases. */
export interface WorkerRedis {
  readonly urls: readonly string[]
  readonly end: () => Promise<void>
}

/** A database of the given server for the first worker, and a new server for each other one. */
export async function startWorkerRedis(server: string, workers: number): Promise<WorkerRedis> {
  const first = await findFreeRedis(server)
  const others = canStartRedis() ? await Promise.all(Array.from({ length: workers - 1 }, startOwnRedis)) : []
  return {
    urls: [first.url, ...others.map(({ url }) => url)],
    end: async () => {
      for (const other of others) other.process.kill()
      await first.empty()
    },
  }
}
