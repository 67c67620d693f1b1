import { expect, test, vi } from 'vitest'
import { pdf } from '../../support/uploads.ts'
import { signInAs, contentOf, failureOf } from '../../support/client.ts'
import { book, demandOrder, lineOf, linesOf, paymentRow, voucherOf } from '../../support/scenes/orders/pay.ts'
import { signedIn } from '../demands/signed-in.ts'
import { readyContent } from '../ready.ts'

/** Payment page of a buyer for an order with three payments. */
async function scene() {
  const page = await signedIn('buyer')
  const seller = await signInAs(page.app, 'seller')
  const orderId = await demandOrder(page.app, page.client, seller)
  const store = await import('../../../src/stores/orders/pay/pay.ts')
  const attempts = await import('../../../src/stores/orders/pay/pay-attempt.ts')
  const stop = store.startPay({ orderId })
  await expect.poll(() => store.payInfo.get().at).toBe('ready')
  page.calls.length = 0
  return { ...page, seller, orderId, store, attempts, stop }
}

test('the due payment is chosen, by transfer; one click starts an attempt, a second one finds it', async () => {
  const { app, store, attempts, orderId, calls } = await scene()
  const line = await lineOf(app, orderId)
  expect(store.chosenLineIds.get()).toEqual([line.id])
  expect(store.paymentMethod.get()).toBe('bank')
  const both = await Promise.all([attempts.startPayment(), attempts.startPayment()])
  expect(both.toSorted()).toEqual([false, true])
  expect(calls.filter((path) => path === '/fmall/payment/open')).toHaveLength(1)
  const first = store.paymentAttempt.get()
  expect(first).toMatchObject({ status: 'open', amount: 300_000 })
  await attempts.leavePayment()
  await store.loadPayInfo()
  expect(store.paymentAttempt.get()).toBeNull()
  expect(await attempts.startPayment()).toBe(true)
  expect(store.paymentAttempt.get()?.paymentId).toBe(first?.paymentId)
})

test('a voucher whose response was lost is saved once when resent', async () => {
  const { app, client, store, attempts, network, orderId } = await scene()
  await attempts.startPayment()
  const { url, name, size, contentType, fileId } = contentOf(
    await client.upload('attachment', new File([pdf], '回单.pdf', { type: 'application/pdf' })),
  )
  attempts.transferVoucher.setFiles([{ url, name, size, contentType, fileId }])
  network.losesAnswers = true
  expect(await attempts.submitVoucher()).toBe(false)
  expect(attempts.paymentSending.get().failure).toMatchObject({ code: 0 })
  network.losesAnswers = false
  expect(await attempts.submitVoucher()).toBe(true)
  expect(store.paymentAttempt.get()?.status).toBe('submitted')
  expect((await lineOf(app, orderId)).status).toBe('submitted')
  expect(readyContent(store.payInfo.get()).payables[0]?.blocker).toBe('submitted')
})

test('a voucher can be withdrawn, which restores the page', async () => {
  const { app, client, store, attempts, orderId } = await scene()
  await attempts.startPayment()
  const paymentId = store.paymentAttempt.get()?.paymentId ?? 0
  const voucherId = await voucherOf(client)
  contentOf(await client.api.orders.paymentConfirm({ paymentId, voucherId }, { idempotencyKey: `key-${paymentId}-x` }))
  await attempts.checkPayment()
  expect(store.paymentAttempt.get()?.status).toBe('submitted')
  expect(await attempts.cancelPayment()).toBe(true)
  expect(store.paymentAttempt.get()).toBeNull()
  expect((await lineOf(app, orderId)).status).toBe('due')
})

test("a gateway payment shows its state after the gateway's callback", async () => {
  const { app, store, attempts, orderId } = await scene()
  const lines = await linesOf(app, orderId)
  store.choosePaymentMethod('demo')
  store.toggleLine(lines[1]?.id ?? 0, true)
  expect(await attempts.startPayment()).toBe(true)
  const now = store.paymentAttempt.get()
  expect(now?.amount).toBe(750_000)
  expect(attempts.gatewayLink.get()?.url).toContain('/demo/pay')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = attempts.watchPayment()
  await book(app, now?.paymentNo ?? '', 750_000)
  vi.advanceTimersByTime(3_000)
  vi.useRealTimers()
  await expect.poll(() => store.paymentAttempt.get()?.status).toBe('confirmed')
  stop()
  expect((await paymentRow(app, now?.paymentId ?? 0)).received).toBe(750_000)
})

test('reopening the page continues the pending payment', async () => {
  const { store, attempts, reload, orderId } = await scene()
  await attempts.startPayment()
  const before = store.paymentAttempt.get()?.paymentId
  reload()
  const anew = await import('../../../src/stores/orders/pay/pay.ts')
  anew.startPay({ orderId })
  await expect.poll(() => anew.paymentAttempt.get()?.paymentId).toBe(before)
})

test('shows nothing of another buyer’s order', async () => {
  const { app, orderId } = await scene()
  const other = await signInAs(app, 'buyer2')
  expect(failureOf(await other.api.orders.paymentInfo({ orderId }))).toBe('notFound')
})

test('of several orders a transfer chooses one; an attempt of another selection is not resumed', async () => {
  const { app, client, seller, orderId, store, attempts, stop } = await scene()
  stop()
  const second = await demandOrder(app, client, seller)
  const third = await demandOrder(app, client, seller)
  const shown = { orderIds: [orderId, second] }
  const chosenOrders = () => [...new Set(store.chosenLines.get().map((line) => line.orderId))]
  const open = async (what: typeof shown) => {
    const end = store.startPay(what)
    await expect.poll(() => store.payInfo.get().at).toBe('ready')
    return end
  }
  ;(await open(shown))()
  expect(store.paymentMethod.get()).toBe('demo')
  expect(chosenOrders()).toEqual([orderId, second])
  store.choosePaymentMethod('bank')
  expect(chosenOrders()).toEqual([orderId])
  // A transfer of the first order is under way: the page still offers the second one.
  await attempts.startPayment()
  const paymentId = store.paymentAttempt.get()?.paymentId ?? 0
  const voucherId = await voucherOf(client)
  contentOf(await client.api.orders.paymentConfirm({ paymentId, voucherId }, { idempotencyKey: `key-${paymentId}-y` }))
  ;(await open({ orderIds: [second, orderId, third] }))()
  expect(store.paymentAttempt.get()).toBeNull()
  // What is open for the second and third order together is not resumed for the second one alone.
  const [line, other] = [await lineOf(app, second), await lineOf(app, third)]
  contentOf(await client.api.orders.paymentOpen({ lineIds: [line.id, other.id], method: 'demo' }))
  ;(await open({ orderIds: [second] }))()
  expect(store.paymentAttempt.get()).toBeNull()
  ;(await open({ orderIds: [third, second] }))()
  expect(store.paymentAttempt.get()).toMatchObject({ method: 'demo', status: 'open' })
})
