import { expect, test, vi } from 'vitest'
import { pdf } from '../../support/uploads.ts'
import { as, contentOf, failureOf } from '../../support/client.ts'
import { book, demandOrder, lineOf, linesOf, paymentRow, voucherOf } from '../../calls/orders/pay-scene.ts'
import { signedIn } from '../demands/signed-in.ts'
import { ready } from '../ready.ts'

/** The paying page of a buyer, over an order in three payments. */
async function scene() {
  const page = await signedIn('buyer')
  const seller = await as(page.app, 'seller')
  const orderId = await demandOrder(page.app, page.client, seller)
  const store = await import('../../../src/stores/orders/pay.ts')
  const attempts = await import('../../../src/stores/orders/pay-attempt.ts')
  const stop = store.start({ orderId })
  await expect.poll(() => store.info.get().at).toBe('ready')
  page.made.length = 0
  return { ...page, seller, orderId, store, attempts, stop }
}

test('what is due is chosen, by transfer; a click begins one attempt, a second one finds it', async () => {
  const { app, store, attempts, orderId, made } = await scene()
  const line = await lineOf(app, orderId)
  expect(store.chosen.get()).toEqual([line.id])
  expect(store.method.get()).toBe('bank')
  const both = await Promise.all([attempts.open(), attempts.open()])
  expect(both.toSorted()).toEqual([false, true])
  expect(made.filter((path) => path === '/fmall/payment/open')).toHaveLength(1)
  const first = store.attempt.get()
  expect(first).toMatchObject({ status: 'open', amount: 300_000 })
  await attempts.leave()
  await store.load()
  expect(store.attempt.get()).toBeNull()
  expect(await attempts.open()).toBe(true)
  expect(store.attempt.get()?.paymentId).toBe(first?.paymentId)
})

test('a voucher whose answer is lost goes in once when it is sent again', async () => {
  const { app, client, store, attempts, line, orderId } = await scene()
  await attempts.open()
  const { url, name, size, contentType, fileId } = contentOf(
    await client.upload('attachment', new File([pdf], '回单.pdf', { type: 'application/pdf' })),
  )
  attempts.voucher.start([{ url, name, size, contentType, fileId }])
  line.deaf = true
  expect(await attempts.confirm()).toBe(false)
  expect(attempts.sending.get().failure).toMatchObject({ code: 0 })
  line.deaf = false
  expect(await attempts.confirm()).toBe(true)
  expect(store.attempt.get()?.status).toBe('submitted')
  expect((await lineOf(app, orderId)).status).toBe('submitted')
  expect(ready(store.info.get()).payables[0]?.barrier).toBe('submitted')
})

test('a voucher can be taken back; the page is where it was before', async () => {
  const { app, client, store, attempts, orderId } = await scene()
  await attempts.open()
  const paymentId = store.attempt.get()?.paymentId ?? 0
  const voucherId = await voucherOf(client)
  contentOf(await client.api.orders.paymentConfirm({ paymentId, voucherId }, { idempotencyKey: `key-${paymentId}-x` }))
  await attempts.look()
  expect(store.attempt.get()?.status).toBe('submitted')
  expect(await attempts.close()).toBe(true)
  expect(store.attempt.get()).toBeNull()
  expect((await lineOf(app, orderId)).status).toBe('due')
})

test('a payment at a gateway is shown as it is there once the gateway has said so', async () => {
  const { app, store, attempts, orderId } = await scene()
  const lines = await linesOf(app, orderId)
  store.chooseMethod('demo')
  store.choose(lines[1]?.id ?? 0, true)
  expect(await attempts.open()).toBe(true)
  const now = store.attempt.get()
  expect(now?.amount).toBe(750_000)
  expect(attempts.cashDesk.get()?.url).toContain('/demo/pay')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = attempts.watch()
  await book(app, now?.paymentNo ?? '', 750_000)
  vi.advanceTimersByTime(3_000)
  vi.useRealTimers()
  await expect.poll(() => store.attempt.get()?.status).toBe('confirmed')
  stop()
  expect((await paymentRow(app, now?.paymentId ?? 0)).received).toBe(750_000)
})

test('opening the page anew goes on with what waits', async () => {
  const { store, attempts, reload, orderId } = await scene()
  await attempts.open()
  const before = store.attempt.get()?.paymentId
  reload()
  const anew = await import('../../../src/stores/orders/pay.ts')
  anew.start({ orderId })
  await expect.poll(() => anew.attempt.get()?.paymentId).toBe(before)
})

test('of another’s order nothing is shown', async () => {
  const { app, orderId } = await scene()
  const other = await as(app, 'buyer2')
  expect(failureOf(await other.api.orders.paymentInfo({ orderId }))).toBe('notFound')
})
