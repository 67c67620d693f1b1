import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GatewayState, PayGateway } from '../../../src/server/providers/pay/pay.ts'
import { closeDuePayments } from '../../../src/server/orders/payments/close-due-payments.ts'
import { forEachConcurrent } from '../../../src/server/orders/for-each-concurrent.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { signInAs, contentOf, type Client } from '../../support/client.ts'
import { startPayGateways, type PayGateways } from '../../support/pay-gateway.ts'
import { at } from '../../support/scenes/orders/cart.ts'
import { demandOrder, lineOf, open, paymentRow } from '../../support/scenes/orders/pay.ts'

let app: TestApp
let there: PayGateways
let buyer: Client
let seller: Client
beforeAll(async () => {
  there = await startPayGateways()
  app = await startApp(there.settings)
  buyer = await signInAs(app, 'buyer')
  seller = await signInAs(app, 'seller')
})
afterAll(async () => {
  await app.close()
  await there.close()
})

const openOne = async (method: 'wechat' | 'demo') => {
  const line = await lineOf(app, await demandOrder(app, buyer, seller))
  return contentOf(await open(buyer, [line.id], method)).payment
}

test('runs eight actions in parallel, reports errors and continues', async () => {
  const failed: [unknown, number][] = []
  const [begun, ended]: [number[], number[]] = [[], []]
  let most = 0
  const all = Array.from({ length: 30 }, (_, index) => index)
  await forEachConcurrent(
    all,
    async (one) => {
      begun.push(one)
      most = Math.max(most, begun.length - ended.length)
      await new Promise((resolve) => setImmediate(resolve))
      ended.push(one)
      if (one % 7 === 3) throw new Error(`no ${one}`)
    },
    (thrown, one) => failed.push([thrown, one]),
  )
  expect(begun).toEqual(all)
  expect(most).toBe(8)
  expect(failed.map(([, one]) => one)).toEqual([3, 10, 17, 24])
})

test('does not delay other payments when a gateway is silent or fails', async () => {
  const payments = [await openOne('demo'), await openOne('demo'), await openOne('demo')]
  const [silent, mad, paid] = payments.map(({ paymentNo }) => paymentNo)
  let release = () => {}
  const silence = new Promise<void>((resolve) => (release = resolve))
  const asked: string[] = []
  const query = async (paymentNo: string): Promise<GatewayState> => {
    asked.push(paymentNo)
    if (paymentNo === silent) await silence
    if (paymentNo === mad) throw new TypeError('out of its mind')
    if (paymentNo !== paid) return { state: 'open' }
    return { state: 'paid', tradeNo: `T${paymentNo}`, amount: at(payments, 2).amount, paidAt: new Date() }
  }
  const real = app.runtime.providers.pay.demo
  if (real === undefined) throw new Error('The demo has no gateway')
  const demo: PayGateway = { ...real, query }
  const errors: unknown[] = []
  const log = { warn: () => {}, error: (fields: unknown) => void errors.push(fields) }
  const clock = closeDuePayments(app.db, { providers: { pay: { demo } }, push: app.runtime.push, log })
  await expect.poll(async () => (await paymentRow(app, at(payments, 2).paymentId)).status).toBe('confirmed')
  expect(asked).toEqual(expect.arrayContaining([silent, mad, paid]))
  release()
  await clock
  expect(errors).toMatchObject([{ paymentNo: mad }])
  expect((await paymentRow(app, at(payments, 0).paymentId)).status).toBe('open')
})

test('a payment started on a desktop is started again on a phone, with a new number', async () => {
  const desktop = await openOne('wechat')
  const { lineId } = at(desktop.parts, 0)
  const phone = await signInAs(app, 'buyer')
  phone.headers.set('user-agent', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148')
  const first = contentOf(await open(phone, [lineId], 'wechat'))
  expect(first.url).not.toBeNull()
  expect(first.payment.paymentNo).not.toBe(desktop.paymentNo)
  expect((await paymentRow(app, desktop.paymentId)).status).toBe('closed')
  expect(contentOf(await open(phone, [lineId], 'wechat')).payment.paymentId).toBe(first.payment.paymentId)
  const back = contentOf(await open(buyer, [lineId], 'wechat'))
  expect(back.qr).toMatch(/^weixin:/)
  expect(back.payment.paymentId).not.toBe(first.payment.paymentId)
})
