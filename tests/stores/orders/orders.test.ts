import { expect, test, vi } from 'vitest'
import { signedIn } from '../demands/signed-in.ts'

test('the list keeps its filters in the URL and its rows on network failure', async () => {
  const { network } = await signedIn('buyer', '?status=completed')
  const { buyerOrders } = await import('../../../src/stores/orders/list/order-list.ts')
  buyerOrders.start()
  await expect.poll(() => buyerOrders.state.get().at).toBe('ready')
  const shown = buyerOrders.state.get()
  expect(shown.at === 'ready' && shown.content.data.every(({ status }) => status === 'completed')).toBe(true)
  network.cut = true
  await buyerOrders.load()
  expect(buyerOrders.state.get()).toMatchObject({ at: 'ready', stale: { code: 0 } })
  network.cut = false
  buyerOrders.updateQuery({ status: undefined, current: 2 })
  expect(location.search).toBe('?current=2')
})

test('amounts and the sort order are in the URL; a saved filter brings them back', async () => {
  await signedIn('buyer')
  const { buyerOrders } = await import('../../../src/stores/orders/list/order-list.ts')
  const { parseDailyQuery, savedQuery } = await import('../../../src/stores/daily-query.ts')
  buyerOrders.start()
  await expect.poll(() => buyerOrders.state.get().at).toBe('ready')
  const rows = () => {
    const state = buyerOrders.state.get()
    return state.at === 'ready' && !state.refreshing ? state.content.data : undefined
  }
  const first = rows()?.[0]
  if (first === undefined) throw new Error('The buyer has no orders')
  buyerOrders.select(new Set([first.orderId]))
  buyerOrders.updateQuery({ amountFrom: '1000', sortBy: 'total', sortDown: true })
  expect(location.search).toBe('?amountFrom=1000&sortBy=total&sortDown=1')
  await expect.poll(() => rows()?.every(({ total }) => total >= 100_000)).toBe(true)
  const totals = rows()?.map(({ total }) => total) ?? []
  expect(totals).toEqual(totals.toSorted((a, b) => b - a))
  const now = buyerOrders.query.get()
  if (now === null) throw new Error('There is no query')
  expect(await buyerOrders.savedFilters.save('大额', savedQuery(now))).toBe(null)
  const saved = buyerOrders.savedFilters.state.get()
  const query = saved.at === 'ready' ? saved.content.data.find(({ name }) => name === '大额')?.query : undefined
  expect(parseDailyQuery(query ?? '', buyerOrders.statuses, buyerOrders.sortKeys)).toEqual(now)
  // A filter that was saved under earlier names.
  const earlier = parseDailyQuery('totalFrom=1000&totalTo=2000', buyerOrders.statuses, buyerOrders.sortKeys)
  expect(savedQuery(earlier)).toBe('amountFrom=1000&amountTo=2000')
  expect(earlier.extra).toEqual({})
  // Rows that are not shown any more are not selected any more.
  buyerOrders.updateQuery({ keyword: '没有这样的订单' })
  await expect.poll(() => rows()?.length).toBe(0)
  expect(buyerOrders.selected.get().size).toBe(0)
})

test('the chosen columns are kept in the browser', async () => {
  await signedIn('buyer')
  const { shownColumns } = await import('../../../src/stores/shown-columns.ts')
  const columns = shownColumns('test', ['title', 'total'])
  columns.show('open', true)
  columns.show('total', false)
  const again = shownColumns('test', ['title', 'total'])
  again.start()
  expect(again.keys.get()).toEqual(['title', 'open'])
  again.reset()
  expect(again.keys.get()).toEqual(['title', 'total'])
})

test('shows offline without a network, and server unavailable with one', async () => {
  const { network } = await signedIn('buyer')
  const { buyerOrders } = await import('../../../src/stores/orders/list/order-list.ts')
  const toasts: string[] = []
  const { onClientEvent } = await import('../../../src/client/events.ts')
  onClientEvent((event) => event.is === 'transportFailed' && toasts.push(event.message))
  network.cut = true
  buyerOrders.start()
  const away = { failure: { message: '服务器异常，建议稍后重试' } }
  await expect.poll(() => buyerOrders.state.get()).toMatchObject(away)
  vi.stubGlobal('navigator', { onLine: false })
  await buyerOrders.load()
  expect(buyerOrders.state.get()).toMatchObject({ failure: { message: '网络连接中断，请检查网络后重试' } })
  expect(toasts.at(-1)).toBe('网络连接中断，请检查网络后重试')
})

test('a sub-account without the permission sees why', async () => {
  await signedIn('sub')
  const { buyerOrders } = await import('../../../src/stores/orders/list/order-list.ts')
  buyerOrders.start()
  await expect.poll(() => buyerOrders.state.get()).toMatchObject({ at: 'failed', failure: { code: 403 } })
})

test('a seller answers a new order once', async () => {
  const { calls } = await signedIn('seller', '?status=pending_confirm')
  const { sellerOrders } = await import('../../../src/stores/orders/list/order-list.ts')
  sellerOrders.start()
  await expect.poll(() => sellerOrders.state.get().at).toBe('ready')
  const list = sellerOrders.state.get()
  const [waiting] = list.at === 'ready' ? list.content.data : []
  if (waiting === undefined) throw new Error('No order waits for its seller')
  const store = await import('../../../src/stores/orders/order.ts')
  store.openOrderStep('decline')
  expect(store.orderStep.get()).toEqual({ at: 'none' })
  store.startOrder('seller', waiting.orderId)
  await expect.poll(() => store.order.get().at).toBe('ready')
  store.openOrderStep('decline')
  expect(await store.submitOrderStep()).toBe(false)
  expect(store.orderStep.get()).toMatchObject({ at: 'asking', failure: { code: 400 } })
  const declines = () => store.submitOrderStep({ reason: '档期已满' })
  expect(await Promise.all([declines(), declines()])).toEqual([true, false])
  expect(calls.filter((path) => path === '/fmall/order/saler/step')).toHaveLength(2)
  expect(store.order.get()).toMatchObject({ content: { status: 'declined' } })
})

test('an order reloads on notices about it, not on others', async () => {
  const { calls } = await signedIn('buyer')
  const { buyerOrders } = await import('../../../src/stores/orders/list/order-list.ts')
  buyerOrders.start()
  await expect.poll(() => buyerOrders.state.get().at).toBe('ready')
  const list = buyerOrders.state.get()
  const [row] = list.at === 'ready' ? list.content.data : []
  if (row === undefined) throw new Error('The buyer has no order')
  const store = await import('../../../src/stores/orders/order.ts')
  const { dispatchPush } = await import('../../../src/stores/operations/push-notices.ts')
  const { links } = await import('../../../src/domain/links.ts')
  const reads = () => calls.filter((path) => path === '/fmall/order/buyer/detail').length
  const stop = store.startOrder('buyer', row.orderId)
  await expect.poll(() => store.order.get().at).toBe('ready')
  const before = reads()
  dispatchPush({ kind: 'notice', title: '别的', path: links.buyerOrder(row.orderId + 1) })
  dispatchPush({ kind: 'notice', title: '订单有变', path: links.buyerOrder(row.orderId) })
  await expect.poll(reads).toBe(before + 1)
  stop()
  dispatchPush({ kind: 'notice', title: '订单有变', path: links.buyerOrder(row.orderId) })
  expect(reads()).toBe(before + 1)
})

test('days and the unpaid tab are held in the URL beside its other parameters', async () => {
  await signedIn('buyer', '?view=x&from=2026-13-99&until=2026-11-30')
  const { buyerOrders } = await import('../../../src/stores/orders/list/order-list.ts')
  buyerOrders.start()
  expect(buyerOrders.query.get()).toMatchObject({ from: '', until: '2026-11-30', status: undefined })
  buyerOrders.updateQuery({ status: 'to_pay', from: '2026-11-01' })
  await expect.poll(() => buyerOrders.state.get()).toMatchObject({ at: 'ready', refreshing: false })
  const given = new URLSearchParams(location.search)
  expect(Object.fromEntries(given)).toEqual({ view: 'x', from: '2026-11-01', until: '2026-11-30', status: 'to_pay' })
  const shown = buyerOrders.state.get()
  expect(shown.at === 'ready' && shown.content.data.every(({ canPay }) => canPay)).toBe(true)
})

test('the input of a delivery is kept until it is sent, once', async () => {
  const { network, calls } = await signedIn('seller')
  const { sellerOrders } = await import('../../../src/stores/orders/list/order-list.ts')
  sellerOrders.start()
  await expect.poll(() => sellerOrders.state.get().at).toBe('ready')
  const list = sellerOrders.state.get()
  const row = list.at === 'ready' && list.content.data.find(({ steps }) => steps.includes('deliver'))
  if (!row) throw new Error('Nothing is to be delivered')
  const store = await import('../../../src/stores/orders/order.ts')
  const deliver = await import('../../../src/stores/orders/deliver.ts')
  store.startOrder('seller', row.orderId)
  await expect.poll(() => store.order.get().at).toBe('ready')
  deliver.openDelivery(row.orderId)
  deliver.changeDelivery({ note: '全部检验合格' })
  deliver.closeDelivery()
  deliver.openDelivery(row.orderId)
  expect(deliver.deliveryForm.get()).toMatchObject({ note: '全部检验合格' })
  network.cut = true
  expect(await deliver.submitDelivery()).toBe(false)
  expect(deliver.deliveryForm.get()).toMatchObject({ note: '全部检验合格', failure: { code: 0 } })
  network.cut = false
  expect(await Promise.all([deliver.submitDelivery(), deliver.submitDelivery()])).toEqual([true, false])
  expect(calls.filter((path) => path === '/fmall/order/saler/deliver').length).toBeLessThanOrEqual(2)
  expect(store.order.get()).toMatchObject({ content: { status: 'delivered' } })
  deliver.openDelivery(row.orderId)
  expect(deliver.deliveryForm.get()).toMatchObject({ note: '' })
})

test('both dashboards load', async () => {
  await signedIn('buyer')
  const { dashboard, startDashboard } = await import('../../../src/stores/orders/dashboard.ts')
  await startDashboard('buyer', null)
  expect(dashboard.get()).toMatchObject({ at: 'ready' })
  await startDashboard('seller', null)
  expect(dashboard.get()).toMatchObject({ at: 'failed', failure: { code: 1011 } })
})

test('a dashboard that came with the page is shown without a call', async () => {
  const { calls } = await signedIn('buyer')
  const { dashboard, startDashboard } = await import('../../../src/stores/orders/dashboard.ts')
  const first = { todos: [], figures: [{ label: '进行中', value: 3, unit: 'count' as const }], payments: [] }
  await startDashboard('buyer', first)
  expect(dashboard.get()).toMatchObject({ at: 'ready', content: first })
  expect(calls.filter((path) => path.endsWith('/desk'))).toEqual([])
})
