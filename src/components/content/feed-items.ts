import type { FeedItem } from '../../domain/content/rss-feed.ts'
import { links } from '../../domain/links.ts'
import { date } from '../../domain/time.ts'
import { listArticles } from '../shops/recommended/articles.ts'
import { listAnnouncements } from './announcements.ts'

/** Feed items of announcements. */
export const announcementItems = async (): Promise<FeedItem[]> =>
  (await listAnnouncements()).map(({ id, title, summary, kind, published }) => ({
    title,
    summary,
    kind,
    published,
    path: links.announcement(id),
  }))

/** Feed items of articles on choosing suppliers. */
export const articleItems = async (): Promise<FeedItem[]> =>
  (await listArticles()).map(({ id, title, summary, topic, published }) => ({
    title,
    summary,
    kind: topic,
    published,
    path: links.recommendedArticle(id),
  }))

/** Feed items of the latest news; none if the call fails. */
export async function newsItems({ content }: Pick<App.Locals['api'], 'content'>): Promise<FeedItem[]> {
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
