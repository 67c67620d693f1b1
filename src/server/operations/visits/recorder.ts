import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { pageViews } from '../../../db/tables/visits.ts'
import type { ReferrerKind } from '../../../domain/operations/visits.ts'
import { date } from '../../../domain/time.ts'

/** Counts views in memory and writes them together. */
export interface Visits {
  readonly note: (view: { readonly path: string; readonly referrer: ReferrerKind }) => void
  /** Writes what was counted. What cannot be written is counted on. */
  readonly write: () => Promise<void>
  /** Writes what is left; throws where that failed, to be called again. */
  readonly close: () => Promise<void>
}

type Row = typeof pageViews.$inferInsert

const everyMs = 30_000
/** Rows of one statement: five values each. */
const rowsAWrite = 500

/**
 * Paths are those of the table of routes, so a day has some hundred counts at most, however many people come. Every
 * process counts for itself and adds to the same rows. A process that is killed loses half a minute.
 */
export function createVisits(db: Db, { area, failed }: { area: string; failed: (err: unknown) => void }): Visits {
  let counted = new Map<string, Row>()
  const add = (row: Row) => {
    const key = `${row.day} ${row.path} ${row.referrer}`
    counted.set(key, { ...row, views: row.views + (counted.get(key)?.views ?? 0) })
  }
  const write = async () => {
    const rows = [...counted.values()]
    counted = new Map()
    for (let at = 0; at < rows.length; at += rowsAWrite) {
      const part = rows.slice(at, at + rowsAWrite)
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
  const inTurn = () => (writing = writing.then(write))
  const clock = setInterval(() => void inTurn(), everyMs).unref()
  return {
    note: ({ path, referrer }) => add({ day: date(new Date().toISOString()), area, path, referrer, views: 1 }),
    write: inTurn,
    close: async () => {
      clearInterval(clock)
      await inTurn()
      if (counted.size > 0) throw new Error(`${counted.size} counts of views are not written`)
    },
  }
}
