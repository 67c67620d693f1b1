import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseBlocks } from '../../../src/domain/content/rich-text.ts'
import { news } from '../../../src/db/tables/drug.ts'
import { newsSources } from '../../../src/domain/content/news.ts'
import { sitemapKinds } from '../../../src/server/sitemap/urls.ts'
import { contentOf, failureOf, fieldsWithErrors } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { appForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const client = visitorForFile(app)
beforeAll(async () => {
  const row = (guid: string, title: string, day: string) => ({
    guid,
    title,
    sourceName: '某报',
    sourceType: '政府' as const,
    publishedAt: new Date(`${day}T12:00:00+08:00`),
  })
  await app.db
    .insert(news)
    .values([
      row('old', '很早的一条', '2020-07-31'),
      row('first', '起始日的一条', '2020-08-01'),
      { ...row('text', '带正文的一条', '2020-08-02'), content: '第一段\n\n第二段 <b>不是标签</b>' },
    ])
})

describe('news', () => {
  test('starts at 2020-08-01 and includes all kinds of sources by default', async () => {
    const { data, total, sources } = contentOf(await client.api.content.news({ pageSize: 100 }))
    expect(total).toBe(data.length)
    expect(data.map(({ title }) => title)).toContain('起始日的一条')
    expect(data.map(({ title }) => title)).not.toContain('很早的一条')
    expect(new Set(data.map(({ sourceType }) => sourceType))).toEqual(new Set(newsSources))
    expect(sources.map(({ value }) => value)).toEqual([...newsSources])
    expect(sources.reduce((sum, { count }) => sum + count, 0)).toBe(total)
    const moments = data.map(({ publishedAt }) => publishedAt)
    expect(moments).toEqual(moments.toSorted().toReversed())
  })

  test('is filtered by kind of source, keyword and days, both inclusive', async () => {
    const { data, total } = contentOf(await client.api.content.news({ sourceTypes: ['政府'], pageSize: 100 }))
    expect(data.every(({ sourceType }) => sourceType === '政府')).toBe(true)
    expect(total).toBe(data.length)
    const days = { beginTime: '2020-07-31', endTime: '2020-08-01' }
    const named = contentOf(await client.api.content.news(days)).data.map(({ title }) => title)
    expect(named).toEqual(['起始日的一条', '很早的一条'])
    expect(contentOf(await client.api.content.news({ keyword: '带正文' })).total).toBe(1)
    expect(contentOf(await client.api.content.news({ keyword: '%' })).total).toBe(0)
  })

  test('a future article appears at its time: in lists, on its page, as neighbour, for search engines', async () => {
    const ahead = { guid: 'ahead', title: '明天的一条', sourceName: '某报', sourceType: '政府' as const }
    const [row] = await app.db
      .insert(news)
      .values({ ...ahead, publishedAt: new Date(Date.now() + 86_400_000) })
      .returning({ id: news.id })
    const newsId = row?.id ?? 0
    const found = async () => contentOf(await client.api.content.news({ keyword: '明天的一条' })).total
    const inSitemap = async () => {
      const rows = await sitemapKinds['news']?.next(app.db, newsId - 1, newsId)
      return rows?.length === 1
    }
    const newest = contentOf(await client.api.content.news({ pageSize: 1 })).data[0]
    const around = contentOf(await client.api.content.newsPiece({ newsId: newest?.newsId ?? 0 }))
    expect(around.newer).toBeNull()
    expect(around.related.map(({ title }) => title)).not.toContain('明天的一条')
    expect([await found(), await inSitemap()]).toEqual([0, false])
    expect(failureOf(await client.api.content.newsPiece({ newsId }))).toBe('notFound')
    await app.db
      .update(news)
      .set({ publishedAt: new Date(Date.now() - 60_000) })
      .where(eq(news.id, newsId))
    expect([await found(), await inSitemap()]).toEqual([1, true])
    expect(contentOf(await client.api.content.newsPiece({ newsId })).title).toBe('明天的一条')
    await app.db.delete(news).where(eq(news.id, newsId))
  })

  test('is paged', async () => {
    const first = contentOf(await client.api.content.news({ pageSize: 5 }))
    const second = contentOf(await client.api.content.news({ pageSize: 5, current: 2 }))
    const ids = [...first.data, ...second.data].map(({ newsId }) => newsId)
    expect(new Set(ids).size).toBe(10)
    expect(second.total).toBe(first.total)
  })

  test('returns field errors', async () => {
    expect(fieldsWithErrors(await client.api.content.news({ beginTime: '昨天' }))).toEqual(['beginTime'])
    expect(fieldsWithErrors(await client.api.content.news({ sourceTypes: [] }))).toEqual(['sourceTypes'])
    expect(fieldsWithErrors(await client.api.content.news({ current: 0 }))).toEqual(['current'])
  })
})

describe('newsPiece', () => {
  test('returns its paragraphs as plain text, and its neighbours', async () => {
    const [row] = contentOf(await client.api.content.news({ keyword: '带正文' })).data
    const piece = contentOf(await client.api.content.newsPiece({ newsId: row?.newsId ?? 0 }))
    expect(parseBlocks(piece.body)).toEqual([
      { as: 'paragraph', runs: [{ text: '第一段' }] },
      { as: 'paragraph', runs: [{ text: '第二段 <b>不是标签</b>' }] },
    ])
    expect(piece.older?.title).toBe('起始日的一条')
    expect(piece.newer).not.toBeNull()
    expect(piece.related.every(({ sourceType, newsId }) => sourceType === '政府' && newsId !== piece.newsId)).toBe(true)
    const newest = contentOf(await client.api.content.news({ pageSize: 1 })).data[0]
    expect(contentOf(await client.api.content.newsPiece({ newsId: newest?.newsId ?? 0 })).newer).toBeNull()
  })

  test('returns not found for unknown ids', async () => {
    expect(failureOf(await client.api.content.newsPiece({ newsId: missingId }))).toBe('notFound')
    expect(fieldsWithErrors(await client.api.content.newsPiece({ newsId: 0 }))).toEqual(['newsId'])
  })
})
