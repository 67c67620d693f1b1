import { expect, test } from 'vitest'
import { readyContent } from '../ready.ts'
import { signedIn } from '../demands/signed-in.ts'

test('a declaration keeps its input over network failures, shows field errors, and is saved once', async () => {
  const page = await signedIn('buyer2')
  const listStore = await import('../../../src/stores/projects/declarations.ts')
  listStore.govProjects.start()
  await listStore.govProjects.load()
  const call = readyContent(listStore.govProjects.state.get()).data.find(({ phase }) => phase === 'open')
  if (call === undefined) throw new Error('No open call')
  const store = await import('../../../src/stores/projects/declaration-form.ts')
  const source = { is: 'new', projectId: call.projectId } as const
  await store.openDeclarationForm(source, 4)
  store.currentForm.get()?.set('title', '仪器平台')
  store.currentForm.get()?.set('amount', '十万')
  expect(await store.saveDeclaration(false)).toBeUndefined()
  const refused = store.currentForm.get()?.submitState.get()
  expect(refused).toMatchObject({ at: 'refused', fieldErrors: [{ field: 'amount' }] })
  store.currentForm.get()?.set('amount', '100,000.50')
  page.network.cut = true
  expect(await store.saveDeclaration(false)).toBeUndefined()
  page.network.cut = false
  await store.openDeclarationForm(source, 4)
  expect(store.currentForm.get()?.values.get()).toMatchObject({ title: '仪器平台', amount: '100,000.50' })

  expect(await store.saveDeclaration(true)).toBeUndefined()
  const missing = store.currentForm.get()?.submitState.get()
  expect(missing?.at === 'refused' ? missing.fieldErrors.map(({ field }) => field) : []).toContain('files')
  const [saved, second] = await Promise.all([store.saveDeclaration(false), store.saveDeclaration(false)])
  expect(saved).toMatchObject({ status: 'draft', version: 1 })
  expect(second).toBeUndefined()
  await store.openDeclarationForm({ is: 'own', id: saved?.declarationId ?? 0 }, 4)
  expect(store.currentForm.get()?.values.get()).toMatchObject({ title: '仪器平台', amount: '100000.50', submit: false })
  await store.openDeclarationForm(source, 4)
  expect(readyContent(store.declarationStart.get()).declarationId).toBe(saved?.declarationId)
})
