import { expect, test } from 'vitest'
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
  await store.start('seller', waiting.orderId)
  store.askStep('decline')
  expect(await store.takeStep('')).toBe(false)
  expect(store.step.get()).toMatchObject({ at: 'asking' })
  expect(await Promise.all([store.takeStep('档期已满'), store.takeStep('档期已满')])).toEqual([true, false])
  expect(made.filter((path) => path === '/fmall/order/saler/step')).toHaveLength(2)
  expect(store.order.get()).toMatchObject({ content: { status: 'declined' } })
})

test('both desks read', async () => {
  await signedIn('buyer')
  const { desk, start } = await import('../../../src/stores/orders/desk.ts')
  await start('buyer')
  expect(desk.get()).toMatchObject({ at: 'ready' })
  await start('seller')
  expect(desk.get()).toMatchObject({ at: 'failed', failure: { code: 1011 } })
})
