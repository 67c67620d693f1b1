import type { FeedItem } from '../../domain/content/feed.ts'
import { links } from '../../domain/links.ts'
import { date } from '../../domain/time.ts'
import { articles } from '../suppliers/articles.ts'
import { announcements } from './announcements.ts'

/** Announcements as a feed tells of them. */
export const announcementItems = async (): Promise<FeedItem[]> =>
  (await announcements()).map(({ id, title, summary, kind, published }) => ({
    ...{ title, summary, kind, published },
    path: links.announcement(id),
  }))

/** Articles on choosing suppliers as a feed tells of them. */
export const articleItems = async (): Promise<FeedItem[]> =>
  (await articles()).map(({ id, title, summary, topic, published }) => ({
    ...{ title, summary, kind: topic, published },
    path: links.recommendedArticle(id),
  }))

/** The newest news of the trade as a feed tells of it; none where it cannot be read just now. */
export async function newsItems({ content }: Pick<App.Locals['api'], 'content'>): Promise<FeedItem[]> {
  const answer = await content.news({ pageSize: 20 })
  if (!answer.ok) return []
  return answer.content.data.map(({ newsId, title, summary, sourceType, publishedAt }) => ({
    ...{ title, summary, kind: `${sourceType}资讯`, published: date(publishedAt) },
    path: links.newsPiece(newsId),
  }))
}
