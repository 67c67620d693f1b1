import { expect, test } from 'vitest'
import { startAppForTest } from '../../support/app.ts'
import { signInAs, contentOf } from '../../support/client.ts'
import { signedIn } from '../demands/signed-in.ts'

const load = async () => {
  const store = await import('../../../src/stores/catalogue/stock-table.ts')
  store.stockRows.start()
  await store.stockRows.load()
  const now = store.stockRows.state.get()
  const row = now.at === 'ready' ? now.content.data[0] : undefined
  if (row === undefined) throw new Error('No stock')
  return { store, row, id: row.specId }
}
const stockOf = (store: Awaited<ReturnType<typeof load>>['store'], id: number) => {
  const now = store.stockRows.state.get()
  return now.at === 'ready' ? now.content.data.find(({ specId }) => specId === id)?.stock : undefined
}

test('a typed quantity is saved once; invalid or unchanged ones are not sent', async () => {
  const { calls } = await signedIn('seller')
  const { store, row, id } = await load()
  const sent = () => calls.filter((path) => path === '/fmall/product/stock/update').length
  store.typeStock(id, 'abc')
  expect(await store.saveStock(id)).toBe(false)
  expect(store.stockCells.get()[id]).toMatchObject({ at: 'wrong', typed: 'abc' })
  store.typeStock(id, String(row.stock))
  await store.saveStock(id)
  expect(store.stockCells.get()[id]).toBeUndefined()
  expect(sent()).toBe(0)
  store.typeStock(id, String(row.stock + 7))
  const answers = await Promise.all([store.saveStock(id), store.saveStock(id)])
  expect(answers).toContain(true)
  expect(sent()).toBe(1)
  expect(store.stockCells.get()[id]).toEqual({ at: 'saved' })
  expect(stockOf(store, id)).toBe(row.stock + 7)
})

test('a concurrent sale is shown with the current stock, for a new decision', async () => {
  const app = await startAppForTest()
  await signedIn('seller', '', app)
  const { store, row, id } = await load()
  const { api } = await signInAs(app, 'seller')
  contentOf(await api.catalogue.stockUpdate({ specId: id, was: row.stock, stock: row.stock + 1 }))
  store.typeStock(id, '500')
  expect(await store.saveStock(id)).toBe(false)
  expect(store.stockCells.get()[id]).toEqual({ at: 'conflict', typed: '500', current: row.stock + 1 })
  expect(await store.saveStock(id)).toBe(true)
  expect(stockOf(store, id)).toBe(500)
})

test('Esc restores the stock; a network failure keeps the input', async () => {
  const { network } = await signedIn('seller')
  const { store, id } = await load()
  store.typeStock(id, '3')
  store.restoreStock(id)
  expect(store.stockCells.get()[id]).toBeUndefined()
  store.typeStock(id, '3')
  network.cut = true
  await store.saveStock(id)
  expect(store.stockCells.get()[id]).toMatchObject({ at: 'wrong', typed: '3' })
})

test('low and empty stock are filters of the URL', async () => {
  await signedIn('seller', '?status=none')
  const store = await import('../../../src/stores/catalogue/stock-table.ts')
  store.stockRows.start()
  await store.stockRows.load()
  const now = store.stockRows.state.get()
  expect(now.at === 'ready' && now.content.data.every(({ stock }) => stock === 0)).toBe(true)
})
