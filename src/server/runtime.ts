import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Envelope } from '../contract/envelope.ts'
import type { Database, Db } from '../db/open.ts'
import type { AdmissionLimit } from '../domain/operations/admission-limit.ts'
import type { RequestFacts } from './handler.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Limits } from './limits.ts'
import type { Metrics } from './metrics.ts'
import type { Displays } from './operations/figures/displays.ts'
import type { Visits } from './operations/visits/recorder.ts'
import type { PageDrawing } from './http/draw-limit.ts'
import type { StandingPages } from './http/standing-pages.ts'
import type { PageCache } from './page-cache.ts'
import type { Providers } from './providers/providers.ts'
import type { Push } from './push/push.ts'
import type { Refusals } from './refusals.ts'
import type { FoundSession } from './session/find-caller.ts'

/** Everything a running process holds; made once by start.ts, closed by its `close`. */
export interface Runtime {
  readonly config: Config
  readonly log: Logger
  readonly database: Database
  readonly db: Db
  readonly limits: Limits
  /** Calls open to everybody that are worked on at once. */
  readonly publicCalls: AdmissionLimit
  readonly metrics: Metrics
  readonly refusals: Refusals
  readonly pages: PageCache
  readonly drawing: PageDrawing
  readonly standing: StandingPages
  /** Whether Redis answers; undefined where there is none. */
  readonly redisAnswers: (() => Promise<boolean>) | undefined
  readonly push: Push
  readonly jobs: Jobs
  readonly providers: Providers
  readonly visits: Visits
  readonly displays: Displays
  /** HTTP that is not a page. */
  readonly app: Hono
  /** Runs one call by `domain.name` for the pages. */
  readonly call: (name: string, input: unknown, request: RequestFacts) => Promise<Envelope>
  /** Who is behind a request, and why nobody is. */
  readonly sessionOf: (request: RequestFacts) => Promise<FoundSession>
  readonly close: () => Promise<void>
}

declare global {
  var portalRuntime: Runtime | undefined
}

/**
 * The running process, for code that Astro bundles apart from the server (fetch.ts, middleware.ts):
 * two module graphs, one process, so the meeting point is a global.
 */
export function runtime(): Runtime {
  if (globalThis.portalRuntime === undefined) throw new Error('The server is not started')
  return globalThis.portalRuntime
}
