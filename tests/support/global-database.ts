import type { TestProject } from 'vitest/node'
import { removeTemplate, makeTemplate, type Template } from './database.ts'
import { workerCount } from './worker-count.ts'
import { startWorkerRedis, type WorkerRedis } from './worker-redis.ts'

declare module 'vitest' {
  interface ProvidedContext {
    template: Template
    /** A Redis for each worker; empty if the run has none. */
    redisUrls: readonly string[]
  }
}

interface Shared {
  users: number
  readonly template: Promise<Template>
  readonly redis: Promise<WorkerRedis> | undefined
}

declare global {
  /** One for all projects of a run, since each project loads this module separately. */
  var portalShared: Shared | undefined
}

/** Creates the seeded database once per run and provides it to the test files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { DATABASE_URL, REDIS_URL } = process.env
  const shared = (globalThis.portalShared ??= {
    users: 0,
    template: makeTemplate(DATABASE_URL),
    redis: REDIS_URL === undefined ? undefined : startWorkerRedis(REDIS_URL, workerCount),
  })
  shared.users += 1
  const [template, redis] = await Promise.all([shared.template, shared.redis])
  project.provide('template', template)
  project.provide('redisUrls', redis?.urls ?? [])
  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    globalThis.portalShared = undefined
    await Promise.all([removeTemplate(template), redis?.end()])
  }
}
