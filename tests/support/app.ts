import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { readConfig } from '../../src/config.ts'
import type { Db } from '../../src/db/open.ts'
import type { Runtime } from '../../src/server/runtime.ts'
import { startRuntime } from '../../src/server/start.ts'
import { copyOf } from './database.ts'
import { testDataKeys } from './data-keys.ts'
import { emptyRedis } from './redis.ts'

/** The product running in this process, with the demo data, behind `fetch` instead of a socket. */
export interface TestApp {
  readonly runtime: Runtime
  readonly db: Db
  readonly fetch: (request: Request) => Promise<Response>
  readonly close: () => Promise<void>
}

export const origin = 'http://localhost:4321'

/** Time limits that no test meets by being slow; those of the limits set their own. */
const patient = { DATABASE_WAIT_MS: '120000', DATABASE_STATEMENT_MS: '120000', DATABASE_LOCK_MS: '120000' }

/**
 * Starts the product on a database of its own. Settings are those of a demo installation, plus `env`. The demo reviews
 * nothing (REVIEW=auto): what is submitted is in force at once.
 */
export async function startApp(env: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-app-'))
  // Limits counted by the file before must not meet this one.
  if (inject('redisUrl') !== '') await emptyRedis(inject('redisUrl'))
  const config = readConfig({
    ...{ DEMO: '1', LOG_LEVEL: process.env.TEST_LOG ?? 'silent', DATA_DIR: dataDir, REDIS_URL: inject('redisUrl') },
    REVIEW: env.DEMO === '0' ? 'manual' : 'auto',
    DATA_KEYS: testDataKeys,
    // What is tried here is what comes out, however many ask at once and however busy the machine is.
    ...patient,
    ...env,
  })
  const runtime = await startRuntime(config, await copyOf(inject('template'), config.databaseLimits))
  return {
    runtime,
    db: runtime.db,
    fetch: async (request) => runtime.app.fetch(request),
    close: async () => {
      await runtime.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** As `startApp`, closed when the running test is over. */
export async function startAppForTest(env: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const app = await startApp(env)
  onTestFinished(() => app.close())
  return app
}
