import { and, eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { products } from '../../../src/db/tables/catalogue.ts'
import { signedIn } from '../demands/signed-in.ts'

test('a failed search is repeated as it was, and pages belong to what was searched for', async () => {
  const { network } = await signedIn('buyer')
  const store = await import('../../../src/stores/catalogue/structure-search.ts')
  await store.searchStructure()
  expect(store.structureFault.get()).toContain('结构')
  expect(store.structureState.get()).toEqual({ at: 'none' })
  store.setStructureText('NC(C)=O')
  expect(store.structureFault.get()).toBe('')
  network.cut = true
  await store.searchStructure()
  const failed = store.structureState.get()
  if (failed.at !== 'failed') throw new Error(`It is ${failed.at}`)
  network.cut = false
  store.setStructureText('a text that is still being typed')
  await failed.retry()
  expect(store.structureState.get()).toMatchObject({ at: 'ready', content: { structure: 'NC(C)=O', current: 1 } })
  await store.searchStructure(2, 'NC(C)=O')
  expect(store.structureState.get()).toMatchObject({ at: 'ready', content: { structure: 'NC(C)=O', current: 2 } })
  expect(store.structureFault.get()).toBe('')
}, 120_000)

test('similar structures of goods are looked up again after a failure', async () => {
  const { app, network } = await signedIn('buyer')
  const store = await import('../../../src/stores/catalogue/structure-search.ts')
  const [goods] = await app.db
    .select({ productNo: products.productNo })
    .from(products)
    .where(and(isNotNull(products.moleculeId), eq(products.status, 'published')))
    .limit(1)
  network.cut = true
  await store.openSimilarStructures(goods?.productNo ?? '')
  const failed = store.structureState.get()
  if (failed.at !== 'failed') throw new Error(`It is ${failed.at}`)
  network.cut = false
  await failed.retry()
  expect(store.structureText.get()).not.toBe('')
  expect(store.structureState.get()).toMatchObject({ at: 'ready', content: { mode: 'similar', current: 1 } })
}, 120_000)
