import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { drugCalls } from '../../../contract/content/drug.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { news as table } from '../../../db/tables/drug.ts'
import type { Handler } from '../../handler.ts'
import { descending } from '../../operations/public.ts'
import { shownNews } from '../shown.ts'
import { newsColumns, presentNews } from './news-rows.ts'

const mostRelated = 5

export const newsPiece: Handler<typeof drugCalls.newsPiece> = async ({ newsId }, { db }) => {
  const [piece] = await db
    .select()
    .from(table)
    .where(and(eq(table.id, newsId), shownNews()))
  if (piece === undefined) throw new CallFailed('notFound')
  const titled = { newsId: table.id, title: table.title }
  const here = sql`(${piece.publishedAt.toISOString()}::timestamptz, ${piece.id}::int)`
  const [older] = await db
    .select(titled)
    .from(table)
    .where(and(sql`(${table.publishedAt}, ${table.id}) < ${here}`, shownNews()))
    .orderBy(descending(table.publishedAt), descending(table.id))
    .limit(1)
  const [newer] = await db
    .select(titled)
    .from(table)
    .where(and(sql`(${table.publishedAt}, ${table.id}) > ${here}`, shownNews()))
    .orderBy(asc(table.publishedAt), asc(table.id))
    .limit(1)
  const related = await db
    .select(newsColumns)
    .from(table)
    .where(and(eq(table.sourceType, piece.sourceType), ne(table.id, newsId), shownNews()))
    .orderBy(descending(table.publishedAt), descending(table.id))
    .limit(mostRelated)
  return {
    ...presentNews({
      ...{ id: piece.id, title: piece.title, summary: piece.summary, sourceType: piece.sourceType },
      ...{ sourceName: piece.sourceName, isSample: piece.isSample, publishedAt: piece.publishedAt },
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
