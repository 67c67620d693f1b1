import { createHash } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/open.ts'
import { news } from '../../../db/tables/drug.ts'
import { newsSourceOf, type NewsSource } from '../../../domain/content/news.ts'
import type { PageCache } from '../../page-cache.ts'
import { fileWork } from '../../work/work-pool.ts'
import type { Feed, FeedItem } from './parse-feed.ts'
import type { AddressFilter } from '../../platform/public-addresses.ts'
import { fetchFeed, type Fetched } from './fetch-feed.ts'

interface FeedContext {
  readonly config: Pick<Config, 'newsFeeds'>
  readonly pages: Pick<PageCache, 'invalidate'>
  readonly log: Pick<Logger, 'warn' | 'info'>
  /** Filter of allowed IP addresses; public ones by default. */
  readonly mayReach?: AddressFilter | undefined
}

/** Parses a feed setting: `政府=https://…`; the source type defaults to 健康自媒体. */
function parseSetting(setting: string): { readonly url: string; readonly sourceType: NewsSource } {
  const [, word = '', url = setting] = /^([^=:/]+)=(https?:\/\/.*)$/.exec(setting) ?? []
  return { url, sourceType: newsSourceOf(word) ?? '健康自媒体' }
}

/** Parses a feed in a worker thread within its deadline. */
const parseInWorker = ({ bytes, type }: Fetched): Promise<Feed> =>
  fileWork.run('parseFeed', { bytes, type }, { key: 'feeds' })

/** Stable id of an entry of a feed. */
const createGuid = (feed: string, guid: string) =>
  `feed:${createHash('sha256').update(`${feed}\n${guid}`).digest('hex')}`

/**
 * Imports the configured feeds into the news. Existing news stay unchanged. A failing feed is logged and does not stop
 * the others. Safe to run twice.
 */
export async function readFeeds(db: Db, { config, pages, log, mayReach }: FeedContext): Promise<void> {
  let added = 0
  for (const setting of config.newsFeeds) {
    const { url, sourceType } = parseSetting(setting)
    try {
      const { title, items } = await parseInWorker(await fetchFeed(url, mayReach))
      added += await saveItems(db, items, { url, sourceType, sourceName: title || new URL(url).host })
    } catch (err) {
      log.warn({ feed: url, reason: err instanceof Error ? err.message : String(err) }, 'A feed was not read')
    }
  }
  if (added === 0) return
  pages.invalidate(['news'])
  log.info({ fresh: added }, 'News from feeds')
}

interface FeedSource {
  readonly url: string
  readonly sourceType: NewsSource
  readonly sourceName: string
}

/**
 * Filters items whose article exists already, also from another feed: same URL and title. The URL alone is not enough,
 * since some feeds link all entries to their home page.
 */
async function filterNewItems(db: Db, items: readonly FeedItem[]): Promise<FeedItem[]> {
  const links = items.map(({ link }) => link).filter((link) => link !== '')
  const keyOf = (link: string, title: string) => `${link} ${title.replaceAll(/\s/g, '')}`
  const there =
    links.length === 0
      ? []
      : await db.select({ link: news.sourceUrl, title: news.title }).from(news).where(inArray(news.sourceUrl, links))
  const known = new Set(there.map(({ link, title }) => keyOf(link, title)))
  return items.filter(({ link, title }) => {
    const key = keyOf(link, title)
    if (link === '') return true
    return !known.has(key) && known.add(key)
  })
}

async function saveItems(
  db: Db,
  items: readonly FeedItem[],
  { url, sourceType, sourceName }: FeedSource,
): Promise<number> {
  const now = new Date()
  const fresh = await filterNewItems(db, items)
  if (fresh.length === 0) return 0
  const rows = fresh.map(({ guid, title, link, summary, content, publishedAt }) => ({
    guid: createGuid(url, guid),
    title,
    summary,
    content,
    sourceType,
    sourceName,
    sourceUrl: link,
    // Future dates would stay on top of the list.
    publishedAt: publishedAt === undefined || publishedAt > now ? now : publishedAt,
  }))
  const inserted = await db.insert(news).values(rows).onConflictDoNothing().returning({ id: news.id })
  return inserted.length
}
