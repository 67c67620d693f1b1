import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Envelope } from '../contract/envelope.ts'
import type { Database, Db } from '../db/open.ts'
import type { AdmissionLimit } from '../domain/operations/admission-limit.ts'
import type { DroppedFields } from './dropped-fields.ts'
import type { RequestFacts } from './handler.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Limits } from './limits.ts'
import type { Metrics } from './metrics.ts'
import type { DisplayStreams } from './operations/statistics/display-streams.ts'
import type { PageViewRecorder } from './operations/page-views/page-view-recorder.ts'
import type { PageRenderer } from './http/page-renderer.ts'
import type { ErrorPages } from './http/error-pages.ts'
import type { PageCache } from './page-cache.ts'
import type { Providers } from './providers/providers.ts'
import type { Push } from './push/push.ts'
import type { Refusals } from './refusals.ts'
import type { WorkerBus } from './workers/worker-bus.ts'
import type { FoundSession } from './session/find-caller.ts'

/** Services of a running process; created once by start.ts, released by `close`. */
export interface Runtime {
  readonly config: Config
  readonly log: Logger
  readonly database: Database
  readonly db: Db
  readonly limits: Limits
  /** Admission limit of public calls. */
  readonly publicCalls: AdmissionLimit
  readonly metrics: Metrics
  readonly refusals: Refusals
  readonly droppedFields: DroppedFields
  readonly pages: PageCache
  readonly renderer: PageRenderer
  readonly errorPages: ErrorPages
  /** Other workers of this machine; undefined in a process of its own. */
  readonly bus: WorkerBus | undefined
  /** Whether Redis responds; undefined without Redis. */
  readonly redisAnswers: (() => Promise<boolean>) | undefined
  readonly push: Push
  readonly jobs: Jobs
  readonly providers: Providers
  readonly pageViews: PageViewRecorder
  readonly displays: DisplayStreams
  /** HTTP that is not a page. */
  readonly app: Hono
  /** Runs one call by `domain.name` for the pages. */
  readonly call: (name: string, input: unknown, request: RequestFacts) => Promise<Envelope>
  /** The same for public pages: responses of cacheable calls may be seconds old. */
  readonly callForEveryone: (name: string, input: unknown, request: RequestFacts) => Promise<Envelope>
  /** The session of a request, or why there is none. */
  readonly sessionOf: (request: RequestFacts) => Promise<FoundSession>
  readonly close: () => Promise<void>
}

declare global {
  var portalRuntime: Runtime | undefined
}

/**
 * The running process, for code that Astro bundles separately from the server (fetch.ts, middleware.ts):
 * two module graphs in one process share it through a global.
 */
export function runtime(): Runtime {
  if (globalThis.portalRuntime === undefined) throw new Error('The server is not started')
  return globalThis.portalRuntime
}
