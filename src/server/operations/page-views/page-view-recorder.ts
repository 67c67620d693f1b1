import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { pageViews } from '../../../db/tables/visits.ts'
import type { ReferrerKind } from '../../../domain/operations/page-views.ts'
import { date } from '../../../domain/time.ts'

/** Counts page views in memory and writes them in batches. */
export interface PageViewRecorder {
  readonly record: (view: { readonly path: string; readonly referrer: ReferrerKind }) => void
  /** Writes the counts. Counts that cannot be written are kept for the next write. */
  readonly write: () => Promise<void>
  /** Writes the remaining counts; throws on failure and can be called again. */
  readonly close: () => Promise<void>
}

type Row = typeof pageViews.$inferInsert

const intervalMs = 30_000
/** Rows per statement, five values each. */
const rowsPerWrite = 500

/**
 * Paths come from the route table, so a day has a few hundred counters at most. All processes add to the same rows. A
 * killed process loses up to 30 seconds.
 */
export function createPageViewRecorder(
  db: Db,
  { area, failed }: { area: string; failed: (err: unknown) => void },
): PageViewRecorder {
  let counted = new Map<string, Row>()
  const add = (row: Row) => {
    const key = `${row.day} ${row.path} ${row.referrer}`
    counted.set(key, { ...row, views: row.views + (counted.get(key)?.views ?? 0) })
  }
  const write = async () => {
    const rows = [...counted.values()]
    counted = new Map()
    for (let at = 0; at < rows.length; at += rowsPerWrite) {
      const part = rows.slice(at, at + rowsPerWrite)
      try {
        await db
          .insert(pageViews)
          .values(part)
          .onConflictDoUpdate({
            target: [pageViews.day, pageViews.area, pageViews.path, pageViews.referrer],
            set: { views: sql`${pageViews.views} + excluded.views` },
          })
      } catch (err) {
        failed(err)
        for (const row of part) add(row)
      }
    }
  }
  let writing = Promise.resolve()
  const enqueueWrite = () => (writing = writing.then(write))
  const timer = setInterval(() => void enqueueWrite(), intervalMs).unref()
  return {
    record: ({ path, referrer }) => add({ day: date(new Date().toISOString()), area, path, referrer, views: 1 }),
    write: enqueueWrite,
    close: async () => {
      clearInterval(timer)
      await enqueueWrite()
      if (counted.size > 0) throw new Error(`${counted.size} counts of views are not written`)
    },
  }
}
