import { inLane, isWorkFaulty } from '../../db/lanes.ts'
import type { Database } from '../../db/open.ts'
import type { Config } from '../../config.ts'
import { AdmissionLimit, Overloaded } from '../../domain/operations/admission-limit.ts'
import type { CachedPage } from '../page-cache.ts'

/** Milliseconds after which a request stops waiting for a page that is still rendering. */
const maxRenderMs = 9_000

/** Renders pages with bounded concurrency and a bounded queue. */
export interface PageRenderer {
  /** Renders a public page: a cached page where cacheable, else a response. Set by fetch.ts once Astro is loaded. */
  render?: (request: Request) => Promise<CachedPage | Response>
  /** Renders a page within the limit. Throws Overloaded when the queue is full or rendering takes too long. */
  readonly admit: <T>(work: () => Promise<T>) => Promise<T>
  /** Whether a database query of the page being rendered failed: such a page is not cached. */
  readonly isFaulty: () => boolean
  readonly limit: Pick<AdmissionLimit, 'state'>
}

export function createPageRenderer(
  { pageDrawing }: Pick<Config, 'pageDrawing'>,
  { patience }: Pick<Database, 'patience'>,
): PageRenderer {
  const limit = new AdmissionLimit({ room: pageDrawing.atOnce, queue: pageDrawing.queue, patience: pageDrawing.waitMs })
  return {
    admit: async (work) => {
      const leave = await limit.take()
      const rendered = inLane({ key: 'pages', patience }, work)
      // After a timeout rendering continues and occupies its slot until it ends.
      rendered.then(leave, leave)
      const { promise: late, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => reject(new Overloaded(5)), maxRenderMs).unref()
      return Promise.race([rendered, late]).finally(() => clearTimeout(timer))
    },
    isFaulty: isWorkFaulty,
    limit,
  }
}
