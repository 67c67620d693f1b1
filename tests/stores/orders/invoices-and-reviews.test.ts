import { expect, test } from 'vitest'
import { completedOrder, orderTotal } from '../../calls/orders/completed-scene.ts'
import { startAppForTest } from '../../support/app.ts'
import { as, contentOf } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import { signedIn } from '../demands/signed-in.ts'

const paths = { ask: '/fmall/invoice/buyer/save', review: '/fmall/review/buyer/save' }

test('a buyer asks for an invoice once: of what is open, also when the answer is lost', async () => {
  const app = await startAppForTest()
  const orderId = await completedOrder(app, await as(app, 'buyer'), await as(app, 'seller'))
  const { made, line } = await signedIn('buyer', '', app)
  const store = await import('../../../src/stores/orders/invoices.ts')
  store.start('buyer', orderId)
  await expect.poll(() => store.invoices.get()).toMatchObject({ at: 'ready', content: { open: orderTotal, data: [] } })
  await store.ask()
  expect(store.form.values.get()).toMatchObject({ amount: '10000.01' })
  store.form.setText('amount', '10000.02')
  expect(await store.sendAsk()).toBe(false)
  expect(store.form.sending.get()).toMatchObject({ faults: [{ field: 'amount' }] })
  store.form.setText('amount', '4,000')
  expect(made.filter((path) => path === paths.ask)).toHaveLength(0)
  line.deaf = true
  expect(await store.sendAsk()).toBe(false)
  line.deaf = false
  expect(await Promise.all([store.sendAsk(), store.sendAsk()])).toEqual([true, false])
  expect(store.asking.get()).toBe(false)
  const now = store.invoices.get()
  expect(now).toMatchObject({
    content: { open: orderTotal - 400_000, data: [{ amount: 400_000, status: 'requested' }] },
  })
  const [invoice] = now.at === 'ready' ? now.content.data : []
  if (invoice === undefined) throw new Error('Nothing was asked for')
  store.askWithdraw(invoice)
  expect(await store.withdraw()).toBe(true)
  expect(store.invoices.get()).toMatchObject({ content: { open: orderTotal } })
})

test('a seller issues from the list; what was typed stays while the line is cut', async () => {
  const app = await startAppForTest()
  const buyer = await as(app, 'buyer')
  const orderId = await completedOrder(app, buyer, await as(app, 'seller'))
  const asked = { orderId, kind: 'normal' as const, amount: 1_000 }
  const { invoice } = contentOf(await buyer.api.orders.invoiceRequest(asked, { idempotencyKey: newKey() }))
  const { line } = await signedIn('seller', '?view=invoices&status=requested', app)
  const list = await import('../../../src/stores/orders/seller-invoices.ts')
  const store = await import('../../../src/stores/orders/invoice-step.ts')
  list.invoices.start()
  await expect.poll(() => list.invoices.state.get().at).toBe('ready')
  const shown = list.invoices.state.get()
  const row = shown.at === 'ready' ? shown.content.data.find((each) => each.invoiceId === invoice.invoiceId) : undefined
  if (row === undefined) throw new Error('The request is not in the list')
  store.begin('issue', row)
  expect(await store.send()).toBeUndefined()
  expect(store.form.sending.get()).toMatchObject({ faults: [{ field: 'number' }] })
  store.form.setText('number', '2611 2000 0000 0000 7777')
  line.cut = true
  expect(await store.send()).toBeUndefined()
  expect(store.form.values.get()).toMatchObject({ number: '2611 2000 0000 0000 7777' })
  line.cut = false
  expect(await store.send()).toMatchObject({ status: 'issued', invoiceNo: '26112000000000007777' })
  expect(store.doing.get()).toBeNull()
  list.invoices.choose({ status: undefined })
  expect(location.search).toBe('?view=invoices')
})

test('a review is chosen, kept over a reload, sent once, and answered', async () => {
  const app = await startAppForTest()
  const seller = await as(app, 'seller')
  const orderId = await completedOrder(app, await as(app, 'buyer'), seller)
  const page = await signedIn('buyer', '', app)
  const first = await import('../../../src/stores/orders/reviews.ts')
  first.start('buyer', orderId)
  await expect.poll(() => first.reviews.get()).toMatchObject({ at: 'ready', content: { canWrite: true, own: null } })
  expect(await first.save()).toBe(false)
  expect(first.form.sending.get()).toMatchObject({
    faults: [{ field: 'scores.quality' }, { field: 'scores.speed' }, { field: 'scores.service' }],
  })
  first.choose('quality', 5)
  first.choose('speed', 2)
  first.choose('payment', 1)
  page.reload()

  const store = await import('../../../src/stores/orders/reviews.ts')
  store.start('buyer', orderId)
  expect(store.form.values.get()).toEqual({ scores: { quality: 5, speed: 2 }, text: '' })
  store.choose('service', 4)
  expect(await store.save()).toBe(false)
  expect(store.form.sending.get()).toMatchObject({ faults: [{ field: 'text' }] })
  store.form.setText('text', '开工晚了一周，请改进排期')
  page.line.deaf = true
  expect(await store.save()).toBe(false)
  page.line.deaf = false
  expect(await Promise.all([store.save(), store.save()])).toEqual([true, false])
  expect(page.made.filter((path) => path === paths.review)).toHaveLength(2)
  expect(store.reviews.get()).toMatchObject({ content: { own: { mean: 367 }, other: null, canWrite: false } })

  const scores = { clarity: 5, payment: 5, service: 5 }
  contentOf(await seller.api.orders.sellerReviewSave({ orderId, scores, text: '' }, { idempotencyKey: newKey() }))
  await store.load()
  expect(store.reviews.get()).toMatchObject({ content: { other: { mean: 500, reply: '' }, hiddenUntil: null } })
  store.openReply()
  store.typeReply('谢')
  expect(await store.sendReply()).toBe(false)
  expect(store.reply.get().fault).toBeDefined()
  store.typeReply('谢谢，期待下次合作')
  expect(await Promise.all([store.sendReply(), store.sendReply()])).toEqual([true, false])
  expect(store.reviews.get()).toMatchObject({ content: { other: { reply: '谢谢，期待下次合作' } } })
})
