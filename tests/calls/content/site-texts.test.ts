import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entryForm } from '../../../src/contract/content/entry-forms.ts'
import { facts } from '../../../src/db/tables/operations.ts'
import { announcements, entrySchedules, sitePages } from '../../../src/db/tables/site-texts.ts'
import type { EntryKind } from '../../../src/domain/content/entries/entry-states.ts'
import { publishScheduled } from '../../../src/server/content/entries/publish-scheduled.ts'
import { importTexts } from '../../../src/server/content/site-texts/import-texts.ts'
import type { TestApp } from '../../support/app.ts'
import { contentOf, failureOf, fieldsWithErrors, type Client } from '../../support/client.ts'
import { gradient } from '../../support/uploads.ts'
import { editors, forms, rewrite, schedule, step, write } from '../../support/scenes/content/entry.ts'

let app: TestApp
let ops: Client
let second: Client
let everyone: Client
beforeAll(async () => {
  ;({ app, ops, second, everyone } = await editors())
  // These tests run the job themselves.
  await app.runtime.jobs.close()
})
afterAll(() => app.close())

const read = async (kind: EntryKind, entryId: number) => contentOf(await ops.api.content.entry({ kind, entryId }))
const readForm = async (kind: EntryKind, entryId: number) => entryForm.parse((await read(kind, entryId)).form)
/** The form of an entry with other values in some fields. */
const changedForm = async (kind: EntryKind, entryId: number, more: object) =>
  entryForm.parse({ ...(await read(kind, entryId)).form, ...more })
const hour = 3_600_000
const ahead = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
const announced = (announcementId: string | number) =>
  everyone.api.content.announcement({ announcementId: String(announcementId) })
const isNew = { entryId: null, version: 0 }

/** Lets the time of everything scheduled come, and carries it out. */
async function runDue(): Promise<number> {
  await app.db.update(entrySchedules).set({ at: sql`now() - interval '1 second'` })
  return publishScheduled(app.db, { pages: app.runtime.pages, log: app.runtime.log })
}

describe('texts of files', () => {
  test('are imported once; a changed file updates texts that nobody edited', async () => {
    expect(await importTexts(app.db)).toBe(false)
    const [one, other] = await app.db.select().from(announcements).orderBy(announcements.id).limit(2)
    if (one === undefined || other === undefined) throw new Error('No announcements')
    await app.db.update(announcements).set({ title: '旧标题' }).where(eq(announcements.id, one.id))
    const form = await changedForm('announcement', other.id, { title: '平台改过的标题' })
    contentOf(await rewrite(ops, { entryId: other.id, version: other.version }, form))
    await app.db.delete(facts).where(eq(facts.key, 'content.imported'))
    expect(await importTexts(app.db)).toBe(true)
    expect(await readForm('announcement', one.id)).toMatchObject({ title: one.title })
    expect(await readForm('announcement', other.id)).toMatchObject({ title: '平台改过的标题' })
  })
})

describe('an announcement', () => {
  test('is written, published, changed with its date, withdrawn', async () => {
    const draft = contentOf(await write(ops, forms.announcement()))
    expect(failureOf(await announced(draft.entryId))).toBe('notFound')
    const out = contentOf(await step(ops, 'announcement', draft, 'publish'))
    const shown = contentOf(await announced(out.entryId))
    expect(shown).toMatchObject({ title: '场景公告', publishedOn: '2026-11-20', updatedAt: '2026-11-20' })
    const { data } = contentOf(await everyone.api.content.announcements({ pageSize: 50 }))
    expect(data.map(({ announcementId }) => announcementId)).toContain(String(out.entryId))
    expect(data.map(({ publishedOn }) => publishedOn)).toEqual(
      data
        .map(({ publishedOn }) => publishedOn)
        .toSorted()
        .toReversed(),
    )
    const changed = contentOf(await rewrite(ops, out, forms.announcement({ content: '改期' })))
    expect(contentOf(await announced(out.entryId)).updatedAt).not.toBe('2026-11-20')
    expect((await read('announcement', out.entryId)).page).toBe(`/about/annouceDetail?id=${out.entryId}`)
    contentOf(await step(ops, 'announcement', changed, 'withdraw'))
    expect(failureOf(await announced(out.entryId))).toBe('notFound')
  })

  test('has the announcements before and after it', async () => {
    const { data } = contentOf(await everyone.api.content.announcements({ pageSize: 50 }))
    const [newest, next] = data
    const one = contentOf(await announced(next?.announcementId ?? ''))
    expect(one.newer?.announcementId).toBe(newest?.announcementId)
    expect(one.older?.announcementId).toBe(data[2]?.announcementId)
    expect(contentOf(await announced(newest?.announcementId ?? '')).newer).toBeNull()
  })

  test('is refused without a body, with the field named', async () => {
    const answer = await write(ops, forms.announcement({ content: ' ' }), true)
    expect(fieldsWithErrors(answer)).toEqual(['form.content'])
  })
})

describe('a question', () => {
  test('gets the next number of its category, is found, and is in the sitemap', async () => {
    const before = contentOf(await everyone.api.content.questions({ categoryId: 28, pageSize: 50 }))
    const made = contentOf(await write(ops, forms.question(), true))
    const { data, total } = contentOf(await everyone.api.content.questions({ keyword: '场景预约' }))
    expect(total).toBe(1)
    const questionId = data[0]?.questionId ?? 0
    expect(questionId).toBe(Math.max(...before.data.map((row) => row.questionId), 2809) + 1)
    expect((await read('question', made.entryId)).page).toBe(`/platform/commonProblem/helpDetail?id=${questionId}`)
    const shown = contentOf(await everyone.api.content.question({ questionId }))
    expect(shown.related.map((one) => one.questionId)).toEqual([2801])
    const sitemap = await (await app.fetch(new Request('http://localhost/sitemap-pages.xml'))).text()
    expect(sitemap).toContain(`helpDetail?id=${questionId}`)
    // The number stays when the category changes.
    contentOf(await rewrite(ops, made, forms.question({ category: '52' })))
    expect(contentOf(await everyone.api.content.question({ questionId })).categoryId).toBe(52)
  })

  test('ten at once get ten numbers', async () => {
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        write(ops, forms.question({ title: `并发问题 ${at}`, category: '33' }), true),
      ),
    )
    const pages = await Promise.all(
      made.map(async (answer) => (await read('question', contentOf(answer).entryId)).page),
    )
    expect(new Set(pages).size).toBe(10)
  })
})

describe('a page about the platform', () => {
  const tradingId = async () =>
    (await app.db.select({ id: sitePages.id }).from(sitePages).where(eq(sitePages.slug, 'rules/trading')))[0]?.id ?? 0

  test('is changed, but neither added nor withdrawn', async () => {
    const entryId = await tradingId()
    const { version, page } = await read('page', entryId)
    expect(page).toBe('/platform/platformRules?id=1')
    const form = await readForm('page', entryId)
    const saved = contentOf(
      await rewrite(ops, { entryId, version }, await changedForm('page', entryId, { summary: '交易规则新摘要' })),
    )
    expect(contentOf(await everyone.api.content.sitePage({ slug: 'rules/trading' })).summary).toBe('交易规则新摘要')
    expect(failureOf(await step(ops, 'page', saved, 'withdraw'))).toBe('stepNotAllowed')
    expect(failureOf(await write(ops, form, true))).toBe('stepNotAllowed')
    expect(failureOf(await ops.api.content.entryDelete({ kind: 'page', entryId, version: saved.version }))).toBe(
      'stepNotAllowed',
    )
  })

  test('a change takes effect at its time; readers see the text in force until then', async () => {
    const entryId = await tradingId()
    const { version } = await read('page', entryId)
    const form = await readForm('page', entryId)
    const next = await changedForm('page', entryId, { summary: '一月起的规则' })
    const summary = async () => contentOf(await everyone.api.content.sitePage({ slug: 'rules/trading' })).summary
    const was = await summary()
    const answer = contentOf(await schedule(ops, { entryId, version }, next, ahead(48)))
    expect(answer).toMatchObject({ status: 'published', version })
    expect(answer.scheduledAt).not.toBeNull()
    expect(await summary()).toBe(was)
    expect((await read('page', entryId)).schedule?.form).toMatchObject({ summary: '一月起的规则' })
    // Nothing else is saved over it.
    expect(failureOf(await rewrite(second, { entryId, version }, form))).toBe('entryScheduled')
    expect(await publishScheduled(app.db, { pages: app.runtime.pages, log: app.runtime.log })).toBe(0)
    expect(await runDue()).toBe(1)
    expect(await summary()).toBe('一月起的规则')
    const after = await read('page', entryId)
    expect(after).toMatchObject({ version: version + 1, schedule: null })
    expect(after.history.map(({ event }) => event).slice(0, 2)).toEqual(['edit', 'schedule'])
    expect(await runDue()).toBe(0)
  })
})

describe('a scheduled publication', () => {
  test('publishes a new entry at its time', async () => {
    const { entryId, status } = contentOf(
      await schedule(ops, isNew, forms.announcement({ title: '定时公告' }), ahead(1)),
    )
    expect(status).toBe('draft')
    const { data } = contentOf(await ops.api.content.entries({ kind: 'announcement', keyword: '定时公告' }))
    expect(data[0]?.scheduledAt).not.toBeNull()
    expect(failureOf(await announced(entryId))).toBe('notFound')
    expect(await runDue()).toBe(1)
    expect(contentOf(await announced(entryId)).title).toBe('定时公告')
  })

  test('is taken back: then it can be changed again', async () => {
    const made = contentOf(await schedule(ops, isNew, forms.announcement({ title: '取消的公告' }), ahead(1)))
    expect(failureOf(await step(ops, 'announcement', made, 'publish'))).toBe('entryScheduled')
    contentOf(await second.api.content.entryUnschedule({ kind: 'announcement', entryId: made.entryId }))
    expect(failureOf(await ops.api.content.entryUnschedule({ kind: 'announcement', entryId: made.entryId }))).toBe(
      'notFound',
    )
    expect(await runDue()).toBe(0)
    contentOf(await step(ops, 'announcement', made, 'publish'))
  })

  test('is refused for a time that is past or too far', async () => {
    for (const at of [ahead(-1), ahead(24 * 400)]) {
      const answer = await schedule(ops, isNew, forms.announcement(), at)
      expect(fieldsWithErrors(answer)).toEqual(['publishAt'])
    }
  })

  test('that cannot be carried out any more is noted in the history and not tried again', async () => {
    const link = contentOf(await write(ops, forms.link({ name: '甲网' }), true))
    contentOf(await schedule(ops, link, forms.link({ name: '乙网' }), ahead(1)))
    contentOf(await write(second, forms.link({ name: '乙网' }), true))
    await runDue()
    const after = await read('link', link.entryId)
    expect(after).toMatchObject({ form: { name: '甲网' }, schedule: null })
    expect(after.history[0]).toMatchObject({ event: 'scheduleFailed' })
  })
})

test('every saved version can be read and restored', async () => {
  const first = contentOf(await write(ops, forms.announcement({ title: '第一版' }), true))
  const { version } = contentOf(await rewrite(second, first, forms.announcement({ title: '第二版' })))
  const { versions } = await read('announcement', first.entryId)
  expect(versions.map((one) => one.version)).toEqual([2, 1])
  const old = contentOf(
    await ops.api.content.entryVersion({ kind: 'announcement', entryId: first.entryId, version: 1 }),
  )
  expect(old.form).toMatchObject({ title: '第一版' })
  contentOf(await rewrite(ops, { entryId: first.entryId, version }, entryForm.parse(old.form)))
  expect(contentOf(await announced(first.entryId)).title).toBe('第一版')
  expect(
    failureOf(await ops.api.content.entryVersion({ kind: 'announcement', entryId: first.entryId, version: 9 })),
  ).toBe('notFound')
})

test('pictures of a text are own uploads, or those it had before', async () => {
  const upload = async (by: Client, name: string) =>
    contentOf(await by.upload('picture', new File([new Uint8Array(await gradient(600, 400))], name)))
  const own = await upload(ops, 'own.jpg')
  const text = `看图：\n\n![示意](${own.url})`
  const made = contentOf(await write(ops, forms.announcement({ title: '有图的公告', content: text }), true))
  // Another operator keeps the picture, but cannot add one of somebody else.
  const kept = contentOf(await rewrite(second, made, forms.announcement({ title: '有图的公告二', content: text })))
  const foreign = await upload(ops, 'foreign.jpg')
  const answer = await rewrite(second, kept, forms.announcement({ content: `${text}\n\n![](${foreign.url})` }))
  expect(fieldsWithErrors(answer)).toEqual(['form.content'])
})

test('a second link with the same name is refused with its field', async () => {
  contentOf(await write(ops, forms.link(), true))
  expect(fieldsWithErrors(await write(second, forms.link(), true))).toEqual(['form.name'])
})
