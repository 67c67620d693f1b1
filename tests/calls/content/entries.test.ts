import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importContent } from '../../../src/cli/import-content.ts'
import { entryForm } from '../../../src/contract/content/entry-forms.ts'
import { news } from '../../../src/db/tables/drug.ts'
import { entryKinds, type EntryKind } from '../../../src/domain/content/entries/entry-states.ts'
import type { TestApp } from '../../support/app.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { editors, forms, rewrite, step, write } from '../../support/scenes/content/entry.ts'

let app: TestApp
let ops: Client
let second: Client
let everyone: Client
beforeAll(async () => {
  ;({ app, ops, second, everyone } = await editors())
})
afterAll(() => app.close())

const read = async (kind: EntryKind, entryId: number) => contentOf(await ops.api.content.entry({ kind, entryId }))

describe('entries', () => {
  test('lists every kind with its states, filtered by keyword', async () => {
    for (const kind of entryKinds) {
      const { total, data, counts } = contentOf(await ops.api.content.entries({ kind, pageSize: 5 }))
      expect(total).toBeGreaterThan(0)
      expect(Object.values(counts).reduce((sum, each) => sum + each, 0)).toBe(total)
      expect(data.every(({ status }) => status === 'published')).toBe(true)
      const title = data[0]?.title ?? ''
      const found = contentOf(await ops.api.content.entries({ kind, keyword: title.slice(0, 30), pageSize: 100 }))
      expect(found.data.map((row) => row.title)).toContain(title)
      expect(contentOf(await ops.api.content.entries({ kind, keyword: '100%没有' })).data).toEqual([])
      expect(contentOf(await ops.api.content.entries({ kind, status: 'withdrawn' })).data).toEqual([])
    }
    const [project] = contentOf(await ops.api.content.entries({ kind: 'project' })).data
    expect(project?.deadline).not.toBeNull()
  })

  test('entries of demo, imports and feeds open in the form and are saved unchanged', async () => {
    for (const kind of entryKinds) {
      const [row] = contentOf(await ops.api.content.entries({ kind, pageSize: 1 })).data
      const { form, version } = await read(kind, row?.entryId ?? 0)
      const saved = await rewrite(ops, { entryId: row?.entryId ?? 0, version }, entryForm.parse(form))
      expect(contentOf(saved)).toEqual({ entryId: row?.entryId, version, status: 'published', scheduledAt: null })
    }
  })
})

describe('a news entry', () => {
  test('is an invisible draft, then published, then withdrawn, with actors in its history', async () => {
    const made = contentOf(await write(ops, forms.news()))
    expect(made).toMatchObject({ status: 'draft', version: 1 })
    const newsId = made.entryId
    const shown = () => everyone.api.content.newsPiece({ newsId })
    const listed = async () =>
      contentOf(await everyone.api.content.news({ keyword: '场景资讯' })).data.map((row) => row.newsId)
    expect(failureOf(await shown())).toBe('notFound')
    const out = contentOf(await step(ops, 'news', made, 'publish'))
    expect(contentOf(await shown()).body).toEqual({ format: 'markdown', text: forms.news().content })
    expect(await listed()).toEqual([newsId])
    const changed = contentOf(
      await rewrite(ops, out, forms.news({ title: '场景资讯二', publishedAt: '2026-01-02T00:00:00Z' })),
    )
    expect(contentOf(await shown()).title).toBe('场景资讯二')
    expect(await step(ops, 'news', out, 'withdraw').then(failureOf)).toBe('conflict')
    const away = contentOf(await step(ops, 'news', changed, 'withdraw'))
    expect(failureOf(await shown())).toBe('notFound')
    expect(await listed()).toEqual([])
    expect(await step(ops, 'news', away, 'withdraw').then(failureOf)).toBe('stepNotAllowed')
    const { history } = await read('news', newsId)
    expect(history.map(({ event, text }) => [event, text])).toEqual([
      ['withdraw', ''],
      ['edit', '标题、发布时间'],
      ['publish', ''],
      ['create', ''],
    ])
    expect(new Set(history.map(({ by }) => by)).size).toBe(1)
  })

  test('is created once per idempotency key, and an outdated form is rejected', async () => {
    const key = newKey()
    const input = { entryId: null, version: 0, publish: true, form: forms.news({ title: '只写一次' }) }
    const twice = await Promise.all([1, 2].map(() => ops.api.content.entrySave(input, { idempotencyKey: key })))
    expect(new Set(twice.map((answer) => contentOf(answer).entryId)).size).toBe(1)
    const [first] = twice.map(contentOf)
    if (first === undefined) throw new Error('Not written')
    const saves = await Promise.all([
      rewrite(ops, first, forms.news({ title: '甲' })),
      rewrite(second, first, forms.news({ title: '乙' })),
    ])
    expect(saves.map(failureOf).toSorted()).toEqual(['conflict', 'none'])
  })

  test('with a future date is published, but not visible before', async () => {
    const publishedAt = new Date(Date.now() + 86_400_000).toISOString()
    const { entryId, status } = contentOf(await write(ops, forms.news({ publishedAt }), true))
    expect(status).toBe('published')
    expect(failureOf(await visitor(app).api.content.newsPiece({ newsId: entryId }))).toBe('notFound')
  })

  test('returns field errors', async () => {
    const wrong = forms.news({ title: ' ', sourceName: '', sourceUrl: 'javascript:alert(1)', publishedAt: '昨天' })
    expect(fieldsWithErrors(await write(ops, wrong)).toSorted()).toEqual([
      'form.publishedAt',
      'form.sourceName',
      'form.sourceUrl',
      'form.title',
    ])
    const missing = { entryId: missingId, version: 1 }
    expect(failureOf(await rewrite(ops, missing, forms.news()))).toBe('notFound')
    expect(failureOf(await step(ops, 'news', missing, 'publish'))).toBe('notFound')
    expect(failureOf(await ops.api.content.entry({ kind: 'news', entryId: missingId }))).toBe('notFound')
  })
})

test('is skipped and reported by an import once an operator has changed it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-entries-'))
  const path = join(folder, 'news.csv')
  const head = '编号,标题,摘要,正文,来源类型,来源,原文链接,发布日期,示例'
  const file = (title: string) => writeFileSync(path, [head, `e-1,${title},,一段,政府,部门,,2026-01-05,`].join('\n'))
  file('从文件来')
  await importContent(app.db, 'news', path)
  const [row] = await app.db.select().from(news).where(eq(news.guid, 'e-1'))
  file('文件改过')
  expect(await importContent(app.db, 'news', path)).toMatch(/^0 new, 1 changed, 0 as they were\. Pages/)
  contentOf(await rewrite(ops, { entryId: row?.id ?? 0, version: 1 }, forms.news({ title: '手工改过' })))
  file('文件又改')
  expect(await importContent(app.db, 'news', path)).toMatch(/^0 new, 0 changed, 1 as they were\. 1 of them/)
  const [after] = await app.db.select().from(news).where(eq(news.guid, 'e-1'))
  expect(after).toMatchObject({ title: '手工改过', format: 'markdown', version: 2 })
  rmSync(folder, { recursive: true, force: true })
})
