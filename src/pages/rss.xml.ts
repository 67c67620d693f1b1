import type { APIRoute } from 'astro'
import { area } from '../../areas/current.ts'
import { createRssFeed, type FeedItem } from '../domain/content/rss-feed.ts'
import { announcementItems, articleItems, newsItems } from '../components/content/feed-items.ts'

/** Where the feed's items come from: a further source is one more line. */
const sources: readonly ((api: App.Locals['api']) => Promise<readonly FeedItem[]>)[] = [
  announcementItems,
  articleItems,
  newsItems,
]

/** What is new on the platform, for feed readers. */
export const GET: APIRoute = async ({ locals }) => {
  const items = await Promise.all(sources.map((source) => source(locals.api)))
  const about = {
    title: area.title,
    description: `${area.title}的公告、文章与行业资讯`,
    site: locals.site.url,
    path: '/rss.xml',
  }
  return new Response(createRssFeed(about, items.flat()), {
    // The cache in front of Astro keeps pages alone; the news come from answers that are kept.
    headers: { 'content-type': 'application/rss+xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
