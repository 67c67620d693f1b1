import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { EntryTyped } from '../../../src/contract/content/entry-typed.ts'
import { users } from '../../../src/db/tables/accounts.ts'
import { getNameField } from '../../../src/domain/content/entries/entry-sections.ts'
import { entryKinds, isFixedKind, type EntryKind } from '../../../src/domain/content/entries/entry-states.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, type Client } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { forms, rewrite, write } from '../../support/scenes/content/entry.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let ops: Client
let second: Client
beforeAll(async () => {
  await app.db
    .update(users)
    .set({ isOperator: true, operatorRoles: ['admin'] })
    .where(eq(users.loginName, 'person'))
  ;[ops, second] = [await signInAs(app, 'ops'), await signInAs(app, 'person')]
})

const nobody = { entryId: null, version: 0 }
const keep = (
  by: Client,
  kind: EntryKind,
  typed: EntryTyped,
  of: { entryId: number | null; version: number } = nobody,
) => by.api.content.entryDraft({ entryId: of.entryId, version: of.version, kind, typed }, { idempotencyKey: newKey() })
const read = async (kind: EntryKind, entryId: number) => contentOf(await ops.api.content.entry({ kind, entryId }))
const publish = (kind: EntryKind, { entryId, version }: { entryId: number; version: number }) =>
  ops.api.content.entryStep({ kind, entryId, version, event: 'publish' })

/** Kinds that can be added. */
const freeKinds = entryKinds.filter((kind) => !isFixedKind(kind))

test.each(freeKinds)('a draft of a %s needs no more than its name, and comes back as it was typed', async (kind) => {
  const { name } = getNameField(kind)
  const typed = { [name]: `只有名称的 ${kind}`, summary: '写到一半', sample: true, supportMax: '一百万' }
  const made = contentOf(await keep(ops, kind, typed))
  expect(made).toMatchObject({ status: 'draft', version: 1 })
  const found = contentOf(await ops.api.content.entries({ kind, status: 'draft', keyword: '只有名称的' })).data
  expect(found).toMatchObject([{ entryId: made.entryId, unfinished: true, deadline: null }])
  expect((await read(kind, made.entryId)).typed).toEqual(typed)
  expect(failureOf(await publish(kind, made))).toBe('entryUnfinished')

  const more = { ...typed, summary: '又写了一点' }
  const again = contentOf(await keep(second, kind, more, made))
  expect(again.version).toBe(2)
  expect(failureOf(await keep(ops, kind, typed, made))).toBe('conflict')
  const { typed: now, history } = await read(kind, made.entryId)
  expect(now).toEqual(more)
  expect(history.map(({ event }) => event)).toEqual(['edit', 'create'])
})

test('a completed draft is published from the list, and never incomplete again', async () => {
  const made = contentOf(await keep(ops, 'news', { title: '后来补全的资讯' }))
  const whole = contentOf(await rewrite(ops, made, forms.news({ title: '后来补全的资讯' })))
  expect(await read('news', made.entryId)).toMatchObject({ typed: null, form: { sourceType: '政府' } })
  const out = contentOf(await publish('news', whole))
  expect(out.status).toBe('published')
  expect(failureOf(await keep(ops, 'news', { title: '退回草稿' }, out))).toBe('stepNotAllowed')
})

test('a draft without a name, with an overlong one, or without content is rejected', async () => {
  expect(fieldsWithErrors(await keep(ops, 'news', { title: '  ', sourceName: '部门' }))).toEqual(['typed.title'])
  expect(fieldsWithErrors(await keep(ops, 'park', { name: '园'.repeat(61) }))).toEqual(['typed.name'])
  expect(failureOf(await keep(ops, 'news', { title: '没有' }, { entryId: missingId, version: 1 }))).toBe('notFound')
})

test('a picture in a draft of a park must be an own upload or already present', async () => {
  const site = { view: 'site', fileId: '', name: '', caption: '总平面示意' }
  const foreign = { view: '', fileId: '00000000-0000-4000-8000-000000000000', name: 'x.png', caption: '别人的' }
  const typed = { name: '有图的草稿', gallery: [site, foreign] }
  expect(fieldsWithErrors(await keep(ops, 'park', typed))).toEqual(['form.gallery.1'])
  const made = contentOf(await keep(ops, 'park', { ...typed, gallery: [site] }))
  expect((await read('park', made.entryId)).form).toMatchObject({ gallery: [{ view: 'site', caption: '总平面示意' }] })
})

test('a complete draft may lose a field again', async () => {
  const whole = contentOf(await write(ops, forms.policy({ title: '先填完的政策' })))
  const less = contentOf(await keep(ops, 'policy', { title: '先填完的政策' }, whole))
  expect(less).toEqual({ entryId: whole.entryId, status: 'draft', version: 2, scheduledAt: null })
  expect(failureOf(await publish('policy', less))).toBe('entryUnfinished')
})

const remove = (by: Client, kind: EntryKind, { entryId, version }: { entryId: number; version: number }) =>
  by.api.content.entryDelete({ kind, entryId, version })

test.each(freeKinds)('a draft of a %s is deleted for good, by the version that was seen', async (kind) => {
  const { name } = getNameField(kind)
  const made = contentOf(await keep(ops, kind, { [name]: `作废的 ${kind}` }))
  const again = contentOf(await keep(second, kind, { [name]: `作废的 ${kind}` }, made))
  expect(failureOf(await remove(ops, kind, made))).toBe('conflict')
  contentOf(await remove(ops, kind, again))
  expect(failureOf(await ops.api.content.entry({ kind, entryId: made.entryId }))).toBe('notFound')
  expect(contentOf(await ops.api.content.entries({ kind, keyword: '作废的' })).data).toEqual([])
  expect(failureOf(await remove(ops, kind, again))).toBe('notFound')
})

test('entries once published, and applications used by a solution, cannot be deleted', async () => {
  const out = contentOf(await write(ops, forms.news({ title: '发布过的资讯' }), true))
  const step = { kind: 'news', entryId: out.entryId, version: out.version, event: 'withdraw' } as const
  const withdrawn = contentOf(await ops.api.content.entryStep(step))
  expect(failureOf(await remove(ops, 'news', out))).toBe('conflict')
  expect(failureOf(await remove(ops, 'news', withdrawn))).toBe('stepNotAllowed')

  const used = contentOf(await write(ops, forms.app({ name: '方案在用的应用' })))
  const solution = contentOf(await write(ops, forms.solution(used.entryId, { title: '用着它的方案' })))
  expect(failureOf(await remove(ops, 'app', used))).toBe('entryUsed')
  contentOf(await remove(ops, 'solution', solution))
  contentOf(await remove(ops, 'app', used))
})
