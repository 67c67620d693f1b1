import { expect, test } from 'vitest'
import { pdf } from '../../support/uploads.ts'
import { signedIn } from '../demands/signed-in.ts'
import { withUploads } from '../operations/page-request.ts'

/** Page of the buyer's newest order, with uploads and downloads. */
async function opened() {
  const page = await signedIn('buyer')
  withUploads()
  const { buyerOrders } = await import('../../../src/stores/orders/list/order-list.ts')
  buyerOrders.updateQuery({ status: 'in_progress' })
  buyerOrders.start()
  await expect.poll(() => buyerOrders.state.get().at, { timeout: 20_000 }).toBe('ready')
  const list = buyerOrders.state.get()
  const [row] = list.at === 'ready' ? list.content.data : []
  if (row === undefined) throw new Error('The buyer has no order in progress')
  const store = await import('../../../src/stores/orders/order-documents.ts')
  store.startOrderDocuments('buyer', row.orderId)
  await expect.poll(() => store.orderDocuments.get().at, { timeout: 20_000 }).toBe('ready')
  const names = () => {
    const state = store.orderDocuments.get()
    return state.at === 'ready' ? state.content.files.map(({ name, kind }) => [name, kind]) : []
  }
  return { ...page, store, names, orderId: row.orderId }
}
const paper = (name: string) => new File([pdf], name)

test('a file is uploaded, attached to the order with its kind, and removed after confirmation', async () => {
  const { store, names, calls } = await opened()
  store.uploadKind.set('contract')
  store.orderFileUploads.add([paper('盖章合同.pdf')])
  await expect.poll(names, { timeout: 20_000 }).toEqual([['盖章合同.pdf', 'contract']])
  expect([store.orderFileUploads.items.get(), store.unattachedFiles.get()]).toEqual([[], []])
  const state = store.orderDocuments.get()
  const [file] = state.at === 'ready' ? state.content.files : []
  if (file === undefined) throw new Error('There is no file')
  store.openFileRemoval(file)
  store.closeFileRemoval()
  expect(await store.removeOrderFile()).toBeNull()
  expect(names()).toHaveLength(1)
  store.openFileRemoval(file)
  expect(await Promise.all([store.removeOrderFile(), store.removeOrderFile()])).toEqual([null, null])
  expect(names()).toEqual([])
  expect(calls.filter((path) => path === '/fmall/order/buyer/file/delete')).toHaveLength(1)
})

test('a file that could not be attached shows the reason, and is attached later without a new upload', async () => {
  const { store, names, calls, network } = await opened()
  const stop = store.orderFileUploads.busy.listen((busy) => {
    if (!busy) network.cut = true
  })
  store.orderFileUploads.add([paper('检测报告.pdf')])
  await expect.poll(() => store.unattachedFiles.get()[0]?.failure?.code, { timeout: 20_000 }).toBe(0)
  stop()
  expect(names()).toEqual([])
  network.cut = false
  const [waits] = store.unattachedFiles.get()
  store.retryAttach(waits?.file.fileId ?? '')
  store.retryAttach(waits?.file.fileId ?? '')
  await expect.poll(names, { timeout: 20_000 }).toEqual([['检测报告.pdf', 'requirement']])
  expect(store.unattachedFiles.get()).toEqual([])
  expect(calls.filter((path) => path === '/files/upload')).toHaveLength(1)
})

test('the contract opens its file; a network failure is reported and can be retried', async () => {
  const { store, network, navigations } = await opened()
  network.cut = true
  expect(await store.downloadContract()).toMatchObject({ code: 0 })
  network.cut = false
  expect(await store.downloadContract()).toBeNull()
  expect(navigations).toEqual([expect.stringMatching(/^\/files\/[\w-]{22}\/.+\.pdf$/)])
})
