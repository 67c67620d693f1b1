import { expect, test } from 'vitest'
import { signedIn } from './signed-in.ts'

const now = new Date().toISOString()
const openForm = async () => {
  const store = await import('../../../src/stores/demands/demand-form.ts')
  await store.start(7, { is: 'template', template: 'pk' }, now)
  const form = store.form.get()
  if (form.at !== 'ready') throw new Error(`The form is ${form.at}`)
  return { store, form: form.content, values: { ...form.content.values, budget: '120,000.50' } }
}

test('a template fills the form, and its category is found by its words', async () => {
  await signedIn('buyer')
  const { form } = await openForm()
  expect(form.values.categoryId).toBeTypeOf('number')
  expect(form.values.facts.map(({ label }) => label)).toContain('采血点数')
})

test('published once, however often the button is pressed; the draft goes', async () => {
  const { made } = await signedIn('buyer')
  const { store, values } = await openForm()
  store.keep(values)
  const answers = await Promise.all([store.send(values, true), store.send(values, true)])
  expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1)
  expect(made.filter((path) => path === '/mall/demand/save')).toHaveLength(1)
  await store.start(7, { is: 'template', template: 'pk' }, now)
  expect(store.form.get()).toMatchObject({ at: 'ready', content: { restored: false } })
})

test('what is wrong is named as the form names it, before anything is sent', async () => {
  const { made } = await signedIn('buyer')
  const { store, values } = await openForm()
  await store.send({ ...values, demandTitle: ' ', budget: '12.345' }, true)
  const now = store.sending.get()
  expect(now.at === 'refused' && now.faults.map(({ field }) => field)).toEqual(['budget', 'demandTitle'])
  expect(made).not.toContain('/mall/demand/save')
})

test('faults of the server come to their fields, at the rows they are about', async () => {
  await signedIn('buyer')
  const { store, values } = await openForm()
  const facts = [
    { label: '空', value: '' },
    { label: '', value: '有值无名' },
  ]
  await store.send({ ...values, facts, deadlineDate: '2020-01-01' }, true)
  const first = store.sending.get()
  expect(first.at === 'refused' && first.faults.map(({ field }) => field)).toEqual(['facts.1.label'])
  await store.send({ ...values, facts: [], deadlineDate: '2020-01-01' }, true)
  const second = store.sending.get()
  expect(second.at === 'refused' && second.faults.map(({ field }) => field)).toEqual(['deadlineDate'])
})

test('a lost line and an ended session keep what was typed', async () => {
  const { line, expire } = await signedIn('buyer')
  const { store, values } = await openForm()
  store.keep({ ...values, demandTitle: '打了一半' })
  line.cut = true
  expect(await store.send(values, true)).toBeUndefined()
  expect(store.sending.get()).toMatchObject({ at: 'refused', failure: { code: 0 } })
  line.cut = false
  expire()
  expect(await store.send(values, true)).toBeUndefined()
  expect(store.sending.get()).toMatchObject({ at: 'refused', failure: { code: 600 } })
  await store.start(7, { is: 'template', template: 'pk' }, now)
  expect(store.form.get()).toMatchObject({ content: { restored: true, values: { demandTitle: '打了一半' } } })
})
