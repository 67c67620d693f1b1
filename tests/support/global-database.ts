import type { TestProject } from 'vitest/node'
import { dropTemplate, makeTemplate, type Template } from './database.ts'
import { freeRedis, type RedisDatabase } from './redis.ts'

declare module 'vitest' {
  interface ProvidedContext {
    template: Template
    redisUrl: string
  }
}

interface Shared {
  users: number
  readonly template: Promise<Template>
  readonly redis: Promise<RedisDatabase> | undefined
}

declare global {
  /** One for every project of a run; each project's setup is its own module. */
  var portalShared: Shared | undefined
}

/** Makes the seeded database once for the whole run and hands it to the test files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { DATABASE_URL, REDIS_URL } = process.env
  const shared = (globalThis.portalShared ??= {
    users: 0,
    template: makeTemplate(DATABASE_URL),
    redis: REDIS_URL === undefined ? undefined : freeRedis(REDIS_URL),
  })
  shared.users += 1
  const [template, redis] = await Promise.all([shared.template, shared.redis])
  project.provide('template', template)
  project.provide('redisUrl', redis?.url ?? '')
  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    globalThis.portalShared = undefined
    await Promise.all([dropTemplate(template), redis?.empty()])
  }
}
