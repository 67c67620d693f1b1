import { expect, test } from 'vitest'
import { signedIn } from '../demands/signed-in.ts'

/** Page of an order of the buyer whose record has several pages. */
async function opened() {
  const page = await signedIn('buyer')
  const { buyerOrders } = await import('../../../src/stores/orders/list/order-list.ts')
  buyerOrders.start()
  await expect.poll(() => buyerOrders.state.get().at, { timeout: 20_000 }).toBe('ready')
  const list = buyerOrders.state.get()
  const rows = list.at === 'ready' ? list.content.data : []
  const { api } = await import('../../../src/client/browser.ts')
  const records = await Promise.all(rows.map(({ orderId }) => api.orders.buyerDealRecord({ orderId, pageSize: 1 })))
  const row = rows.find((_row, at) => {
    const answer = records[at]
    return answer?.ok === true && answer.content.entries > 10
  })
  if (row === undefined) throw new Error('The buyer has no order with a long record')
  page.calls.length = 0
  const store = await import('../../../src/stores/orders/deal-record.ts')
  store.startDealRecord({ side: 'buyer', orderId: row.orderId })
  await expect.poll(() => store.dealRecord.get().at, { timeout: 20_000 }).toBe('ready')
  const record = () => {
    const state = store.dealRecord.get()
    if (state.at !== 'ready') throw new Error('The record is not there')
    return state.content
  }
  return { ...page, store, record }
}

test('a record shows its newest entries, and earlier ones are added once', async () => {
  const { store, record, calls } = await opened()
  const { entries, data, state } = record()
  expect([state, data.length]).toEqual(['verified', 10])
  expect(await Promise.all([store.loadEarlierEntries(), store.loadEarlierEntries()])).toEqual([null, null])
  expect(calls.filter((path) => path === '/fmall/order/buyer/record')).toHaveLength(2)
  while (record().next !== null) expect(await store.loadEarlierEntries()).toBeNull()
  expect(record().data.map(({ seq }) => seq)).toEqual(Array.from({ length: entries }, (_, at) => entries - at))
  expect(await store.loadEarlierEntries()).toBeNull()
})

test('earlier entries that could not be loaded leave the shown ones, with the reason', async () => {
  const { store, record, network } = await opened()
  const before = record()
  network.cut = true
  expect((await store.loadEarlierEntries())?.code).toBe(0)
  expect(record()).toEqual(before)
  network.cut = false
  expect(await store.loadEarlierEntries()).toBeNull()
  expect(record().data.length).toBeGreaterThan(before.data.length)
})
