import { expect, test } from 'vitest'
import { completedOrder, orderTotal } from '../../support/scenes/orders/completed.ts'
import { startAppForTest } from '../../support/app.ts'
import { signInAs, contentOf } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import { signedIn } from '../demands/signed-in.ts'

const paths = { ask: '/fmall/invoice/buyer/save', review: '/fmall/review/buyer/save' }

test('a buyer requests an invoice once, for the open amount, even if the response is lost', async () => {
  const app = await startAppForTest()
  const orderId = await completedOrder(app, await signInAs(app, 'buyer'), await signInAs(app, 'seller'))
  const { calls, network } = await signedIn('buyer', '', app)
  const store = await import('../../../src/stores/orders/invoices/invoices.ts')
  store.startInvoices('buyer', orderId)
  await expect
    .poll(() => store.orderInvoices.get())
    .toMatchObject({ at: 'ready', content: { open: orderTotal, data: [] } })
  await store.openInvoiceRequest()
  expect(store.invoiceRequestForm.values.get()).toMatchObject({ amount: '10000.01' })
  store.invoiceRequestForm.setText('amount', '10000.02')
  expect(await store.submitInvoiceRequest()).toBe(false)
  expect(store.invoiceRequestForm.submitState.get()).toMatchObject({ fieldErrors: [{ field: 'amount' }] })
  store.invoiceRequestForm.setText('amount', '4,000')
  expect(calls.filter((path) => path === paths.ask)).toHaveLength(0)
  network.losesAnswers = true
  expect(await store.submitInvoiceRequest()).toBe(false)
  network.losesAnswers = false
  expect(await Promise.all([store.submitInvoiceRequest(), store.submitInvoiceRequest()])).toEqual([true, false])
  expect(store.isInvoiceRequestOpen.get()).toBe(false)
  const now = store.orderInvoices.get()
  expect(now).toMatchObject({
    content: { open: orderTotal - 400_000, data: [{ amount: 400_000, status: 'requested' }] },
  })
  const [invoice] = now.at === 'ready' ? now.content.data : []
  if (invoice === undefined) throw new Error('Nothing was asked for')
  store.openInvoiceWithdrawal(invoice)
  expect(await store.withdrawInvoice()).toBe(true)
  expect(store.orderInvoices.get()).toMatchObject({ content: { open: orderTotal } })
})

test('a seller issues from the list; the input stays on network failure', async () => {
  const app = await startAppForTest()
  const buyer = await signInAs(app, 'buyer')
  const orderId = await completedOrder(app, buyer, await signInAs(app, 'seller'))
  const asked = { orderId, kind: 'normal' as const, amount: 1_000 }
  const { invoice } = contentOf(await buyer.api.orders.invoiceRequest(asked, { idempotencyKey: newKey() }))
  const { network } = await signedIn('seller', '?view=invoices&status=requested', app)
  const list = await import('../../../src/stores/orders/invoices/invoices.ts')
  const store = await import('../../../src/stores/orders/invoices/invoice-step.ts')
  list.sellerInvoices.start()
  await expect.poll(() => list.sellerInvoices.state.get().at).toBe('ready')
  const shown = list.sellerInvoices.state.get()
  const row = shown.at === 'ready' ? shown.content.data.find((each) => each.invoiceId === invoice.invoiceId) : undefined
  if (row === undefined) throw new Error('The request is not in the list')
  store.openInvoiceStep('issue', row)
  expect(await store.submitInvoiceStep()).toBeUndefined()
  expect(store.invoiceStepForm.submitState.get()).toMatchObject({ fieldErrors: [{ field: 'number' }] })
  store.invoiceStepForm.setText('number', '2611 2000 0000 0000 7777')
  network.cut = true
  expect(await store.submitInvoiceStep()).toBeUndefined()
  expect(store.invoiceStepForm.values.get()).toMatchObject({ number: '2611 2000 0000 0000 7777' })
  network.cut = false
  expect(await store.submitInvoiceStep()).toMatchObject({ status: 'issued', invoiceNo: '26112000000000007777' })
  expect(store.invoiceStep.get()).toBeNull()
  list.sellerInvoices.setQuery({ status: undefined })
  expect(location.search).toBe('?view=invoices')
})

test('a review is typed, survives a reload, is sent once, and answered', async () => {
  const app = await startAppForTest()
  const seller = await signInAs(app, 'seller')
  const orderId = await completedOrder(app, await signInAs(app, 'buyer'), seller)
  const page = await signedIn('buyer', '', app)
  const first = await import('../../../src/stores/orders/reviews.ts')
  first.startOrderReviews('buyer', orderId)
  await expect
    .poll(() => first.orderReviews.get())
    .toMatchObject({ at: 'ready', content: { canWrite: true, own: null } })
  expect(await first.submitOrderReview()).toBe(false)
  expect(first.orderReviewForm.submitState.get()).toMatchObject({
    fieldErrors: [{ field: 'scores.quality' }, { field: 'scores.speed' }, { field: 'scores.service' }],
  })
  first.chooseStars('quality', 5)
  first.chooseStars('speed', 2)
  first.chooseStars('payment', 1)
  page.reload()

  const store = await import('../../../src/stores/orders/reviews.ts')
  store.startOrderReviews('buyer', orderId)
  await expect.poll(() => store.orderReviews.get()).toMatchObject({ at: 'ready' })
  expect(store.orderReviewForm.values.get()).toEqual({ scores: { quality: 5, speed: 2 }, text: '' })
  store.chooseStars('service', 4)
  expect(await store.submitOrderReview()).toBe(false)
  expect(store.orderReviewForm.submitState.get()).toMatchObject({ fieldErrors: [{ field: 'text' }] })
  store.orderReviewForm.setText('text', '开工晚了一周，请改进排期')
  page.network.losesAnswers = true
  expect(await store.submitOrderReview()).toBe(false)
  page.network.losesAnswers = false
  expect(await Promise.all([store.submitOrderReview(), store.submitOrderReview()])).toEqual([true, false])
  expect(page.calls.filter((path) => path === paths.review)).toHaveLength(2)
  expect(store.orderReviews.get()).toMatchObject({ content: { own: { mean: 367 }, other: null, canWrite: false } })

  const scores = { clarity: 5, payment: 5, service: 5 }
  contentOf(await seller.api.orders.sellerReviewSave({ orderId, scores, text: '' }, { idempotencyKey: newKey() }))
  await store.loadOrderReviews()
  expect(store.orderReviews.get()).toMatchObject({ content: { other: { mean: 500, reply: '' }, hiddenUntil: null } })
  store.openReviewReply()
  store.setReviewReply('谢')
  expect(await store.submitReviewReply()).toBe(false)
  expect(store.replyForm.get().error).toBeDefined()
  store.setReviewReply('谢谢，期待下次合作')
  expect(await Promise.all([store.submitReviewReply(), store.submitReviewReply()])).toEqual([true, false])
  expect(store.orderReviews.get()).toMatchObject({ content: { other: { reply: '谢谢，期待下次合作' } } })
})
