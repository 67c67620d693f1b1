import { expect, test } from 'vitest'
import { startAppForTest } from '../../support/app.ts'
import { as, contentOf } from '../../support/client.ts'
import { signedIn } from '../demands/signed-in.ts'

const load = async () => {
  const store = await import('../../../src/stores/catalogue/stock-table.ts')
  store.stocks.start()
  await store.stocks.load()
  const now = store.stocks.state.get()
  const row = now.at === 'ready' ? now.content.data[0] : undefined
  if (row === undefined) throw new Error('No stock')
  return { store, row, id: row.specId }
}
const stockOf = (store: Awaited<ReturnType<typeof load>>['store'], id: number) => {
  const now = store.stocks.state.get()
  return now.at === 'ready' ? now.content.data.find(({ specId }) => specId === id)?.stock : undefined
}

test('what is typed is kept once; what is no number, or the same, is not sent', async () => {
  const { made } = await signedIn('seller')
  const { store, row, id } = await load()
  const sent = () => made.filter((path) => path === '/fmall/product/stock/update').length
  store.type(id, 'abc')
  expect(await store.save(id)).toBe(false)
  expect(store.cells.get()[id]).toMatchObject({ at: 'wrong', typed: 'abc' })
  store.type(id, String(row.stock))
  await store.save(id)
  expect(store.cells.get()[id]).toBeUndefined()
  expect(sent()).toBe(0)
  store.type(id, String(row.stock + 7))
  const answers = await Promise.all([store.save(id), store.save(id)])
  expect(answers).toContain(true)
  expect(sent()).toBe(1)
  expect(store.cells.get()[id]).toEqual({ at: 'saved' })
  expect(stockOf(store, id)).toBe(row.stock + 7)
})

test('a sale in between is shown with what there is now, and can be decided on', async () => {
  const app = await startAppForTest()
  await signedIn('seller', '', app)
  const { store, row, id } = await load()
  const { api } = await as(app, 'seller')
  contentOf(await api.catalogue.stockUpdate({ specId: id, was: row.stock, stock: row.stock + 1 }))
  store.type(id, '500')
  expect(await store.save(id)).toBe(false)
  expect(store.cells.get()[id]).toEqual({ at: 'conflict', typed: '500', present: row.stock + 1 })
  expect(await store.save(id)).toBe(true)
  expect(stockOf(store, id)).toBe(500)
})

test('Esc puts back what there is; a lost line keeps what was typed', async () => {
  const { line } = await signedIn('seller')
  const { store, id } = await load()
  store.type(id, '3')
  store.restore(id)
  expect(store.cells.get()[id]).toBeUndefined()
  store.type(id, '3')
  line.cut = true
  await store.save(id)
  expect(store.cells.get()[id]).toMatchObject({ at: 'wrong', typed: '3' })
})

test('few pieces and none are conditions of the address', async () => {
  await signedIn('seller', '?status=none')
  const store = await import('../../../src/stores/catalogue/stock-table.ts')
  store.stocks.start()
  await store.stocks.load()
  const now = store.stocks.state.get()
  expect(now.at === 'ready' && now.content.data.every(({ stock }) => stock === 0)).toBe(true)
})
