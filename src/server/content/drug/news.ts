import { and, asc, count, eq, inArray, ne, sql } from 'drizzle-orm'
import type { NewsRow } from '../../../contract/content/drug-fields.ts'
import type { drugCalls } from '../../../contract/content/drug.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { news as table } from '../../../db/tables/drug.ts'
import { newsSources } from '../../../domain/content/news.ts'
import type { Handler } from '../../handler.ts'
import { descending } from '../../platform/queries/descending.ts'
import { containsWords } from '../../search/like-pattern.ts'
import { withinDays } from '../../search/within-days.ts'
import { isNewsPublished } from '../published.ts'

/** List columns of news. */
const newsColumns = {
  id: table.id,
  title: table.title,
  summary: table.summary,
  sourceType: table.sourceType,
  sourceName: table.sourceName,
  isSample: table.isSample,
  publishedAt: table.publishedAt,
}
type NewsRecord = Pick<typeof table.$inferSelect, keyof typeof newsColumns>

const presentNews = ({ id, publishedAt, ...rest }: NewsRecord): NewsRow => ({
  newsId: id,
  ...rest,
  publishedAt: publishedAt.toISOString(),
})

export const news: Handler<typeof drugCalls.news> = async (input, { db }) => {
  const { keyword, beginTime, endTime, sourceTypes, current, pageSize } = input
  const found = and(
    isNewsPublished(),
    withinDays(table.publishedAt, beginTime, endTime),
    containsWords([table.title, table.summary], keyword),
  )
  const counts = await db
    .select({ source: table.sourceType, count: count() })
    .from(table)
    .where(found)
    .groupBy(table.sourceType)
  const countOf = new Map(counts.map((row) => [row.source, row.count]))
  const rows = await db
    .select(newsColumns)
    .from(table)
    .where(and(found, inArray(table.sourceType, sourceTypes)))
    .orderBy(descending(table.publishedAt), descending(table.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    total: [...new Set(sourceTypes)].reduce((sum, source) => sum + (countOf.get(source) ?? 0), 0),
    data: rows.map(presentNews),
    sources: newsSources.map((source) => ({ value: source, label: source, count: countOf.get(source) ?? 0 })),
  }
}

const maxRelated = 5

export const newsPiece: Handler<typeof drugCalls.newsPiece> = async ({ newsId }, { db }) => {
  const [piece] = await db
    .select()
    .from(table)
    .where(and(eq(table.id, newsId), isNewsPublished()))
  if (piece === undefined) throw new CallFailed('notFound')
  const titled = { newsId: table.id, title: table.title }
  const here = sql`(${piece.publishedAt.toISOString()}::timestamptz, ${piece.id}::int)`
  const [older] = await db
    .select(titled)
    .from(table)
    .where(and(sql`(${table.publishedAt}, ${table.id}) < ${here}`, isNewsPublished()))
    .orderBy(descending(table.publishedAt), descending(table.id))
    .limit(1)
  const [newer] = await db
    .select(titled)
    .from(table)
    .where(and(sql`(${table.publishedAt}, ${table.id}) > ${here}`, isNewsPublished()))
    .orderBy(asc(table.publishedAt), asc(table.id))
    .limit(1)
  const related = await db
    .select(newsColumns)
    .from(table)
    .where(and(eq(table.sourceType, piece.sourceType), ne(table.id, newsId), isNewsPublished()))
    .orderBy(descending(table.publishedAt), descending(table.id))
    .limit(maxRelated)
  return {
    ...presentNews({
      id: piece.id,
      title: piece.title,
      summary: piece.summary,
      sourceType: piece.sourceType,
      sourceName: piece.sourceName,
      isSample: piece.isSample,
      publishedAt: piece.publishedAt,
    }),
    body:
      piece.content.trim() === ''
        ? { format: 'plain', text: piece.summary }
        : { format: piece.format, text: piece.content },
    sourceUrl: piece.sourceUrl,
    updatedAt: piece.updatedAt.toISOString(),
    older: older ?? null,
    newer: newer ?? null,
    related: related.map(presentNews),
  }
}
