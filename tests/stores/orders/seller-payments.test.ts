import { expect, test } from 'vitest'
import { demandOrder, expectBooksAgree, lineOf, submitted } from '../../support/scenes/orders/pay.ts'
import { signInAs } from '../../support/client.ts'
import { signedIn } from '../demands/signed-in.ts'

test('a payee confirms an amount, reverts it, and confirms the right one, each once', async () => {
  const { app, client, calls } = await signedIn('seller')
  const buyer = await signInAs(app, 'buyer')
  const orderId = await demandOrder(app, buyer, client)
  const paymentId = await submitted(app, buyer, orderId)
  const store = await import('../../../src/stores/orders/pay/seller-payments.ts')
  const stop = store.sellerPayments.start()
  const row = async (id: number) => {
    await expect.poll(() => rows().some((each) => each.paymentId === id)).toBe(true)
    const found = rows().find((each) => each.paymentId === id)
    if (found === undefined) throw new Error(`No payment ${id}`)
    return found
  }
  const rows = () => {
    const now = store.sellerPayments.state.get()
    return now.at === 'ready' ? now.content.data : []
  }
  store.openPaymentVerdict(await row(paymentId), 'confirm')
  calls.length = 0
  const both = await Promise.all([
    store.submitPaymentVerdict({ received: 500_000 }),
    store.submitPaymentVerdict({ received: 500_000 }),
  ])
  expect(both.toSorted()).toEqual([false, true])
  expect(calls.filter((path) => path === '/fmall/payment/saler/verdict')).toHaveLength(1)
  const wrong = await row(paymentId)
  expect(wrong).toMatchObject({ status: 'confirmed', received: 500_000, waits: false })
  expect(wrong.undoUntil).not.toBeNull()
  store.openPaymentVerdict(wrong, 'undo')
  expect(await store.submitPaymentVerdict({ reason: '金额填错' })).toBe(true)
  expect(store.paymentVerdict.get()).toBeNull()
  const again = rows().find(({ waits, parts }) => waits && parts.some((part) => part.orderId === orderId))
  if (again === undefined) throw new Error('Nothing waits')
  store.openPaymentVerdict(again, 'confirm')
  expect(await store.submitPaymentVerdict({ received: 300_000 })).toBe(true)
  expect(await lineOf(app, orderId)).toMatchObject({ status: 'confirmed', paid: 300_000 })
  await expectBooksAgree(app, [orderId])
  stop()
})
