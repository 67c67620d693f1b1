import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { NoticeChange } from '../../support/pay-alipay.ts'
import { startPayGateways, type PayGateways } from '../../support/pay-gateway.ts'
import { came, failing, gatewayOf, somePayment } from '../../support/scenes/orders/gateway.ts'

/** Alipay client, against a mock gateway with its signed protocol. */

let there: PayGateways
beforeAll(async () => {
  there = await startPayGateways()
})
afterAll(() => there.close())
beforeEach(() => void (there.behaviour.at = 'well'))

/** A payment that is paid at the gateway. */
async function paid(amount = 12_345) {
  const gateway = gatewayOf(there, 'alipay')
  const payment = somePayment(amount)
  const { url } = await gateway.openPayment(payment)
  return { gateway, payment, asked: there.alipay.pay(url ?? '') }
}

test('the payment URL contains subject, amount, expiry and return address', async () => {
  const { payment, asked } = await paid()
  expect(asked).toMatchObject({
    app_id: '2021004100000001',
    method: 'alipay.trade.page.pay',
    out_trade_no: payment.paymentNo,
    total_amount: '123.45',
    subject: '订单 20261121-0007',
    product_code: 'FAST_INSTANT_TRADE_PAY',
    notify_url: 'https://portal.example/pay/notify/alipay',
    return_url: 'https://portal.example/shop/payOrder?id=7&payment=9',
  })
  // In Shanghai time, whatever the time zone of the process.
  expect(Date.parse(`${asked['time_expire']?.replace(' ', 'T')}+08:00`)).toBe(
    Math.floor(payment.expiresAt.getTime() / 1000) * 1000,
  )
  expect(Math.abs(Date.parse(`${asked['timestamp']?.replace(' ', 'T')}+08:00`) - Date.now())).toBeLessThan(60_000)
})

test('uses the mobile page for phones, removes separators from names, and rejects amounts that are too large', async () => {
  const gateway = gatewayOf(there, 'alipay')
  const phone = await gateway.openPayment(
    somePayment(100, { device: 'phone', subject: 'A&total_amount=0.01/"试剂"🧪' }),
  )
  expect(there.alipay.pay(phone.url ?? '')).toMatchObject({
    method: 'alipay.trade.wap.pay',
    product_code: 'QUICK_WAP_WAY',
    total_amount: '1.00',
    subject: 'A total_amount 0.01 试剂 🧪',
  })
  expect(await failing(gateway.openPayment(somePayment(10_000_000_001)))).toBe('methodOff')
})

test('a signed callback is a receipt', async () => {
  const { gateway, payment } = await paid()
  const news = await gateway.readCallback(came(there.alipay.notice(payment.paymentNo)))
  expect(news).toEqual({
    ok: true,
    paymentNo: payment.paymentNo,
    tradeNo: `2026112122${payment.paymentNo}`,
    amount: 12_345,
    paidAt: new Date('2026-11-21T08:05:00Z'),
  })
})

test.each<[string, NoticeChange, string]>([
  ['an amount changed after it was signed', { after: { total_amount: '0.01' } }, 'wrong signature'],
  ['a field added after it was signed', { after: { extra: '1' } }, 'wrong signature'],
  ['signed by nobody', { after: { sign: '' } }, 'wrong signature'],
  ['a signature that is none', { after: { sign: 'bm90IGEgc2lnbmF0dXJl' } }, 'wrong signature'],
  ['another app', { change: { app_id: '2021004100000002' } }, 'another app'],
  ['another currency', { change: { trans_currency: 'USD' } }, 'another currency'],
  ['a sum that is none', { change: { total_amount: '1e3' } }, 'no sum or time'],
  ['nothing', { change: { total_amount: '0.00' } }, 'no sum or time'],
])('refused: %s', async (_what, change, reason) => {
  const { gateway, payment } = await paid()
  const news = await gateway.readCallback(came(there.alipay.notice(payment.paymentNo, change)))
  expect(news).toMatchObject({ ok: false, reason })
  expect(news).not.toHaveProperty('harmless')
})

test('refuses foreign keys and the older signature', async () => {
  const { gateway, payment } = await paid()
  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const read = (how: Parameters<typeof there.alipay.notice>[1]) =>
    gateway.readCallback(came(there.alipay.notice(payment.paymentNo, how)))
  expect(await read({ key })).toMatchObject({ ok: false, reason: 'wrong signature' })
  expect(await read({ how: 'RSA-SHA1' })).toMatchObject({ ok: false, reason: 'wrong signature' })
  expect(await gateway.readCallback(came('not a form'))).toMatchObject({ ok: false, reason: 'wrong signature' })
  expect(await gateway.readCallback(came(''))).toMatchObject({ ok: false })
})

test('refuses receipts of another seller if a seller is set', async () => {
  const { payment } = await paid()
  const gateway = gatewayOf(there, 'alipay', { PAY_ALIPAY_SELLER_ID: '2088000000000001' })
  const read = (seller: string) =>
    gateway.readCallback(came(there.alipay.notice(payment.paymentNo, { change: { seller_id: seller } })))
  expect(await read('2088000000000001')).toMatchObject({ ok: true })
  expect(await read('2088000000000009')).toMatchObject({ ok: false, reason: 'another seller' })
})

test('accepts callbacks without money and changes nothing', async () => {
  const { gateway, payment } = await paid()
  for (const status of ['WAIT_BUYER_PAY', 'TRADE_CLOSED']) {
    const notice = there.alipay.notice(payment.paymentNo, { change: { trade_status: status } })
    expect(await gateway.readCallback(came(notice))).toMatchObject({ ok: false, harmless: true })
  }
})

test('a query returns whether the payment is paid', async () => {
  const { gateway, payment } = await paid(99)
  const { paymentNo } = payment
  expect(await gateway.query(paymentNo)).toMatchObject({ state: 'paid', amount: 99, tradeNo: `2026112122${paymentNo}` })
  expect(await gateway.query('P-none')).toEqual({ state: 'unknown' })
  const waiting = somePayment()
  there.alipay.pay((await gateway.openPayment(waiting)).url ?? '')
  const trade = there.alipay.trades.get(waiting.paymentNo)
  if (trade !== undefined) trade.status = 'WAIT_BUYER_PAY'
  expect(await gateway.query(waiting.paymentNo)).toEqual({ state: 'open' })
  await gateway.close(waiting.paymentNo)
  expect(await gateway.query(waiting.paymentNo)).toEqual({ state: 'closed' })
  // Paid or unknown payments are left unchanged.
  await gateway.close(paymentNo)
  await gateway.close('P-none')
  expect(await gateway.query(paymentNo)).toMatchObject({ state: 'paid' })
})

test('refunds once per refund number, and never more than the paid amount', async () => {
  const { gateway, payment } = await paid(10_000)
  const { paymentNo } = payment
  const wish = { paymentNo, tradeNo: `2026112122${paymentNo}`, total: 10_000, reason: '协商一致' }
  const first = { ...wish, refundNo: `${paymentNo}-1`, amount: 4_000 }
  expect(await gateway.refund(first)).toEqual({ state: 'done', tradeNo: first.refundNo })
  expect(await gateway.refund(first)).toEqual({ state: 'done', tradeNo: first.refundNo })
  expect([...(there.alipay.trades.get(paymentNo)?.refunds ?? [])]).toEqual([[first.refundNo, '40.00']])
  // The same number with another amount is refused.
  expect(await gateway.refund({ ...first, amount: 5_000 })).toMatchObject({ state: 'failed' })
  const second = await gateway.refund({ ...wish, refundNo: `${paymentNo}-2`, amount: 6_001 })
  expect(second).toMatchObject({ state: 'failed', reason: expect.stringContaining('拒绝') })
})

test.each(['silent', 'broken', 'forged'] as const)('%s: the gateway is away, within six seconds', async (at) => {
  const { gateway, payment } = await paid()
  there.behaviour.at = at
  const { paymentNo } = payment
  const wish = { paymentNo, tradeNo: 'T', refundNo: 'R', amount: 1, total: 12_345, reason: '退款' }
  const started = performance.now()
  const asked = [gateway.query(paymentNo), gateway.close(paymentNo), gateway.refund(wish)]
  expect(await Promise.all(asked.map(failing))).toEqual(['gatewayAway', 'gatewayAway', 'gatewayAway'])
  expect(performance.now() - started).toBeLessThan(6_000)
  expect(there.alipay.trades.get(paymentNo)?.status).toBe('TRADE_SUCCESS')
  expect(gateway.warned).toHaveLength(3)
  expect(gateway.warned.join(' ')).not.toContain(there.alipay.settings.PAY_ALIPAY_PRIVATE_KEY.slice(0, 40))
})
