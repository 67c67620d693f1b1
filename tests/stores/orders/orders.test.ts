import { expect, test, vi } from 'vitest'
import { signedIn } from '../demands/signed-in.ts'

test('the list keeps its conditions in the address and what it shows while the line is cut', async () => {
  const { line } = await signedIn('buyer', '?status=completed')
  const { buyerOrders } = await import('../../../src/stores/orders/buyer-orders.ts')
  buyerOrders.start()
  await expect.poll(() => buyerOrders.orders.get().at).toBe('ready')
  const shown = buyerOrders.orders.get()
  expect(shown.at === 'ready' && shown.content.data.every(({ status }) => status === 'completed')).toBe(true)
  line.cut = true
  await buyerOrders.load()
  expect(buyerOrders.orders.get()).toMatchObject({ at: 'ready', stale: { code: 0 } })
  line.cut = false
  buyerOrders.choose({ status: undefined, current: 2 })
  expect(location.search).toBe('?current=2')
})

test('without a network the place of the list says so, and with one that the server is away', async () => {
  const { line } = await signedIn('buyer')
  const { buyerOrders } = await import('../../../src/stores/orders/buyer-orders.ts')
  const toasts: string[] = []
  const { onClientEvent } = await import('../../../src/client/events.ts')
  onClientEvent((event) => event.is === 'transportFailed' && toasts.push(event.message))
  line.cut = true
  buyerOrders.start()
  const away = { failure: { message: '服务器异常，建议稍后重试' } }
  await expect.poll(() => buyerOrders.orders.get()).toMatchObject(away)
  vi.stubGlobal('navigator', { onLine: false })
  await buyerOrders.load()
  expect(buyerOrders.orders.get()).toMatchObject({ failure: { message: '网络连接中断，请检查网络后重试' } })
  expect(toasts.at(-1)).toBe('网络连接中断，请检查网络后重试')
})

test('a sub-account without the right reads why', async () => {
  await signedIn('sub')
  const { buyerOrders } = await import('../../../src/stores/orders/buyer-orders.ts')
  buyerOrders.start()
  await expect.poll(() => buyerOrders.orders.get()).toMatchObject({ at: 'failed', failure: { code: 403 } })
})

test('a seller answers a new order once', async () => {
  const { made } = await signedIn('seller', '?status=pending_confirm')
  const { sellerOrders } = await import('../../../src/stores/orders/seller-orders.ts')
  sellerOrders.start()
  await expect.poll(() => sellerOrders.orders.get().at).toBe('ready')
  const list = sellerOrders.orders.get()
  const [waiting] = list.at === 'ready' ? list.content.data : []
  if (waiting === undefined) throw new Error('No order waits for its seller')
  const store = await import('../../../src/stores/orders/order.ts')
  store.askStep('decline')
  expect(store.step.get()).toEqual({ at: 'none' })
  store.start('seller', waiting.orderId)
  await expect.poll(() => store.order.get().at).toBe('ready')
  store.askStep('decline')
  expect(await store.takeStep()).toBe(false)
  expect(store.step.get()).toMatchObject({ at: 'asking', failure: { code: 400 } })
  const declines = () => store.takeStep({ reason: '档期已满' })
  expect(await Promise.all([declines(), declines()])).toEqual([true, false])
  expect(made.filter((path) => path === '/fmall/order/saler/step')).toHaveLength(2)
  expect(store.order.get()).toMatchObject({ content: { status: 'declined' } })
})

test('an order is read again when its people are told of it, and nobody else’s news does that', async () => {
  const { made } = await signedIn('buyer')
  const { buyerOrders } = await import('../../../src/stores/orders/buyer-orders.ts')
  buyerOrders.start()
  await expect.poll(() => buyerOrders.orders.get().at).toBe('ready')
  const list = buyerOrders.orders.get()
  const [row] = list.at === 'ready' ? list.content.data : []
  if (row === undefined) throw new Error('The buyer has no order')
  const store = await import('../../../src/stores/orders/order.ts')
  const { passOn } = await import('../../../src/stores/operations/told.ts')
  const { links } = await import('../../../src/domain/links.ts')
  const reads = () => made.filter((path) => path === '/fmall/order/buyer/detail').length
  const stop = store.start('buyer', row.orderId)
  await expect.poll(() => store.order.get().at).toBe('ready')
  const before = reads()
  passOn({ kind: 'notice', title: '别的', path: links.buyerOrder(row.orderId + 1) })
  passOn({ kind: 'notice', title: '订单有变', path: links.buyerOrder(row.orderId) })
  await expect.poll(reads).toBe(before + 1)
  stop()
  passOn({ kind: 'notice', title: '订单有变', path: links.buyerOrder(row.orderId) })
  expect(reads()).toBe(before + 1)
})

test('days and the tab of what is to be paid stand in the address, beside what else it says', async () => {
  await signedIn('buyer', '?view=x&from=2026-13-99&until=2026-11-30')
  const { buyerOrders } = await import('../../../src/stores/orders/buyer-orders.ts')
  buyerOrders.start()
  expect(buyerOrders.query.get()).toMatchObject({ from: '', until: '2026-11-30', status: undefined })
  buyerOrders.choose({ status: 'to_pay', from: '2026-11-01' })
  await expect.poll(() => buyerOrders.orders.get()).toMatchObject({ at: 'ready', refreshing: false })
  const given = new URLSearchParams(location.search)
  expect(Object.fromEntries(given)).toEqual({ view: 'x', from: '2026-11-01', until: '2026-11-30', status: 'to_pay' })
  const shown = buyerOrders.orders.get()
  expect(shown.at === 'ready' && shown.content.data.every(({ canPay }) => canPay)).toBe(true)
})

test('what is typed for a delivery stays until it was sent, and is sent once', async () => {
  const { line, made } = await signedIn('seller')
  const { sellerOrders } = await import('../../../src/stores/orders/seller-orders.ts')
  sellerOrders.start()
  await expect.poll(() => sellerOrders.orders.get().at).toBe('ready')
  const list = sellerOrders.orders.get()
  const row = list.at === 'ready' && list.content.data.find(({ steps }) => steps.includes('deliver'))
  if (!row) throw new Error('Nothing is to be delivered')
  const store = await import('../../../src/stores/orders/order.ts')
  const deliver = await import('../../../src/stores/orders/deliver.ts')
  store.start('seller', row.orderId)
  await expect.poll(() => store.order.get().at).toBe('ready')
  deliver.open(row.orderId)
  deliver.change({ note: '全部检验合格' })
  deliver.close()
  deliver.open(row.orderId)
  expect(deliver.form.get()).toMatchObject({ note: '全部检验合格' })
  line.cut = true
  expect(await deliver.send()).toBe(false)
  expect(deliver.form.get()).toMatchObject({ note: '全部检验合格', failure: { code: 0 } })
  line.cut = false
  expect(await Promise.all([deliver.send(), deliver.send()])).toEqual([true, false])
  expect(made.filter((path) => path === '/fmall/order/saler/deliver').length).toBeLessThanOrEqual(2)
  expect(store.order.get()).toMatchObject({ content: { status: 'delivered' } })
  deliver.open(row.orderId)
  expect(deliver.form.get()).toMatchObject({ note: '' })
})

test('both desks read', async () => {
  await signedIn('buyer')
  const { desk, start } = await import('../../../src/stores/orders/desk.ts')
  await start('buyer')
  expect(desk.get()).toMatchObject({ at: 'ready' })
  await start('seller')
  expect(desk.get()).toMatchObject({ at: 'failed', failure: { code: 1011 } })
})
