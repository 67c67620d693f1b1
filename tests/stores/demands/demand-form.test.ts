import { expect, onTestFinished, test, vi } from 'vitest'
import { contentOf } from '../../support/client.ts'
import { saveDemand } from '../../calls/demands/scene.ts'
import { signedIn, type SignedIn } from './signed-in.ts'

const now = new Date().toISOString()
const template = { is: 'template', template: 'pk' } as const
async function loadStore() {
  const store = await import('../../../src/stores/demands/demand-form.ts')
  const { mended, sending } = await import('../../../src/stores/demands/demand-sending.ts')
  onTestFinished(store.leave)
  return { ...store, mended, sending }
}

/** The form of a template as somebody filled it who is done. */
async function openForm() {
  const store = await loadStore()
  await store.start(7, template, now)
  const form = store.form.get()
  if (form.at !== 'ready') throw new Error(`The form is ${form.at}`)
  const fields = ['小分子', '比格犬 8 只', '灌胃 10 mg/kg', '12', '', '', '非 GLP']
  return { store, form: form.content, values: { ...form.content.values, fields, budget: '120,000.50' } }
}
const saves = (page: SignedIn) => page.made.filter((path) => path === '/mall/demand/save').length
const updates = (page: SignedIn) => page.made.filter((path) => path === '/mall/demand/update').length
const read = async (page: SignedIn, demandId: number) =>
  contentOf(await page.client.api.demands.demandForm({ demandId }))

test('a template fills the form: its category by its words, its fields, its questions', async () => {
  await signedIn('buyer')
  const { form } = await openForm()
  expect(form.values.categoryId).toBeTypeOf('number')
  expect(form.values).toMatchObject({ templateKey: 'pk', templateVersion: 1, facts: [] })
  expect(form.values.fields).toEqual(['', '', '', '', '', 'LC-MS/MS，方法学验证', '非 GLP'])
  expect(form.values.questions.map(({ key }) => key)).toContain('lloq')
})

test('published once, however often the button is pressed; the draft goes', async () => {
  const page = await signedIn('buyer')
  const { store, values } = await openForm()
  store.keep(values)
  const answers = await Promise.all([store.submit(values), store.submit(values)])
  expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1)
  expect(saves(page)).toBe(1)
  const made = await read(page, answers.find((answer) => answer !== undefined) ?? 0)
  expect(made).toMatchObject({ status: 'open', demandBudget: 12_000_050, templateKey: 'pk', templateVersion: 1 })
  expect(made.facts).toContainEqual({ label: '采血点数', value: '12 个' })
  await store.start(7, template, now)
  expect(store.form.get()).toMatchObject({ at: 'ready', content: { restored: false } })
})

test('what is wrong is named as the form names it, before anything is sent', async () => {
  const page = await signedIn('buyer')
  const { store, values } = await openForm()
  const question = { key: 'own1', label: '', input: 'select', options: '甲', unit: '', required: true } as const
  const wrong = {
    ...{ ...values, demandTitle: ' ', budget: '12.345', fields: ['', ...values.fields.slice(1)], secret: true },
    ...{
      facts: [
        { label: '空', value: '' },
        { label: '', value: '有值无名' },
      ],
      questions: [question],
    },
  }
  expect(await store.submit(wrong)).toBeUndefined()
  const at = store.sending.get()
  expect(at.at === 'refused' && at.faults.map(({ field }) => field)).toEqual([
    ...['budget', 'confidentialText', 'demandTitle', 'fields.0', 'facts.1.label', 'questions.0.label'],
  ])
  expect(saves(page)).toBe(0)

  const left = () => {
    const now = store.sending.get()
    return now.at === 'refused' ? [now.sent, ...now.faults.map(({ field }) => field)] : [now.at]
  }
  for (const name of ['negotiable', 'demandTitle', 'questions', 'fields.0']) store.mended(name)
  expect(left()).toEqual([false, 'confidentialText', 'facts.1.label'])
  for (const name of ['facts.1.label', 'confidentialText']) store.mended(name)
  expect(left()).toEqual(['editing'])
})

test('half typed it is a draft on the server after a pause, and the same draft at the next', async () => {
  const page = await signedIn('buyer')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const store = await loadStore()
  await store.start(7, { is: 'new' }, now)
  const form = store.form.get()
  if (form.at !== 'ready') throw new Error(`The form is ${form.at}`)
  const typed = { ...form.content.values, demandTitle: '比格', facts: [{ label: '', value: '只有值' }] }
  store.keep(typed)
  expect(saves(page)).toBe(0)
  vi.advanceTimersByTime(3_000)
  await vi.waitFor(() => expect(store.saving.get().at).toBe('saved'))
  store.keep({ ...typed, demandTitle: '比格犬' })
  vi.advanceTimersByTime(3_000)
  await vi.waitFor(() => expect(updates(page)).toBe(1))
  await vi.waitFor(() => expect(store.saving.get().at).toBe('saved'))
  vi.useRealTimers()
  expect(saves(page)).toBe(1)
  const demandId = Number(/demandId=(\d+)/.exec(page.replaced.at(-1) ?? '')?.[1])
  expect(await read(page, demandId)).toMatchObject({
    ...{ status: 'draft', demandTitle: '比格犬', categoryId: null, summary: '', demandBudget: 0, version: 2 },
    facts: [{ label: '', value: '只有值' }],
  })
  page.reload()
  const again = await loadStore()
  await again.start(7, { is: 'demand', demandId }, now)
  expect(again.form.get()).toMatchObject({
    content: { values: { demandTitle: '比格犬', budget: '', negotiable: false } },
  })
})

test('a sending whose answer was lost makes no second demand', async () => {
  const page = await signedIn('buyer')
  const { store, values } = await openForm()
  store.keep(values)
  page.line.deaf = true
  expect(await store.submit(values)).toBeUndefined()
  expect(store.sending.get()).toMatchObject({ at: 'refused', failure: { code: 0 } })
  page.line.deaf = false
  const demandId = await store.submit(values)
  expect(demandId).toBeTypeOf('number')
  const mine = contentOf(await page.client.api.demands.buyerDemands({ keyword: values.demandTitle }))
  expect(mine.data.map((row) => row.demandId)).toEqual([demandId])
})

test('a lost line and an ended session keep what was typed', async () => {
  const { line, expire } = await signedIn('buyer')
  const { store, values } = await openForm()
  store.keep({ ...values, demandTitle: '打了一半' })
  line.cut = true
  expect(await store.submit(values)).toBeUndefined()
  expect(store.sending.get()).toMatchObject({ at: 'refused', failure: { code: 0 } })
  line.cut = false
  expire()
  expect(await store.submit(values)).toBeUndefined()
  expect(store.sending.get()).toMatchObject({ at: 'refused', failure: { code: 600 } })
  store.keep({ ...values, demandTitle: '打了一半' })
  await store.start(7, template, now)
  expect(store.form.get()).toMatchObject({ content: { restored: true, values: { demandTitle: '打了一半' } } })
})

test('somebody else changed it meanwhile: nothing is written over, and what was typed can be a draft of its own', async () => {
  const page = await signedIn('buyer')
  const { values } = await openForm()
  const draft = { demandTitle: '甲', categoryId: null, summary: '', demandBudget: 0, deadline: null, submit: false }
  const { demandId } = contentOf(await saveDemand(page.client, draft))
  const store = await loadStore()
  await store.start(7, { is: 'demand', demandId }, now)
  contentOf(await page.client.api.demands.demandUpdate({ ...draft, demandId, demandTitle: '同事写的' }))
  const mine = { ...values, demandTitle: '我写的' }
  store.keep(mine)
  expect(await store.saveNow(mine)).toBe(false)
  expect(store.saving.get().at).toBe('conflict')
  expect((await read(page, demandId)).demandTitle).toBe('同事写的')
  const copy = await store.keepCopy(mine)
  expect(copy.ok && copy.content.id).not.toBe(demandId)
  await store.reload(now)
  expect(store.form.get()).toMatchObject({ content: { values: { demandTitle: '同事写的' }, found: null } })
})

test('an older demand is copied: words, fields and questions, with a time of its own', async () => {
  const page = await signedIn('buyer')
  const { store, values } = await openForm()
  const demandId = await store.submit(values)
  if (demandId === undefined) throw new Error('It was not published')
  await store.start(7, { is: 'copy', demandId }, now)
  const copy = store.form.get()
  if (copy.at !== 'ready') throw new Error(`The form is ${copy.at}`)
  expect(copy.content).toMatchObject({ demand: null, from: expect.stringContaining(values.demandTitle) })
  expect(copy.content.values).toMatchObject({ fields: values.fields, templateKey: 'pk', deliverBy: '' })
  expect(copy.content.values.questions).toEqual(values.questions)
  expect(await store.submit(copy.content.values)).not.toBe(demandId)
  expect(saves(page)).toBe(2)
})
