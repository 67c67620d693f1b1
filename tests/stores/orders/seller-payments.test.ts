import { expect, test } from 'vitest'
import { demandOrder, expectBooksAgree, lineOf, submitted } from '../../calls/orders/pay-scene.ts'
import { as } from '../../support/client.ts'
import { signedIn } from '../demands/signed-in.ts'

test('a payee confirms a sum, takes it back, and confirms the right one, each once', async () => {
  const { app, client, made } = await signedIn('seller')
  const buyer = await as(app, 'buyer')
  const orderId = await demandOrder(app, buyer, client)
  const paymentId = await submitted(app, buyer, orderId)
  const store = await import('../../../src/stores/orders/seller-payments.ts')
  const stop = store.payments.start()
  const row = async (id: number) => {
    await expect.poll(() => rows().some((each) => each.paymentId === id)).toBe(true)
    const found = rows().find((each) => each.paymentId === id)
    if (found === undefined) throw new Error(`No payment ${id}`)
    return found
  }
  const rows = () => {
    const now = store.payments.state.get()
    return now.at === 'ready' ? now.content.data : []
  }
  store.judge(await row(paymentId), 'confirm')
  made.length = 0
  const both = await Promise.all([store.give({ received: 500_000 }), store.give({ received: 500_000 })])
  expect(both.toSorted()).toEqual([false, true])
  expect(made.filter((path) => path === '/fmall/payment/saler/verdict')).toHaveLength(1)
  const wrong = await row(paymentId)
  expect(wrong).toMatchObject({ status: 'confirmed', received: 500_000, waits: false })
  expect(wrong.undoUntil).not.toBeNull()
  store.judge(wrong, 'undo')
  expect(await store.give({ reason: '金额填错' })).toBe(true)
  expect(store.judged.get()).toBeNull()
  const again = rows().find(({ waits, parts }) => waits && parts.some((part) => part.orderId === orderId))
  if (again === undefined) throw new Error('Nothing waits')
  store.judge(again, 'confirm')
  expect(await store.give({ received: 300_000 })).toBe(true)
  expect(await lineOf(app, orderId)).toMatchObject({ status: 'confirmed', paid: 300_000 })
  await expectBooksAgree(app, [orderId])
  stop()
})
