import { expect, test } from 'vitest'
import { pdf } from '../../support/uploads.ts'
import { signedIn } from '../demands/signed-in.ts'
import { withUploads } from '../operations/page-request.ts'

/** The page of the buyer's newest order that takes files and gives them back. */
async function opened() {
  const page = await signedIn('buyer')
  withUploads()
  const { buyerOrders } = await import('../../../src/stores/orders/buyer-orders.ts')
  buyerOrders.choose({ status: 'in_progress' })
  buyerOrders.start()
  await expect.poll(() => buyerOrders.orders.get().at, { timeout: 20_000 }).toBe('ready')
  const list = buyerOrders.orders.get()
  const [row] = list.at === 'ready' ? list.content.data : []
  if (row === undefined) throw new Error('The buyer has no order in progress')
  const store = await import('../../../src/stores/orders/papers.ts')
  store.start('buyer', row.orderId)
  await expect.poll(() => store.papers.get().at, { timeout: 20_000 }).toBe('ready')
  const names = () => {
    const state = store.papers.get()
    return state.at === 'ready' ? state.content.files.map(({ name, kind }) => [name, kind]) : []
  }
  return { ...page, store, names, orderId: row.orderId }
}
const paper = (name: string) => new File([pdf], name)

test('a file is sent, laid to the order as what it was said to be, and taken back after a question', async () => {
  const { store, names, made } = await opened()
  store.kind.set('contract')
  store.uploads.add([paper('盖章合同.pdf')])
  await expect.poll(names, { timeout: 20_000 }).toEqual([['盖章合同.pdf', 'contract']])
  expect([store.uploads.items.get(), store.unlaid.get()]).toEqual([[], []])
  const state = store.papers.get()
  const [file] = state.at === 'ready' ? state.content.files : []
  if (file === undefined) throw new Error('There is no file')
  store.askRemoval(file)
  store.dropRemoval()
  expect(await store.remove()).toBeNull()
  expect(names()).toHaveLength(1)
  store.askRemoval(file)
  expect(await Promise.all([store.remove(), store.remove()])).toEqual([null, null])
  expect(names()).toEqual([])
  expect(made.filter((path) => path === '/fmall/order/buyer/file/delete')).toHaveLength(1)
})

test('what arrived and could not be laid waits with its reason, and is laid again without being sent again', async () => {
  const { store, names, made, line } = await opened()
  const stop = store.uploads.busy.listen((busy) => {
    if (!busy) line.cut = true
  })
  store.uploads.add([paper('检测报告.pdf')])
  await expect.poll(() => store.unlaid.get()[0]?.failure?.code, { timeout: 20_000 }).toBe(0)
  stop()
  expect(names()).toEqual([])
  line.cut = false
  const [waits] = store.unlaid.get()
  store.layAgain(waits?.file.fileId ?? '')
  store.layAgain(waits?.file.fileId ?? '')
  await expect.poll(names, { timeout: 20_000 }).toEqual([['检测报告.pdf', 'requirement']])
  expect(store.unlaid.get()).toEqual([])
  expect(made.filter((path) => path === '/files/upload')).toHaveLength(1)
})

test('the contract leads to its file; without a line the failure is told, and it can be asked for again', async () => {
  const { store, line, ledTo } = await opened()
  line.cut = true
  expect(await store.takeContract()).toMatchObject({ code: 0 })
  line.cut = false
  expect(await store.takeContract()).toBeNull()
  expect(ledTo).toEqual([expect.stringMatching(/^\/files\/[\w-]{22}\/.+\.pdf$/)])
})
