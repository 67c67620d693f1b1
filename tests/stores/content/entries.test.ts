import { expect, test } from 'vitest'
import { contentOf, visitor } from '../../support/client.ts'
import { openPage } from '../page.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const ops = clientForFile(app, 'ops')

const me = 7
const faulty = (sending: { readonly at: string }) =>
  'fieldErrors' in sending && Array.isArray(sending.fieldErrors)
    ? sending.fieldErrors.map(({ field }) => String(field))
    : []

test('a project is typed, survives a reload, is refused with field errors, saved and published', async () => {
  openPage(app, ops, '/ops/projects?edit=new')
  const store = await import('../../../src/stores/content/entries/entry-form.ts')
  await store.openEntry('project', null, me)
  store.entryEditorForm.set('title', '旅程专项')
  store.entryEditorForm.set('supportMax', '一百万')
  expect(await store.submitEntry(true)).toBeUndefined()
  expect(new Set(faulty(store.entryEditorForm.submitState.get()))).toEqual(
    new Set([
      'supportMax',
      'authority',
      'level',
      'field',
      'summary',
      'startsAt',
      'deadline',
      'conditions',
      'materials',
    ]),
  )
  await store.openEntry('project', null, me)
  expect(store.entryEditorForm.restored.get()).toBe(true)
  expect(store.entryEditorForm.values.get()).toMatchObject({ title: '旅程专项', supportMax: '一百万' })
  for (const [name, value] of Object.entries({
    authority: '示例市科技局',
    level: 'city',
    field: 'drug',
    summary: '说明',
    supportMax: '50',
    startsAt: '2026-01-02 09:00',
    deadline: '2099-01-01 18:00',
    conditions: '甲\n\n 乙 ',
    materials: '申报书',
  })) {
    store.entryEditorForm.set(name, value)
  }
  const both = await Promise.all([store.submitEntry(true), store.submitEntry(true)])
  expect(both.map((saved) => saved?.status)).toEqual(['published', undefined])
  const projectId = both[0]?.entryId ?? 0
  const shown = contentOf(await ops.api.projects.govProject({ projectId }))
  expect(shown).toMatchObject({
    title: '旅程专项',
    supportMax: 50_00,
    conditions: ['甲', '乙'],
    startsAt: '2026-01-02T01:00:00.000Z',
  })

  await store.openEntry('project', projectId, me)
  expect(store.entryEditorForm.restored.get()).toBe(false)
  expect(store.entryEditorForm.values.get()).toMatchObject({
    deadline: '2099-01-01 18:00',
    conditions: '甲\n乙',
    supportMax: '50',
  })
  contentOf(await ops.api.content.entryStep({ kind: 'project', entryId: projectId, version: 1, event: 'withdraw' }))
  store.entryEditorForm.set('title', '过期的改动')
  expect(await store.submitEntry(false)).toBeUndefined()
  expect(store.entryEditorForm.submitState.get()).toMatchObject({ at: 'refused', failure: { code: 409 } })
})

test('rows are added, moved and removed, and server errors are shown at their field', async () => {
  openPage(app, ops, '/ops/digital?part=solution&edit=new')
  const store = await import('../../../src/stores/content/entries/entry-form.ts')
  await store.openEntry('solution', null, me)
  for (const title of ['甲', '乙', '丙']) store.addRow('pains', { title, text: '' })
  store.moveRow('pains', 2, -1)
  store.removeRow('pains', 0)
  store.setRow('pains', 0, { text: '说明' })
  store.addRow('steps', { title: '一', text: '' })
  store.addRow('uses', { appId: '2000000000', title: '用途', before: '前', after: '后', steps: '第一步：登记\n第二步' })
  for (const [name, value] of Object.entries({
    title: '方案',
    audience: '企业',
    summary: '摘要',
    sort: '0',
    results: '少',
  })) {
    store.entryEditorForm.set(name, value)
  }
  expect(await store.submitEntry(true)).toBeUndefined()
  expect(faulty(store.entryEditorForm.submitState.get())).toEqual(['uses.0.appId'])
  const [one] = contentOf(await visitor(app).api.content.digitalApps({})).data
  store.setRow('uses', 0, { appId: String(one?.appId ?? 0) })
  const saved = await store.submitEntry(true)
  const solution = contentOf(await visitor(app).api.content.digitalSolution({ solutionId: saved?.entryId ?? 0 }))
  expect(solution.pains).toEqual([
    { title: '丙', text: '说明' },
    { title: '乙', text: '' },
  ])
  const use = contentOf(await visitor(app).api.content.digitalSolutionApp({ useId: solution.uses[0]?.useId ?? 0 }))
  expect(use.steps).toEqual([
    { title: '第一步', text: '登记' },
    { title: '第二步', text: '' },
  ])
})

test('a draft is saved with its name only and reopens as typed; publishing requires the rest', async () => {
  openPage(app, ops, '/ops/news?edit=new')
  const store = await import('../../../src/stores/content/entries/entry-form.ts')
  await store.openEntry('news', null, me)
  store.entryEditorForm.set('summary', '先记下来')
  expect(await store.submitEntry(false)).toBeUndefined()
  expect(faulty(store.entryEditorForm.submitState.get())).toEqual(['title'])
  store.entryEditorForm.set('title', '暂无来源的资讯')
  const saved = await store.submitEntry(false)
  expect(saved).toMatchObject({ status: 'draft' })
  await store.openEntry('news', saved?.entryId ?? 0, me)
  expect(store.entryEditorForm.restored.get()).toBe(false)
  expect(store.entryEditorForm.values.get()).toMatchObject({
    title: '暂无来源的资讯',
    summary: '先记下来',
    sourceType: '',
  })
  expect(await store.submitEntry(true)).toBeUndefined()
  expect(new Set(faulty(store.entryEditorForm.submitState.get()))).toEqual(
    new Set(['sourceType', 'sourceName', 'publishedAt']),
  )
  for (const [name, value] of Object.entries({
    sourceType: '政府',
    sourceName: '部门',
    publishedAt: '2026-01-02 09:00',
  })) {
    store.entryEditorForm.set(name, value)
  }
  expect(await store.submitEntry(true)).toMatchObject({ entryId: saved?.entryId, status: 'published' })
})

test('the list publishes and withdraws after confirmation, and shows concurrent changes', async () => {
  openPage(app, ops, '/ops/news')
  const { entryList } = await import('../../../src/stores/content/entries/entry-list.ts')
  const { list, asking } = entryList('news')
  const stop = list.start()
  const row = async () => {
    await list.load()
    const now = list.state.get()
    const [first] = now.at === 'ready' ? now.content.data : []
    if (first === undefined) throw new Error('Nothing is listed')
    return first
  }
  const first = await row()
  asking.open({ row: first, event: 'withdraw' })
  expect(await Promise.all([asking.submit(null), asking.submit(null)])).toEqual([true, false])
  const hidden = await visitor(app).api.content.newsPiece({ newsId: first.entryId })
  expect(hidden.ok).toBe(false)
  asking.open({ row: first, event: 'withdraw' })
  expect(await asking.submit(null)).toBe(false)
  expect(asking.state.get()?.failure?.code).toBe(409)
  asking.close()
  expect(await row()).toMatchObject({ entryId: first.entryId, status: 'withdrawn' })
  stop()
})

test('a draft is deleted after confirmation and leaves the list; an entry changed meanwhile is not', async () => {
  openPage(app, ops, '/ops/policies')
  const form = await import('../../../src/stores/content/entries/entry-form.ts')
  const { entryList } = await import('../../../src/stores/content/entries/entry-list.ts')
  const { list, asking } = entryList('policy')
  await form.openEntry('policy', null, me)
  form.entryEditorForm.set('title', '写错的草稿')
  expect(await form.submitEntry(false)).toMatchObject({ status: 'draft', version: 1 })
  const stop = list.start()
  const find = async () => {
    await list.load()
    const now = list.state.get()
    return now.at === 'ready' ? now.content.data.find(({ title }) => title === '写错的草稿') : undefined
  }
  const row = await find()
  if (row === undefined) throw new Error('The draft is not listed')
  asking.open({ row: { ...row, version: 7 }, event: 'delete' })
  expect(await asking.submit(null)).toBe(false)
  expect(asking.state.get()?.failure?.code).toBe(409)
  asking.open({ row, event: 'delete' })
  expect(await asking.submit(null)).toBe(true)
  expect(await find()).toBeUndefined()
  stop()
})
