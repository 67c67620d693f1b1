import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { contentOf } from '../../support/client.ts'
import { saveDemand } from '../../support/scenes/demands/demand.ts'
import { signedIn, type SignedIn } from './signed-in.ts'

const now = new Date().toISOString()
const template = { is: 'template', template: 'pk' } as const
async function loadStore() {
  const store = await import('../../../src/stores/demands/demand-form/demand-form.ts')
  onTestFinished(store.closeDemandForm)
  return store
}

/** A completely filled form of a template. */
async function openForm() {
  const store = await loadStore()
  await store.startDemandForm(7, template, now)
  const form = store.demandStart.get()
  if (form.at !== 'ready') throw new Error(`The form is ${form.at}`)
  const fields = ['小分子', '比格犬 8 只', '灌胃 10 mg/kg', '12', '', '', '非 GLP']
  return { store, form: form.content, values: { ...form.content.values, fields, budget: '120,000.50' } }
}
const saves = (page: SignedIn) => page.calls.filter((path) => path === '/mall/demand/save').length
const updates = (page: SignedIn) => page.calls.filter((path) => path === '/mall/demand/update').length
const read = async (page: SignedIn, demandId: number) =>
  contentOf(await page.client.api.demands.demandForm({ demandId }))

test('a template fills category, fields and questions', async () => {
  await signedIn('buyer')
  const { form } = await openForm()
  expect(form.values.categoryId).toBeTypeOf('number')
  expect(form.values).toMatchObject({ templateKey: 'pk', templateVersion: 1, facts: [] })
  expect(form.values.fields).toEqual(['', '', '', '', '', 'LC-MS/MS，方法学验证', '非 GLP'])
  expect(form.values.questions.map(({ key }) => key)).toContain('lloq')
})

test('is published once under repeated clicks; the draft is deleted', async () => {
  const page = await signedIn('buyer')
  const { store, values } = await openForm()
  store.replaceDemandValues(values)
  const answers = await Promise.all([store.submitDemand(values), store.submitDemand(values)])
  expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1)
  expect(saves(page)).toBe(1)
  const made = await read(page, answers.find((answer) => answer !== undefined) ?? 0)
  expect(made).toMatchObject({ status: 'open', demandBudget: 12_000_050, templateKey: 'pk', templateVersion: 1 })
  expect(made.facts).toContainEqual({ label: '采血点数', value: '12 个' })
  await store.startDemandForm(7, template, now)
  expect(store.demandStart.get()).toMatchObject({ at: 'ready', content: { restored: false } })
})

test('shows field errors before sending', async () => {
  const page = await signedIn('buyer')
  const { store, values } = await openForm()
  const question = { key: 'own1', label: '', input: 'select', options: '甲', unit: '', required: true } as const
  const wrong = {
    ...values,
    demandTitle: ' ',
    budget: '12.345',
    fields: ['', ...values.fields.slice(1)],
    secret: true,
    facts: [
      { label: '空', value: '' },
      { label: '', value: '有值无名' },
    ],
    questions: [question],
  }
  expect(await store.submitDemand(wrong)).toBeUndefined()
  const at = store.demandSubmitState.get()
  expect(at.at === 'refused' && at.fieldErrors.map(({ field }) => field)).toEqual([
    'budget',
    'confidentialText',
    'demandTitle',
    'fields.0',
    'facts.1.label',
    'questions.0.label',
  ])
  expect(saves(page)).toBe(0)

  const left = () => {
    const now = store.demandSubmitState.get()
    return now.at === 'refused' ? [now.bySubmit, ...now.fieldErrors.map(({ field }) => field)] : [now.at]
  }
  for (const name of ['negotiable', 'demandTitle', 'questions', 'fields.0']) store.clearError(name)
  expect(left()).toEqual([false, 'confidentialText', 'facts.1.label'])
  for (const name of ['facts.1.label', 'confidentialText']) store.clearError(name)
  expect(left()).toEqual(['editing'])
})

test('saves an incomplete form as one server draft after a pause', async () => {
  const page = await signedIn('buyer')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const store = await loadStore()
  await store.startDemandForm(7, { is: 'new' }, now)
  const form = store.demandStart.get()
  if (form.at !== 'ready') throw new Error(`The form is ${form.at}`)
  const typed = { ...form.content.values, demandTitle: '比格', facts: [{ label: '', value: '只有值' }] }
  store.replaceDemandValues(typed)
  expect(saves(page)).toBe(0)
  vi.advanceTimersByTime(3_000)
  await vi.waitFor(() => expect(store.demandSaveState.get().at).toBe('saved'))
  store.replaceDemandValues({ ...typed, demandTitle: '比格犬' })
  vi.advanceTimersByTime(3_000)
  await vi.waitFor(() => expect(updates(page)).toBe(1))
  await vi.waitFor(() => expect(store.demandSaveState.get().at).toBe('saved'))
  vi.useRealTimers()
  expect(saves(page)).toBe(1)
  const demandId = Number(/demandId=(\d+)/.exec(page.replaced.at(-1) ?? '')?.[1])
  expect(await read(page, demandId)).toMatchObject({
    status: 'draft',
    demandTitle: '比格犬',
    categoryId: null,
    summary: '',
    demandBudget: 0,
    version: 2,
    facts: [{ label: '', value: '只有值' }],
  })
  page.reload()
  const again = await loadStore()
  await again.startDemandForm(7, { is: 'demand', demandId }, now)
  expect(again.demandStart.get()).toMatchObject({
    content: { values: { demandTitle: '比格犬', budget: '', negotiable: false } },
  })
})

test('a retry after a lost response creates no second demand', async () => {
  const page = await signedIn('buyer')
  const { store, values } = await openForm()
  store.replaceDemandValues(values)
  page.network.losesAnswers = true
  expect(await store.submitDemand(values)).toBeUndefined()
  expect(store.demandSubmitState.get()).toMatchObject({ at: 'refused', failure: { code: 0 } })
  page.network.losesAnswers = false
  const demandId = await store.submitDemand(values)
  expect(demandId).toBeTypeOf('number')
  const mine = contentOf(await page.client.api.demands.buyerDemands({ keyword: values.demandTitle }))
  expect(mine.data.map((row) => row.demandId)).toEqual([demandId])
})

test('network failures and ended sessions keep the input', async () => {
  const { network, expire } = await signedIn('buyer')
  const { store, values } = await openForm()
  store.replaceDemandValues({ ...values, demandTitle: '打了一半' })
  network.cut = true
  expect(await store.submitDemand(values)).toBeUndefined()
  expect(store.demandSubmitState.get()).toMatchObject({ at: 'refused', failure: { code: 0 } })
  network.cut = false
  expire()
  expect(await store.submitDemand(values)).toBeUndefined()
  expect(store.demandSubmitState.get()).toMatchObject({ at: 'refused', failure: { code: 600 } })
  store.replaceDemandValues({ ...values, demandTitle: '打了一半' })
  await store.startDemandForm(7, template, now)
  expect(store.demandStart.get()).toMatchObject({ content: { restored: true, values: { demandTitle: '打了一半' } } })
})

test('on conflict nothing is overwritten, and the input can be saved as a new draft', async () => {
  const page = await signedIn('buyer')
  const { values } = await openForm()
  const draft = { demandTitle: '甲', categoryId: null, summary: '', demandBudget: 0, deadline: null, submit: false }
  const { demandId } = contentOf(await saveDemand(page.client, draft))
  const store = await loadStore()
  await store.startDemandForm(7, { is: 'demand', demandId }, now)
  contentOf(await page.client.api.demands.demandUpdate({ ...draft, demandId, demandTitle: '同事写的' }))
  const mine = { ...values, demandTitle: '我写的' }
  store.replaceDemandValues(mine)
  expect(await store.saveDemandDraft(mine)).toBe(false)
  expect(store.demandSaveState.get().at).toBe('conflict')
  expect((await read(page, demandId)).demandTitle).toBe('同事写的')
  const copy = await store.saveDemandCopy(mine)
  expect(copy.ok && copy.content.id).not.toBe(demandId)
  await store.reloadDemand(now)
  expect(store.demandStart.get()).toMatchObject({ content: { values: { demandTitle: '同事写的' }, found: null } })
})

test('copies a demand with a new deadline', async () => {
  const page = await signedIn('buyer')
  const { store, values } = await openForm()
  const demandId = await store.submitDemand(values)
  if (demandId === undefined) throw new Error('It was not published')
  await store.startDemandForm(7, { is: 'copy', demandId }, now)
  const copy = store.demandStart.get()
  if (copy.at !== 'ready') throw new Error(`The form is ${copy.at}`)
  expect(copy.content).toMatchObject({ demand: null, from: expect.stringContaining(values.demandTitle) })
  expect(copy.content.values).toMatchObject({ fields: values.fields, templateKey: 'pk', deliverBy: '' })
  expect(copy.content.values.questions).toEqual(values.questions)
  expect(await store.submitDemand(copy.content.values)).not.toBe(demandId)
  expect(saves(page)).toBe(2)
})

describe('research programmes', () => {
  /** A programme of the buyer, and whatever moves a demand in or out of it behind the back of the form. */
  async function programmes({ client }: SignedIn, code: string) {
    const { projects } = client.api
    const form = { code, name: `项目 ${code}` }
    const { programmeId } = contentOf(await projects.programmeSave(form, { idempotencyKey: crypto.randomUUID() }))
    const move = (demandId: number, from: number | null, into: number | null) =>
      projects.programmeItemSave({ kind: 'demand', itemId: demandId, from, programmeId: into })
    const close = () => projects.programmeMove({ programmeId, event: 'close', version: 1 })
    return { programmeId, move, close }
  }
  const draft = { demandTitle: '甲', categoryId: null, summary: '', demandBudget: 0, deadline: null, submit: false }
  const shown = (store: Awaited<ReturnType<typeof loadStore>>) => {
    const values = store.typedDemand.values.get()
    if (values === null) throw new Error('No form is open')
    return values
  }

  test('a demand of a closed one is copied, without it', async () => {
    const page = await signedIn('buyer')
    const store = await loadStore()
    const { programmeId, close } = await programmes(page, 'C-1')
    const { demandId } = contentOf(await saveDemand(page.client, { ...draft, programmeId }))
    contentOf(await close())
    await store.startDemandForm(7, { is: 'copy', demandId }, now)
    expect(await store.saveDemandDraft({ ...shown(store), demandTitle: '乙' })).toBe(true)
    expect(store.savedProgrammeId.get()).toBeNull()
  })

  test('a local draft leaves out one that was closed since', async () => {
    const page = await signedIn('buyer')
    const { programmeId, close } = await programmes(page, 'C-2')
    const store = await loadStore()
    await store.startDemandForm(7, { is: 'new' }, now)
    store.typedDemand.set('demandTitle', '乙')
    store.typedDemand.set('programmeId', programmeId)
    contentOf(await close())
    page.reload()
    const again = await loadStore()
    await again.startDemandForm(7, { is: 'new' }, now)
    expect(again.shownProgrammeId(shown(again))).toBeNull()
    expect(await again.saveDemandDraft()).toBe(true)
  })

  test('what a colleague chose meanwhile stays when the form is saved', async () => {
    const page = await signedIn('buyer')
    const [one, two] = [await programmes(page, 'C-3'), await programmes(page, 'C-4')]
    const { demandId } = contentOf(await saveDemand(page.client, { ...draft, programmeId: one.programmeId }))
    const store = await loadStore()
    await store.startDemandForm(7, { is: 'demand', demandId }, now)
    expect(store.shownProgrammeId(shown(store))).toBe(one.programmeId)
    contentOf(await one.move(demandId, one.programmeId, two.programmeId))
    expect(await store.saveDemandDraft({ ...shown(store), summary: '改了说明' })).toBe(true)
    expect((await read(page, demandId)).programmeId).toBe(two.programmeId)

    // A choice is sent once: later saves leave it to colleagues again.
    store.typedDemand.set('programmeId', one.programmeId)
    expect(await store.saveDemandDraft()).toBe(true)
    expect((await read(page, demandId)).programmeId).toBe(one.programmeId)
    expect(store.shownProgrammeId(shown(store))).toBe(one.programmeId)
    contentOf(await one.move(demandId, one.programmeId, null))
    expect(await store.saveDemandDraft({ ...shown(store), summary: '又改了说明' })).toBe(true)
    expect((await read(page, demandId)).programmeId).toBeNull()
  })
})
