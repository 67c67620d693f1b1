import { setTimeout as pause } from 'node:timers/promises'
import { inLane, isFaulty } from '../../db/lanes.ts'
import type { Database } from '../../db/open.ts'
import type { Config } from '../../config.ts'
import { AdmissionLimit, Overloaded } from '../../domain/operations/admission-limit.ts'
import type { CachedPage } from '../page-cache.ts'

/** Milliseconds after which nobody waits for a page that is still being drawn. */
const drawMs = 9_000

/** How pages are drawn: so many at once, the others in a bounded queue. */
export interface PageDrawing {
  /** Draws a public page: finished where it may be cached, else an answer. Put here by fetch.ts, once Astro is loaded. */
  draw?: (request: Request) => Promise<CachedPage | Response>
  /** Runs the drawing of a page in its turn. Throws Overloaded when too many wait, or it takes too long. */
  readonly admit: <T>(work: () => Promise<T>) => Promise<T>
  /** Whether the database failed some of what the page that is being drawn here asked: such a page is not cached. */
  readonly isFaulty: () => boolean
  readonly limit: Pick<AdmissionLimit, 'state'>
}

export function createDrawing(
  { pageDrawing }: Pick<Config, 'pageDrawing'>,
  { patience }: Pick<Database, 'patience'>,
): PageDrawing {
  const limit = new AdmissionLimit({ room: pageDrawing.atOnce, queue: pageDrawing.queue, patience: pageDrawing.waitMs })
  return {
    admit: async (work) => {
      const leave = await limit.take()
      const drawn = inLane({ key: 'pages', patience }, work)
      // Whoever gives up leaves the drawing to end by itself, and its place taken until then.
      drawn.then(leave, leave)
      const over = new AbortController()
      const late = pause(drawMs, undefined, { signal: over.signal, ref: false }).then(() => {
        throw new Overloaded(5)
      })
      return Promise.race([drawn, late]).finally(() => {
        late.catch(() => {})
        over.abort()
      })
    },
    isFaulty,
    limit,
  }
}
