import type { APIRoute } from 'astro'
import { area } from '../../areas/current.ts'
import { createRssFeed, type FeedItem } from '../domain/content/rss-feed.ts'
import { links } from '../domain/links.ts'
import { cacheFor } from '../domain/shell/cache-control.ts'
import { date } from '../domain/time.ts'
import { listArticles } from '../components/shops/recommended/articles.ts'

/** Feed items of the latest announcements; none if the call fails. */
async function announcementItems({ content }: Pick<App.Locals['api'], 'content'>): Promise<FeedItem[]> {
  const answer = await content.announcements({ pageSize: 20 })
  if (!answer.ok) return []
  return answer.content.data.map(({ announcementId, title, summary, topic, publishedOn }) => ({
    title,
    summary,
    kind: topic,
    published: publishedOn,
    path: links.announcement(announcementId),
  }))
}

/** Feed items of articles on choosing suppliers. */
const articleItems = async (): Promise<FeedItem[]> =>
  (await listArticles()).map(({ id, title, summary, topic, published }) => ({
    title,
    summary,
    kind: topic,
    published,
    path: links.recommendedArticle(id),
  }))

/** Feed items of the latest news; none if the call fails. */
async function newsItems({ content }: Pick<App.Locals['api'], 'content'>): Promise<FeedItem[]> {
  const answer = await content.news({ pageSize: 20 })
  if (!answer.ok) return []
  return answer.content.data.map(({ newsId, title, summary, sourceType, publishedAt }) => ({
    title,
    summary,
    kind: `${sourceType}资讯`,
    published: date(publishedAt),
    path: links.newsPiece(newsId),
  }))
}

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
    headers: { 'content-type': 'application/rss+xml; charset=utf-8', 'cache-control': cacheFor(3_600) },
  })
}
