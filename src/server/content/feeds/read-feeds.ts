import { createHash } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/open.ts'
import { news } from '../../../db/tables/drug.ts'
import { newsSourceOf, type NewsSource } from '../../../domain/content/news.ts'
import type { PageCache } from '../../page-cache.ts'
import { fileWork } from '../../work/work-pool.ts'
import type { Feed, FeedItem } from './feed-items.ts'
import { fetchFeed, type Fetched, type MayReach } from './fetch-feed.ts'

interface Around {
  readonly config: Pick<Config, 'newsFeeds'>
  readonly pages: Pick<PageCache, 'invalidate'>
  readonly log: Pick<Logger, 'warn' | 'info'>
  /** Which addresses may be asked; the public net unless told. */
  readonly mayReach?: MayReach | undefined
}

/** A feed as the settings name it: `政府=https://…`; without a word before it, 健康自媒体. */
function feedOf(setting: string): { readonly url: string; readonly sourceType: NewsSource } {
  const [, word = '', url = setting] = /^([^=:/]+)=(https?:\/\/.*)$/.exec(setting) ?? []
  return { url, sourceType: newsSourceOf(word) ?? '健康自媒体' }
}

/** A feed's entries, parsed in a worker thread within its deadline. */
const parsedFeed = ({ bytes, type }: Fetched): Promise<Feed> =>
  fileWork.run('parseFeed', { bytes, type }, { key: 'feeds' })

/** The same piece of the same feed, whenever it is read. */
const guidOf = (feed: string, guid: string) => `feed:${createHash('sha256').update(`${feed}\n${guid}`).digest('hex')}`

/**
 * Reads the feeds of the settings into the news. A piece that is there already stays as it is. A feed that cannot be
 * read is noted, and the others are read all the same. Safe to run twice.
 */
export async function readFeeds(db: Db, { config, pages, log, mayReach }: Around): Promise<void> {
  let fresh = 0
  for (const setting of config.newsFeeds) {
    const { url, sourceType } = feedOf(setting)
    try {
      const { title, items } = await parsedFeed(await fetchFeed(url, mayReach))
      fresh += await keep(db, items, { url, sourceType, sourceName: title || new URL(url).host })
    } catch (err) {
      log.warn({ feed: url, reason: err instanceof Error ? err.message : String(err) }, 'A feed was not read')
    }
  }
  if (fresh === 0) return
  pages.invalidate(['news'])
  log.info({ fresh }, 'News from feeds')
}

interface From {
  readonly url: string
  readonly sourceType: NewsSource
  readonly sourceName: string
}

/**
 * Items whose article is not there yet, from whichever feed it came first: the same page under the same title. A page
 * alone says too little, for some feeds give all their pieces the address of their site.
 */
async function unknown(db: Db, items: readonly FeedItem[]): Promise<FeedItem[]> {
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

async function keep(db: Db, items: readonly FeedItem[], { url, sourceType, sourceName }: From): Promise<number> {
  const now = new Date()
  const fresh = await unknown(db, items)
  if (fresh.length === 0) return 0
  const rows = fresh.map(({ guid, title, link, summary, content, publishedAt }) => ({
    ...{ guid: guidOf(url, guid), title, summary, content, sourceType, sourceName, sourceUrl: link },
    // What claims to come from the future would stand first for ever.
    publishedAt: publishedAt === undefined || publishedAt > now ? now : publishedAt,
  }))
  const kept = await db.insert(news).values(rows).onConflictDoNothing().returning({ id: news.id })
  return kept.length
}
