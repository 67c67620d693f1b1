import { eq, sql } from 'drizzle-orm'
import type { previewsCalls } from '../../contract/catalogue/previews.ts'
import type { Db } from '../../db/open.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { shopViews } from '../../db/tables/statistics.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { date } from '../../domain/time.ts'
import type { Handler } from '../handler.ts'
import type { Listings } from './query/listings.ts'
import type { productsCalls } from '../../contract/catalogue/products.ts'
import { CallFailed } from '../../contract/failures.ts'
import { countDownload } from '../platform/files/files.ts'

/** Views are buffered this long and written together. */
const writeDelayMs = 10_000
/** Maximum number of address-listing pairs remembered a day; beyond it the set is cleared. */
const maxSeen = 200_000

interface Views {
  day: string
  /** Address-listing pairs counted today. */
  readonly seen: Set<string>
  /** Buffered views by listing. */
  readonly waiting: Record<ListingKind, Map<number, number>>
  timer: NodeJS.Timeout | undefined
}

const viewsByDb = new WeakMap<Db, Views>()

function viewsOf(db: Db): Views {
  const views = viewsByDb.get(db) ?? {
    day: '',
    seen: new Set<string>(),
    waiting: { service: new Map(), product: new Map() },
    timer: undefined,
  }
  viewsByDb.set(db, views)
  return views
}

/**
 * Counts a page view, each address once a day and process. Public pages are cached, so a script reports the view. A
 * killed process loses the views of the last seconds.
 */
export const listingViewed: Handler<typeof previewsCalls.listingViewed> = async (
  { kind, listingId },
  { db, request },
) => {
  const views = viewsOf(db)
  const today = date(new Date().toISOString())
  if (views.day !== today || views.seen.size >= maxSeen) {
    views.day = today
    views.seen.clear()
  }
  const one = `${request.ip ?? ''} ${kind} ${listingId}`
  if (views.seen.has(one)) return {}
  views.seen.add(one)
  const waiting = views.waiting[kind]
  waiting.set(listingId, (waiting.get(listingId) ?? 0) + 1)
  scheduleWrite(db, views)
  return {}
}

/** Schedules a write, and retries until it succeeds. */
function scheduleWrite(db: Db, views: Views): void {
  views.timer ??= setTimeout(() => void writeViews(db).catch(() => scheduleWrite(db, views)), writeDelayMs).unref()
}

/** Writes buffered views, one statement for each kind; also called on shutdown. On failure they stay buffered. */
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
    await addViews(db, t, kind, waiting).catch((thrown: unknown) => {
      // Added to views that arrived in the meantime.
      const now = views.waiting[kind]
      for (const [id, count] of waiting) now.set(id, (now.get(id) ?? 0) + count)
      throw thrown
    })
  }
}

/**
 * One parameter for any number of rows, so a backlog after an outage is still one statement. It adds to the counters of
 * the listings and to those of their suppliers for the day of the write.
 */
async function addViews(
  db: Db,
  t: Listings,
  kind: ListingKind,
  counts: readonly (readonly [number, number])[],
): Promise<void> {
  const rows = JSON.stringify(counts.map(([id, count]) => ({ id, count })))
  const day = date(new Date().toISOString())
  await db.execute(sql`
    with seen as (select id, count from jsonb_to_recordset(${rows}::text::jsonb) as seen(id int, count int)),
      counted as (update ${t} set view_count = ${t.viewCount} + seen.count from seen
        where seen.id = ${t.id} and ${eq(t.status, 'published')} returning ${t.companyId} as company_id, seen.count)
    insert into ${shopViews} (company_id, day, kind, views)
      select company_id, ${day}::date, ${kind}::text, sum(count)::integer from counted group by 1 order by 1
    on conflict (company_id, day, kind) do update set views = ${shopViews.views} + excluded.views`)
}

/** Pages are cached, so a script reports the download; the displayed count is updated with the page. */
export const fileDownloaded: Handler<typeof productsCalls.fileDownloaded> = async ({ fileId }, { db, request }) => {
  if (!(await countDownload(db, fileId, request.ip ?? ''))) throw new CallFailed('notFound')
  return {}
}
