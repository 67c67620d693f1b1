import { eq, and, sql } from 'drizzle-orm'
import type { previewsCalls } from '../../contract/catalogue/previews.ts'
import type { Db } from '../../db/open.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { date } from '../../domain/time.ts'
import type { Handler } from '../handler.ts'
import type { Listings } from './search.ts'

/** Views wait so long to be written together. */
const waitMs = 10_000
/** Addresses and listings remembered of a day; beyond it the day begins anew. */
const mostSeen = 200_000

interface Views {
  day: string
  /** Who saw what today. */
  readonly seen: Set<string>
  /** Not written yet, by listing. */
  readonly waiting: Record<ListingKind, Map<number, number>>
  timer: NodeJS.Timeout | undefined
}

const known = new WeakMap<Db, Views>()

function viewsOf(db: Db): Views {
  const views = known.get(db) ?? {
    ...{ day: '', seen: new Set<string>(), waiting: { service: new Map(), product: new Map() } },
    timer: undefined,
  }
  known.set(db, views)
  return views
}

/**
 * Counts one reading of a page, each address once a day and process. Public pages come from a cache, so they say by
 * script that they are read. A process that is killed loses the views of the last seconds.
 */
export const listingViewed: Handler<typeof previewsCalls.listingViewed> = async (
  { kind, listingId },
  { db, request },
) => {
  const views = viewsOf(db)
  const today = date(new Date().toISOString())
  if (views.day !== today || views.seen.size >= mostSeen) {
    views.day = today
    views.seen.clear()
  }
  const one = `${request.ip ?? ''} ${kind} ${listingId}`
  if (views.seen.has(one)) return {}
  views.seen.add(one)
  const waiting = views.waiting[kind]
  waiting.set(listingId, (waiting.get(listingId) ?? 0) + 1)
  writeSoon(db, views)
  return {}
}

/** In a while, and again and again until they are written. */
function writeSoon(db: Db, views: Views): void {
  views.timer ??= setTimeout(() => void writeViews(db).catch(() => writeSoon(db, views)), waitMs).unref()
}

/** Writes the views that wait, in one statement a kind; at the end of a process as well. What cannot be written now waits on. */
export async function writeViews(db: Db): Promise<void> {
  const views = viewsOf(db)
  clearTimeout(views.timer)
  views.timer = undefined
  for (const [kind, t] of [
    ['service', services],
    ['product', products],
  ] as const) {
    const waiting = [...views.waiting[kind]]
    if (waiting.length === 0) continue
    views.waiting[kind].clear()
    await addViews(db, t, waiting).catch((thrown: unknown) => {
      // Those that came meanwhile count besides.
      const now = views.waiting[kind]
      for (const [id, count] of waiting) now.set(id, (now.get(id) ?? 0) + count)
      throw thrown
    })
  }
}

/** One parameter however many: what waited through a long fault of the database is still one statement. */
async function addViews(db: Db, t: Listings, counts: readonly (readonly [number, number])[]): Promise<void> {
  const rows = JSON.stringify(counts.map(([id, count]) => ({ id, count })))
  await db
    .update(t)
    .set({ viewCount: sql`${t.viewCount} + seen.count` })
    .from(sql`jsonb_to_recordset(${rows}::text::jsonb) as seen(id int, count int)`)
    .where(and(sql`seen.id = ${t.id}`, eq(t.status, 'published')))
}
