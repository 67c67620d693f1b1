import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { gatewayCallbacks, payments } from '../../../src/db/tables/payments.ts'
import { deleteOldCallbacks } from '../../../src/server/orders/gateways/gateway-callbacks.ts'
import { addressHeader } from '../../../src/server/http/request-facts.ts'
import { origin, startAppForTest } from '../../support/app.ts'
import { contentOf, failureOf, visitor } from '../../support/client.ts'
import { demandOrder, expectBooksAgree, lineOf, open, paymentRow } from '../../support/scenes/orders/pay.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

/** Demo cashier: the holder of a signed ticket pays; the site receives a signed callback. */

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')

async function atDesk() {
  const orderId = await demandOrder(app, buyer, seller)
  const line = await lineOf(app, orderId)
  const { payment, url } = contentOf(await open(buyer, [line.id], 'demo'))
  const ticket = new URL(url ?? '').searchParams.get('ticket') ?? ''
  return { orderId, line, payment, ticket, desk: visitor(app).api.orders }
}

test('shows the bill and accepts payment once', async () => {
  const { orderId, line, payment, ticket, desk } = await atDesk()
  const bill = contentOf(await desk.demoBill({ ticket }))
  expect(bill).toMatchObject({ paymentNo: payment.paymentNo, amount: line.amount, state: 'open' })
  expect(bill.back).toContain(`payment=${payment.paymentId}`)
  const paid = await Promise.all([desk.demoPay({ ticket }), desk.demoPay({ ticket })])
  expect(paid.map((answer) => contentOf(answer).state)).toEqual(['paid', 'paid'])
  expect(await paymentRow(app, payment.paymentId)).toMatchObject({ status: 'confirmed', received: line.amount })
  expect((await lineOf(app, orderId)).paid).toBe(line.amount)
  const rows = await app.db
    .select({ outcome: gatewayCallbacks.outcome })
    .from(gatewayCallbacks)
    .where(eq(gatewayCallbacks.paymentNo, payment.paymentNo))
  expect(rows.map(({ outcome }) => outcome).toSorted()).toEqual(['booked', 'repeated'])
  await expectBooksAgree(app, [orderId])
})

test('a modified or invalid ticket returns 404', async () => {
  const { ticket, desk } = await atDesk()
  const [text = '', seal = ''] = ticket.split('.')
  const cheaper = Buffer.from(
    Buffer.from(text, 'base64url')
      .toString()
      .replace(/"amount":\d+/, '"amount":1'),
  )
  for (const wrong of [`${cheaper.toString('base64url')}.${seal}`, `${text}.`, text, 'x', `${text}.${text}`]) {
    expect(failureOf(await desk.demoBill({ ticket: wrong }))).toBe('notFound')
    expect(failureOf(await desk.demoPay({ ticket: wrong }))).toBe('notFound')
  }
})

test('closed or expired payments cannot be paid', async () => {
  const { payment, ticket, desk } = await atDesk()
  await app.runtime.providers.pay.demo?.close(payment.paymentNo)
  expect(failureOf(await desk.demoPay({ ticket }))).toBe('paymentOver')
  expect(contentOf(await desk.demoBill({ ticket })).state).toBe('closed')
  expect(await app.runtime.providers.pay.demo?.query(payment.paymentNo)).toEqual({ state: 'closed' })
  const late = await app.runtime.providers.pay.demo?.openPayment({
    paymentNo: 'P-late',
    amount: 1,
    subject: '订单',
    device: 'desktop',
    site: 'http://localhost',
    back: '/',
    expiresAt: new Date(0),
  })
  const over = new URL(late?.url ?? '').searchParams.get('ticket') ?? ''
  expect(contentOf(await desk.demoBill({ ticket: over })).state).toBe('over')
  expect(failureOf(await desk.demoPay({ ticket: over }))).toBe('paymentOver')
})

test('its callbacks use the same endpoint, signed and recent', async () => {
  const { payment, ticket } = await atDesk()
  const gateway = app.runtime.providers.demoPay
  const bill = await gateway?.bill(ticket)
  if (gateway === undefined || bill === undefined) throw new Error('No desk')
  const notice = await gateway.pay(bill)
  if (notice === null) throw new Error('Not paid')
  const post = (body: string, headers: Headers) => {
    const all = new Headers(headers)
    all.set(addressHeader, '10.8.7.6')
    return app.fetch(new Request(`${origin}/pay/notify/demo`, { method: 'POST', body, headers: all }))
  }
  const older = new Headers(notice.headers)
  older.set('demo-timestamp', String(Math.floor(Date.now() / 1000) - 10))
  expect((await post(notice.body, older)).status).toBe(500)
  expect((await post(notice.body.replace(/"amount":\d+/, '"amount":1'), notice.headers)).status).toBe(500)
  expect((await paymentRow(app, payment.paymentId)).status).toBe('open')
  expect((await post(notice.body, notice.headers)).status).toBe(200)
  expect((await paymentRow(app, payment.paymentId)).status).toBe('confirmed')
})

test('refunds once per refund number, and never more than the paid amount', async () => {
  const { payment, ticket, desk, line } = await atDesk()
  contentOf(await desk.demoPay({ ticket }))
  const gateway = app.runtime.providers.pay.demo
  const wish = { paymentNo: payment.paymentNo, tradeNo: '', total: line.amount, reason: '' }
  const refund = (refundNo: string, amount: number) => gateway?.refund({ ...wish, refundNo, amount })
  const first = await Promise.all(Array.from({ length: 5 }, () => refund('R1', line.amount - 1)))
  expect(first).toEqual(Array.from({ length: 5 }, () => ({ state: 'done', tradeNo: 'R1' })))
  expect(await refund('R2', 2)).toMatchObject({ state: 'failed' })
  expect(await refund('R2', 1)).toMatchObject({ state: 'done' })
})

test('deletes callbacks older than 180 days', async () => {
  const { payment, ticket, desk } = await atDesk()
  contentOf(await desk.demoPay({ ticket }))
  const mine = eq(gatewayCallbacks.paymentNo, payment.paymentNo)
  await deleteOldCallbacks(app.db)
  expect(await app.db.select().from(gatewayCallbacks).where(mine)).toHaveLength(1)
  await app.db
    .update(gatewayCallbacks)
    .set({ createdAt: new Date(Date.now() - 181 * 86_400_000) })
    .where(mine)
  await deleteOldCallbacks(app.db)
  await deleteOldCallbacks(app.db)
  expect(await app.db.select().from(gatewayCallbacks).where(mine)).toHaveLength(0)
  expect(await app.db.select().from(payments).where(eq(payments.id, payment.paymentId))).toHaveLength(1)
})

test('has no demo cashier or callback route outside DEMO', async () => {
  const plain = await startAppForTest({ DEMO: '0' })
  expect(plain.runtime.providers.pay.demo).toBeUndefined()
  const { ticket } = await atDesk()
  expect(failureOf(await visitor(plain).api.orders.demoBill({ ticket }))).toBe('notFound')
  const request = new Request(`${origin}/pay/notify/demo`, { method: 'POST', body: '{}' })
  expect((await plain.fetch(request)).status).toBe(404)
})
