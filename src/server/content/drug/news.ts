import { and, count, ilike, inArray, or } from 'drizzle-orm'
import type { drugCalls } from '../../../contract/content/drug.ts'
import { news as table } from '../../../db/tables/drug.ts'
import { newsSources } from '../../../domain/content/news.ts'
import type { Handler } from '../../handler.ts'
import { descending } from '../../operations/public.ts'
import { anywhere } from '../../search/anywhere.ts'
import { withinDays } from '../../search/within-days.ts'
import { shownNews } from '../shown.ts'
import { newsColumns, presentNews } from './news-rows.ts'

export const news: Handler<typeof drugCalls.news> = async (input, { db }) => {
  const { keyword, beginTime, endTime, sourceTypes, current, pageSize } = input
  const part = anywhere(keyword)
  const found = and(
    shownNews(),
    withinDays(table.publishedAt, beginTime, endTime),
    keyword === '' ? undefined : or(ilike(table.title, part), ilike(table.summary, part)),
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
