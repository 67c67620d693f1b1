import type { NewsRow } from '../../../contract/content/drug-fields.ts'
import { news } from '../../../db/tables/drug.ts'

/** List columns of news. */
export const newsColumns = {
  id: news.id,
  title: news.title,
  summary: news.summary,
  sourceType: news.sourceType,
  sourceName: news.sourceName,
  isSample: news.isSample,
  publishedAt: news.publishedAt,
}
type NewsRecord = Pick<typeof news.$inferSelect, keyof typeof newsColumns>

export const presentNews = ({ id, publishedAt, ...rest }: NewsRecord): NewsRow => ({
  newsId: id,
  ...rest,
  publishedAt: publishedAt.toISOString(),
})
