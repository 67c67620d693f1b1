import { expect, test } from 'vitest'
import { startAppForTest } from '../../support/app.ts'
import { signInAs } from '../../support/client.ts'
import { goodsOrder, paid as paidGoods, payeeOf } from '../../support/scenes/orders/order.ts'
import { demandOrder, lineOf, paid, refundRows } from '../../support/scenes/orders/pay.ts'
import { signedIn } from '../demands/signed-in.ts'
import { readyContent } from '../ready.ts'

test('a buyer asks for amounts of lines; what was typed survives a lost answer and is sent once', async () => {
  const app = await startAppForTest()
  const [buyer, seller] = [await signInAs(app, 'buyer'), await signInAs(app, 'seller')]
  await payeeOf(app)
  const orderId = await demandOrder(app, buyer, seller)
  await paid(app, { buyer, seller }, orderId)
  await paid(app, { buyer, seller }, orderId, 2)
  const { network } = await signedIn('buyer', '', app)
  const store = await import('../../../src/stores/orders/refunds.ts')
  store.startRefunds('buyer', orderId)
  await expect.poll(() => store.refunds.get().at).toBe('ready')
  const form = () => {
    const now = store.refundDialog.get()
    if (now?.kind !== 'request') throw new Error('No form')
    return now.form
  }
  store.openRefundRequest()
  expect(form()).toMatchObject({ by: 'lines', items: [], reason: '' })
  // Two lines: nothing is filled in.
  expect(form().lines.map(({ typed }) => typed)).toEqual(['', ''])
  const [line] = form().lines
  if (line === undefined) throw new Error('No line')
  expect(store.amountFault('3000.01', line.most)).toContain('最多可退')
  expect(store.amountFault('abc', line.most)).toContain('两位小数')
  expect(store.amountFault('', line.most)).toBeUndefined()
  store.changeRefundLine(line.lineId, '1,200.50')
  store.changeRefundReason('检测项目减少')
  expect(store.sumOfForm(form())).toBe(120_050)
  network.losesAnswers = true
  expect(await store.submitRefundDialog()).toBe(false)
  expect(store.refundDialog.get()).toMatchObject({ sending: false, failure: { code: 0 } })
  expect(form()).toMatchObject({ reason: '检测项目减少' })
  network.losesAnswers = false
  expect(await Promise.all([store.submitRefundDialog(), store.submitRefundDialog()])).toEqual([true, false])
  expect(store.refundDialog.get()).toBeNull()
  const { requests, refundable } = readyContent(store.refunds.get())
  expect(requests.map(({ asked, status }) => [asked, status])).toEqual([[120_050, 'requested']])
  expect(refundable.map(({ isOpen }) => isOpen)).toEqual([true, false])
  // The line that waits is not offered again; the only other one is filled in.
  store.openRefundRequest()
  expect(form().lines.map(({ typed }) => typed)).toEqual(['4500'])
})

test('a supplier agrees to less; a refused answer keeps the form', async () => {
  const app = await startAppForTest()
  const [buyer, seller] = [await signInAs(app, 'buyer'), await signInAs(app, 'seller')]
  await payeeOf(app)
  const orderId = await demandOrder(app, buyer, seller)
  await paid(app, { buyer, seller }, orderId)
  const { id: lineId } = await lineOf(app, orderId)
  const input = { orderId, lines: [{ lineId, amount: 90_000 }], reason: '样品减少' }
  expect((await buyer.api.orders.refundAsk(input, { idempotencyKey: 'refund-store-1' })).ok).toBe(true)
  await signedIn('seller', '', app)
  const store = await import('../../../src/stores/orders/refunds.ts')
  store.startRefunds('seller', orderId)
  await expect.poll(() => store.refunds.get().at).toBe('ready')
  const [request] = readyContent(store.refunds.get()).requests
  if (request === undefined) throw new Error('No request')
  store.openAgreement(request)
  store.changeRefundLine(lineId, '300')
  expect(await store.submitRefundDialog()).toBe(false)
  expect(store.refundDialog.get()).toMatchObject({ kind: 'agree', lines: [{ typed: '300' }], failure: { code: 400 } })
  store.changeRefundReason('一部分已检测')
  expect(await store.submitRefundDialog()).toBe(true)
  expect((await refundRows(app, orderId)).map(({ amount }) => amount)).toEqual([30_000])
  // The same request is answered: the next answer is refused, and the list is read again.
  store.openAgreement(request)
  expect(await store.submitRefundDialog()).toBe(false)
  expect(store.refundDialog.get()?.failure?.code).toBe(1020)
})

test('items of goods fill in what their quantity is worth', async () => {
  const app = await startAppForTest()
  const [buyer, seller] = [await signInAs(app, 'buyer'), await signInAs(app, 'seller')]
  await payeeOf(app)
  const { orderId } = await goodsOrder(app, buyer, 4)
  await paidGoods(buyer, seller, orderId)
  await signedIn('buyer', '', app)
  const store = await import('../../../src/stores/orders/refunds.ts')
  store.startRefunds('buyer', orderId)
  await expect.poll(() => store.refunds.get().at).toBe('ready')
  const [item] = readyContent(store.refunds.get()).items
  if (item === undefined) throw new Error('No item')
  store.openRefundRequest()
  store.changeRefundQuantity(item.orderLineId, 1)
  store.changeRefundReason('一件破损')
  const now = store.refundDialog.get()
  if (now?.kind !== 'request') throw new Error('No form')
  expect(now.form.by).toBe('items')
  expect(store.sumOfForm(now.form)).toBe(Math.floor(item.amount / 4))
  expect(await store.submitRefundDialog()).toBe(true)
  expect(readyContent(store.refunds.get()).requests[0]).toMatchObject({ items: [{ quantity: 1 }] })
})
