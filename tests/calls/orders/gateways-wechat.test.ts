import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startPayGateways, type PayGateways } from '../../support/pay-gateway.ts'
import type { WechatNotice } from '../../support/pay-wechat.ts'
import { came, failing, gatewayOf, somePayment } from '../../support/scenes/orders/gateway.ts'

/** WeChat Pay client, against a mock gateway with its signed protocol. */

let there: PayGateways
beforeAll(async () => {
  there = await startPayGateways()
})
afterAll(() => there.close())
beforeEach(() => void (there.behaviour.at = 'well'))

async function paid(amount = 12_345) {
  const gateway = gatewayOf(there, 'wechat')
  const payment = somePayment(amount)
  const opened = await gateway.openPayment(payment)
  there.wechat.pay(payment.paymentNo)
  const read = (how: WechatNotice = {}) => {
    const { body, headers } = there.wechat.notice(payment.paymentNo, how)
    return gateway.readCallback(came(body, headers))
  }
  return { gateway, payment, opened, read }
}

test('desktops get a QR code, phones a page that returns to the site', async () => {
  const { opened, payment } = await paid()
  expect(opened).toEqual({ url: null, qr: `weixin://wxpay/${payment.paymentNo}` })
  const phone = somePayment(100, { device: 'phone', address: '10.1.2.3' })
  const { url, qr } = await gatewayOf(there, 'wechat').openPayment(phone)
  expect(qr).toBeNull()
  expect(new URL(url ?? '').searchParams.get('redirect_url')).toBe(
    'https://portal.example/shop/payOrder?id=7&payment=9',
  )
})

test('a signed callback is a receipt', async () => {
  const { payment, read } = await paid()
  expect(await read()).toEqual({
    ok: true,
    paymentNo: payment.paymentNo,
    tradeNo: `4200${payment.paymentNo}`,
    amount: 12_345,
    paidAt: new Date('2026-11-21T08:05:00Z'),
  })
})

const other = { amount: { total: 12_345, currency: 'USD' } }
test.each<[string, WechatNotice, string]>([
  [
    'the key of somebody else',
    { key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey },
    'wrong signature',
  ],
  ['an old one', { age: 301 }, 'too old'],
  ['one from the future', { age: -301 }, 'too old'],
  ['a box of another merchant', { apiKey: '0'.repeat(32) }, 'cannot be opened'],
  ['a box that somebody touched', { breakTag: true }, 'cannot be opened'],
  ['another merchant', { change: { mchid: '1900000002' } }, 'another merchant'],
  ['another app', { change: { appid: 'wx0000000000000000' } }, 'another app'],
  ['another currency', { change: other }, 'another currency'],
  ['half a fen', { change: { amount: { total: 1.5, currency: 'CNY' } } }, 'cannot be opened'],
])('refused: %s', async (_what, how, reason) => {
  const { read } = await paid()
  const news = await read(how)
  expect(news).toMatchObject({ ok: false, reason })
  expect(news).not.toHaveProperty('harmless')
})

test('refuses a modified body or header', async () => {
  const { gateway, payment } = await paid()
  const { body, headers } = there.wechat.notice(payment.paymentNo)
  const fresh = String(Math.floor(Date.now() / 1000) - 1)
  const changed = [
    came(body.replace('EV-1', 'EV-2'), headers),
    came(body, { ...headers, 'wechatpay-timestamp': fresh }),
    came(body, { ...headers, 'wechatpay-nonce': 'another' }),
    came(body, { ...headers, 'wechatpay-serial': 'ANOTHER' }),
    came(body, { ...headers, 'wechatpay-signature': '' }),
    came(body, { ...headers, 'wechatpay-timestamp': 'now' }),
    came(body),
    came('', headers),
  ]
  for (const one of changed) expect(await gateway.readCallback(one)).toMatchObject({ ok: false })
})

test('accepts callbacks without money and changes nothing', async () => {
  const { read } = await paid()
  expect(await read({ change: { trade_state: 'PAYERROR' } })).toMatchObject({ ok: false, harmless: true })
})

test('a query returns whether the payment is paid', async () => {
  const { gateway, payment } = await paid(99)
  const { paymentNo } = payment
  expect(await gateway.query(paymentNo)).toMatchObject({ state: 'paid', amount: 99, tradeNo: `4200${paymentNo}` })
  const trade = there.wechat.trades.get(paymentNo)
  if (trade !== undefined) trade.state = 'REFUND'
  expect(await gateway.query(paymentNo)).toMatchObject({ state: 'paid', amount: 99 })
  expect(await gateway.query('P-none')).toEqual({ state: 'unknown' })
  const waiting = somePayment()
  await gateway.openPayment(waiting)
  expect(await gateway.query(waiting.paymentNo)).toEqual({ state: 'open' })
  await gateway.close(waiting.paymentNo)
  expect(await gateway.query(waiting.paymentNo)).toEqual({ state: 'closed' })
  if (trade !== undefined) trade.state = 'SUCCESS'
  await gateway.close(paymentNo)
  await gateway.close('P-none')
  expect(await gateway.query(paymentNo)).toMatchObject({ state: 'paid' })
})

test('refunds once per refund number, pending at first', async () => {
  const { gateway, payment } = await paid(10_000)
  const { paymentNo } = payment
  const wish = { paymentNo, tradeNo: `4200${paymentNo}`, total: 10_000, reason: '协商一致'.repeat(20) }
  const first = { ...wish, refundNo: `${paymentNo}-1`, amount: 4_000 }
  expect(await gateway.refund(first)).toEqual({ state: 'pending' })
  expect(await gateway.refund(first)).toEqual({ state: 'done', tradeNo: `5030${first.refundNo}` })
  expect([...(there.wechat.trades.get(paymentNo)?.refunds ?? [])]).toEqual([[first.refundNo, 4_000]])
  const second = await gateway.refund({ ...wish, refundNo: `${paymentNo}-2`, amount: 6_001 })
  expect(second).toEqual({ state: 'failed', reason: '退款金额大于支付金额' })
})

test.each(['silent', 'broken', 'forged'] as const)('%s: the gateway is away, within six seconds', async (at) => {
  const { gateway, payment } = await paid()
  there.behaviour.at = at
  const { paymentNo } = payment
  const wish = { paymentNo, tradeNo: `4200${paymentNo}`, refundNo: 'R', amount: 1, total: 12_345, reason: '退款' }
  const started = performance.now()
  const asked = [gateway.openPayment(somePayment()), gateway.query(paymentNo), gateway.refund(wish)]
  expect(await Promise.all(asked.map(failing))).toEqual(['gatewayAway', 'gatewayAway', 'gatewayAway'])
  expect(performance.now() - started).toBeLessThan(6_000)
  expect(gateway.warned).toHaveLength(3)
  expect(gateway.warned.join(' ')).not.toContain('PRIVATE KEY')
})
