import { expect, test } from 'vitest'
import { ready } from '../ready.ts'
import { signedIn } from '../demands/signed-in.ts'

test('a declaration is kept as typed through a lost line, said where it is wrong, saved once and found again', async () => {
  const page = await signedIn('buyer2')
  const listStore = await import('../../../src/stores/projects/declarations.ts')
  listStore.projects.start()
  await listStore.projects.load()
  const call = ready(listStore.projects.state.get()).data.find(({ phase }) => phase === 'open')
  if (call === undefined) throw new Error('No open call')
  const store = await import('../../../src/stores/projects/declaration-form.ts')
  const source = { is: 'new', projectId: call.projectId } as const
  await store.open(source, 4)
  store.form.get()?.set('title', '仪器平台')
  store.form.get()?.set('amount', '十万')
  expect(await store.save(false)).toBeUndefined()
  const refused = store.form.get()?.sending.get()
  expect(refused).toMatchObject({ at: 'refused', faults: [{ field: 'amount' }] })
  store.form.get()?.set('amount', '100,000.50')
  page.line.cut = true
  expect(await store.save(false)).toBeUndefined()
  page.line.cut = false
  await store.open(source, 4)
  expect(store.form.get()?.values.get()).toMatchObject({ title: '仪器平台', amount: '100,000.50' })

  expect(await store.save(true)).toBeUndefined()
  const missing = store.form.get()?.sending.get()
  expect(missing?.at === 'refused' ? missing.faults.map(({ field }) => field) : []).toContain('files')
  const [saved, second] = await Promise.all([store.save(false), store.save(false)])
  expect(saved).toMatchObject({ status: 'draft', version: 1 })
  expect(second).toBeUndefined()
  await store.open({ is: 'own', id: saved?.declarationId ?? 0 }, 4)
  expect(store.form.get()?.values.get()).toMatchObject({ title: '仪器平台', amount: '100000.50', submit: false })
  await store.open(source, 4)
  expect(ready(store.start.get()).declarationId).toBe(saved?.declarationId)
})
