import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, gt, inArray, lt, notExists, or, sql } from 'drizzle-orm'
import { insertRows } from '../../../db/insert-rows.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { savedSearches as table, savedSearchHits as hits } from '../../../db/tables/search.ts'
import { listFilter } from '../../../domain/catalogue/list-query.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { savedState } from '../../../domain/catalogue/saved-search.ts'
import { links } from '../../../domain/links.ts'
import { notifyRecipients, type Notification } from '../../accounts/notifications/notify.ts'
import { getNotificationChoices } from '../../accounts/preferences/own-preferences.ts'
import { createJobContext, type NotifyContext } from '../../platform/job-context.ts'
import type { Push } from '../../push/push.ts'
import { correctedTypos, keywordTsqueries } from '../../search/keyword-queries.ts'
import { conditionsOf } from '../query/conditions.ts'
import { isPublished, listingTables } from '../query/listings.ts'
import { strictFilter } from '../query/plan-question.ts'

type Saved = typeof table.$inferSelect

/** Saved searches of one transaction, and most listings of a search that it finds at once. */
const [searchBatch, listingBatch] = [50, 2_000]
/** A listing may become visible this much later than its publication is dated: its transaction was still running. */
const overlapMinutes = 10

/**
 * Finds listings published since for saved searches, and notifies their people. One query a search, and none while
 * nothing was published. Safe to run twice and in several processes: a find is one row for each search and listing,
 * written in the transaction that notifies.
 */
export async function findForSavedSearches(db: Db, { push }: { readonly push: Push }): Promise<void> {
  const startedAt = new Date()
  const due = or(...(await Promise.all([dueOfKind(db, 'service'), dueOfKind(db, 'product')])))
  for (let count = 1; count > 0;) {
    const { context, notifyAll } = createJobContext(push)
    count = await db.transaction(async (tx) => {
      const searches = await tx
        .select()
        .from(table)
        .where(and(lt(table.foundUntil, startedAt), due))
        .orderBy(asc(table.id))
        .limit(searchBatch)
        .for('update', { skipLocked: true })
      await findBatch(tx, context, { searches, startedAt })
      return searches.length
    })
    await notifyAll()
    await setImmediate()
  }
}

/** Condition of the searches of a kind that have not seen its newest listing for long enough. */
async function dueOfKind(db: Db, kind: ListingKind) {
  const t = listingTables[kind]
  const [newest] = await db
    .select({ at: sql<string | null>`max(${t.publishedAt})` })
    .from(t)
    .where(isPublished(t))
  const at = newest?.at ?? null
  return and(
    eq(table.kind, kind),
    at === null ? sql`false` : sql`${table.foundUntil} < ${at}::timestamptz + make_interval(mins => ${overlapMinutes})`,
  )
}

interface Batch {
  readonly searches: readonly Saved[]
  readonly startedAt: Date
}

async function findBatch(tx: Db, context: NotifyContext, { searches, startedAt }: Batch): Promise<void> {
  const found: { search: Saved; titles: string[] }[] = []
  const done: number[] = []
  for (const search of searches) {
    const listings = await newListings(tx, search)
    await insertRows(
      tx,
      hits,
      listings.map(({ id }) => ({ savedSearchId: search.id, listingId: id })),
    )
    if (listings.length > 0) found.push({ search, titles: listings.map(({ title }) => title) })
    // With a full batch there are more: the search stays due.
    if (listings.length < listingBatch) done.push(search.id)
  }
  if (done.length > 0) await tx.update(table).set({ foundUntil: startedAt }).where(inArray(table.id, done))
  await notifyPeople(tx, context, found)
}

/** Listings of a search published since it was last run, without those found already. */
async function newListings(tx: Db, { id, kind, query, foundUntil, createdAt }: Saved) {
  const t = listingTables[kind]
  const state = savedState(query)
  const filter = await strictFilter(listFilter(state), { db: tx })
  const keyword = state.exact ? filter.keyword : (correctedTypos(filter.keyword) ?? filter.keyword)
  const { words } = keywordTsqueries(keyword)
  const since = new Date(Math.max(createdAt.getTime(), foundUntil.getTime() - overlapMinutes * 60_000))
  const known = tx
    .select({ one: sql`1` })
    .from(hits)
    .where(and(eq(hits.savedSearchId, id), eq(hits.listingId, t.id)))
  return tx
    .select({ id: t.id, title: t.title })
    .from(t)
    .where(
      and(
        gt(t.publishedAt, since),
        conditionsOf(kind, filter, words === '' ? undefined : sql`${t.tokens} @@ ${words}::tsquery`),
        notExists(known),
      ),
    )
    .orderBy(asc(t.publishedAt), asc(t.id))
    .limit(listingBatch)
}

const maxTitles = 3
const units: Readonly<Record<ListingKind, string>> = { service: '项新服务', product: '件新商品' }

/** One notification for each search with finds whose notifications are on. */
async function notifyPeople(
  tx: Db,
  context: NotifyContext,
  found: readonly { readonly search: Saved; readonly titles: readonly string[] }[],
): Promise<void> {
  const wanted = found.filter(({ search }) => search.isOn)
  if (wanted.length === 0) return
  const userIds = [...new Set(wanted.map(({ search }) => search.userId))]
  const active = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, userIds), eq(users.locked, false)))
  const choices = await getNotificationChoices(
    tx,
    active.map(({ id }) => id),
  )
  const mayKnow = new Set(active.map(({ id }) => id))
  const notifications: Notification[] = wanted
    .filter(({ search }) => mayKnow.has(search.userId))
    .map(({ search: { id, userId, kind, name }, titles }) => ({
      people: [{ userId, choices: choices.get(userId) ?? {} }],
      content: {
        title: `“${name}”有 ${titles.length} ${units[kind]}`,
        text: titles.slice(0, maxTitles).join('；') + (titles.length > maxTitles ? ' 等' : ''),
        path: links.savedSearch(id),
      },
    }))
  await notifyRecipients(tx, context, 'search.found', notifications)
}
