import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { gatewayCallbacks } from '../../../src/db/tables/payments.ts'
import { addressHeader } from '../../../src/server/http/request-facts.ts'
import { origin, startApp, type TestApp } from '../../support/app.ts'
import { signInAs, contentOf, failureOf, type Client } from '../../support/client.ts'
import { startPayGateways, type PayGateways } from '../../support/pay-gateway.ts'
import { clock, demandOrder, expectBooksAgree, lineOf, open, paymentRow } from '../../support/scenes/orders/pay.ts'

/** Gateway callbacks: signed ones are booked once; others change nothing and are logged with the reason. */

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
beforeEach(() => void (there.behaviour.at = 'well'))

/** Posts a callback as a gateway does, from its own IP address. */
function post(method: string, body: string, headers: Readonly<Record<string, string>> = {}, verb = 'POST') {
  const request = new Request(`${origin}/pay/notify/${method}`, {
    method: verb,
    headers: { [addressHeader]: `10.9.${rand()}.${rand()}`, ...headers },
    ...(verb === 'GET' ? {} : { body }),
  })
  return app.fetch(request)
}
const rand = () => crypto.getRandomValues(new Uint8Array(1))[0] ?? 0

/** A payment paid at Alipay or WeChat, without a callback yet. */
async function paidAt(method: 'alipay' | 'wechat') {
  const orderId = await demandOrder(app, buyer, seller)
  const line = await lineOf(app, orderId)
  const { payment, url } = contentOf(await open(buyer, [line.id], method))
  const { paymentNo, paymentId } = payment
  if (method === 'alipay') there.alipay.pay(url ?? '')
  else there.wechat.pay(paymentNo)
  return { orderId, line, paymentNo, paymentId }
}
/** Logged callbacks of a payment, newest first. */
const rowsOf = (paymentNo: string) =>
  app.db
    .select({ outcome: gatewayCallbacks.outcome, reason: gatewayCallbacks.reason })
    .from(gatewayCallbacks)
    .where(eq(gatewayCallbacks.paymentNo, paymentNo))
    .orderBy(desc(gatewayCallbacks.id))
const rowsFrom = (address: string) =>
  app.db
    .select()
    .from(gatewayCallbacks)
    .where(and(eq(gatewayCallbacks.address, address), eq(gatewayCallbacks.outcome, 'refused')))

test('Alipay: opened, paid, confirmed by a signed callback, booked once', async () => {
  const { orderId, line, paymentNo, paymentId } = await paidAt('alipay')
  const notice = there.alipay.notice(paymentNo)
  const answers = [await post('alipay', notice), await post('alipay', notice)]
  for (const answer of answers) {
    expect([answer.status, await answer.text()]).toEqual([200, 'success'])
    expect(answer.headers.get('content-type')).toContain('text/plain')
  }
  expect(await paymentRow(app, paymentId)).toMatchObject({ status: 'confirmed', received: line.amount })
  expect(await lineOf(app, orderId)).toMatchObject({ status: 'confirmed', paid: line.amount })
  expect(await rowsOf(paymentNo)).toEqual([
    { outcome: 'repeated', reason: '' },
    { outcome: 'booked', reason: '' },
  ])
  await expectBooksAgree(app, [orderId])
})

test('WeChat: opened, paid, confirmed by a signed callback, booked once', async () => {
  const { orderId, line, paymentNo, paymentId } = await paidAt('wechat')
  const first = there.wechat.notice(paymentNo)
  const answer = await post('wechat', first.body, first.headers)
  expect([answer.status, await answer.json()]).toEqual([200, { code: 'SUCCESS', message: '成功' }])
  const again = there.wechat.notice(paymentNo)
  expect((await post('wechat', again.body, again.headers)).status).toBe(200)
  expect(await paymentRow(app, paymentId)).toMatchObject({ status: 'confirmed', received: line.amount })
  await expectBooksAgree(app, [orderId])
})

test('books 200 parallel callbacks once', { timeout: 120_000 }, async () => {
  const { orderId, line, paymentNo } = await paidAt('alipay')
  const notice = there.alipay.notice(paymentNo)
  const answers = await Promise.all(Array.from({ length: 200 }, () => post('alipay', notice)))
  expect(new Set(await Promise.all(answers.map((answer) => answer.text())))).toEqual(new Set(['success']))
  expect(await lineOf(app, orderId)).toMatchObject({ status: 'confirmed', paid: line.amount })
  const outcomes = (await rowsOf(paymentNo)).map(({ outcome }) => outcome)
  expect(outcomes.filter((outcome) => outcome === 'booked')).toHaveLength(1)
  expect(outcomes).toHaveLength(200)
  await expectBooksAgree(app, [orderId])
})

test('refuses changed, outdated and foreign callbacks with a logged reason', async () => {
  const { orderId, paymentNo, paymentId } = await paidAt('alipay')
  const changed = there.alipay.notice(paymentNo, { after: { total_amount: '999999.00' } })
  const answer = await post('alipay', changed)
  expect([answer.status, await answer.text()]).toEqual([200, 'fail'])
  await post('alipay', there.alipay.notice(paymentNo, { change: { app_id: '1' } }))
  expect((await rowsOf(paymentNo)).map(({ reason }) => reason)).toEqual(['another app', 'wrong signature'])
  const old = there.wechat.notice(paymentNo, { age: 900 })
  const refused = await post('wechat', old.body, old.headers)
  expect([refused.status, await refused.json()]).toEqual([500, { code: 'FAIL', message: '失败' }])
  expect((await paymentRow(app, paymentId)).status).toBe('open')
  expect((await lineOf(app, orderId)).paid).toBe(0)
})

test('refuses unknown payment numbers and those of another gateway', async () => {
  expect(await (await post('alipay', there.alipay.notice('P209901019999'))).text()).toBe('fail')
  expect(await rowsOf('P209901019999')).toEqual([{ outcome: 'refused', reason: 'no such payment' }])
  const { paymentNo } = await paidAt('wechat')
  expect(await (await post('alipay', there.alipay.notice(paymentNo))).text()).toBe('fail')
})

test('acknowledges callbacks without money and changes nothing', async () => {
  const { paymentNo, paymentId } = await paidAt('alipay')
  const notice = there.alipay.notice(paymentNo, { change: { trade_status: 'TRADE_CLOSED' } })
  expect(await (await post('alipay', notice)).text()).toBe('success')
  expect((await paymentRow(app, paymentId)).status).toBe('open')
})

test('accepts only POST, enabled gateways and limited sizes, and ignores sessions', async () => {
  const looked = await post('alipay', '', {}, 'GET')
  expect([looked.status, looked.headers.get('allow')]).toEqual([405, 'POST'])
  for (const method of ['bank', 'paypal', '..%2falipay']) expect((await post(method, 'x')).status).toBe(404)
  const large = await post('alipay', 'x'.repeat(65 * 1024))
  expect([large.status, await large.text()]).toEqual([413, 'fail'])
  const cookie = [...buyer.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  expect(await (await post('alipay', 'a=b', { cookie })).text()).toBe('fail')
})

test('limits stored refusals per address without affecting other senders', async () => {
  const address = '203.0.113.77'
  const answers = await Promise.all(
    Array.from({ length: 1_300 }, () => post('alipay', 'sign=x', { [addressHeader]: address })),
  )
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(100)
  expect(await rowsFrom(address)).toHaveLength(60)
  expect((await post('alipay', 'sign=x')).status).toBe(200)
  expect(await app.runtime.metrics.registry.metrics()).toMatch(
    /portal_gateway_callbacks_total\{method="alipay",outcome="limited"\} 100/,
  )
})

test('books a payment without callback by querying the gateway', async () => {
  const { orderId, line, paymentNo } = await paidAt('alipay')
  await clock(app)
  expect(await lineOf(app, orderId)).toMatchObject({ status: 'confirmed', paid: line.amount })
  expect(await (await post('alipay', there.alipay.notice(paymentNo))).text()).toBe('success')
  await expectBooksAgree(app, [orderId])
})

test('reports an unavailable gateway and books or closes nothing', async () => {
  const orderId = await demandOrder(app, buyer, seller)
  const line = await lineOf(app, orderId)
  there.behaviour.at = 'broken'
  expect(failureOf(await open(buyer, [line.id], 'wechat'))).toBe('gatewayAway')
  there.behaviour.at = 'well'
  const { paymentId, paymentNo } = contentOf(await open(buyer, [line.id], 'wechat')).payment
  there.wechat.pay(paymentNo)
  there.behaviour.at = 'broken'
  await clock(app)
  expect((await paymentRow(app, paymentId)).status).toBe('open')
  there.behaviour.at = 'well'
  await clock(app)
  expect((await paymentRow(app, paymentId)).status).toBe('confirmed')
})
