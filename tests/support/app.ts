import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { readConfig } from '../../src/config.ts'
import type { Db } from '../../src/db/open.ts'
import type { Runtime } from '../../src/server/runtime.ts'
import { startRuntime } from '../../src/server/start.ts'
import { copyTemplate } from './database.ts'
import { testDataKeys } from './data-keys.ts'
import { emptyRedis } from './redis.ts'

/** The product running in this process, with demo data, behind `fetch` instead of a socket. */
export interface TestApp {
  readonly runtime: Runtime
  readonly db: Db
  readonly fetch: (request: Request) => Promise<Response>
  readonly close: () => Promise<void>
}

export const origin = 'http://localhost:4321'

/** Long timeouts, so that slow machines do not fail; tests of timeouts set their own. */
const longTimeouts = { DATABASE_WAIT_MS: '120000', DATABASE_STATEMENT_MS: '120000', DATABASE_LOCK_MS: '120000' }

/** The Redis of this worker; '' where the run has none. */
export function redisUrl(): string {
  const urls = inject('redisUrls')
  return urls[(Number(process.env.VITEST_POOL_ID ?? 1) - 1) % Math.max(1, urls.length)] ?? ''
}

/**
 * Starts the product on its own database. Settings are those of a demo installation, plus `env`. The demo has no
 * reviews (REVIEW=auto): submissions are effective at once.
 */
export async function startApp(env: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-app-'))
  // Resets limits counted by the previous file.
  if (redisUrl() !== '') await emptyRedis(redisUrl())
  const config = readConfig({
    DEMO: '1',
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    DATA_DIR: dataDir,
    REDIS_URL: redisUrl(),
    REVIEW: env.DEMO === '0' ? 'manual' : 'auto',
    DATA_KEYS: testDataKeys,
    // Tests check results, not timing under parallel load.
    ...longTimeouts,
    ...env,
  })
  const runtime = await startRuntime(config, await copyTemplate(inject('template'), config.databaseLimits))
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

/** As `startApp`, closed after the running test. */
export async function startAppForTest(env: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const app = await startApp(env)
  onTestFinished(() => app.close())
  return app
}
