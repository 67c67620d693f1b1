import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { notices } from '../../../src/db/tables/operations.ts'
import { payments } from '../../../src/db/tables/payments.ts'
import { signInAs, contentOf, envelope } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { at } from '../../support/scenes/orders/cart.ts'
import { addressOf, othersGoods } from '../../support/scenes/orders/checkout.ts'
import { accept, demandOrder, expectBooksAgree, lineOf, voucherOf } from '../../support/scenes/orders/pay.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

/** Ordering and paying with calls and headers of the specification only; ids as text, as in links. */

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')

const post = async (path: string, body: unknown) => envelope(await buyer.post(path, JSON.stringify(body)))
async function read<T>(shape: z.ZodType<T>, path: string, body: unknown): Promise<T> {
  const { code, content } = await post(path, body)
  return shape.parse(code === 200 ? content : { code, content })
}
const confirm = (body: unknown) => post('/fmall/payment/confirm', body)

test('from the cart to a confirmed transfer', async () => {
  const spec = at(await othersGoods(app, 'buyer'), 0)
  const addressId = await addressOf(app, buyer, 'buyer')
  const thing = { kind: 'product', listingId: String(spec.listingId), specId: String(spec.specId), quantity: '5' }
  const { cartId } = await read(z.object({ cartId: z.int() }), '/fmall/shopping-cart/join', thing)
  const chosen = { cartIds: [String(cartId)], addressId: String(addressId) }
  const { orderAmount } = await read(z.object({ orderAmount: z.int() }), '/fmall/order/confirm', chosen)
  const submitted = z.object({ groupId: z.int(), orders: z.array(z.object({ orderId: z.int() })) })
  const order = { ...chosen, orderAmount: String(orderAmount) }
  const { groupId, orders } = await read(submitted, '/fmall/order/submit', order)
  // Submitted twice, it is one order: the first submit emptied the cart.
  expect(await read(submitted, '/fmall/order/submit', order)).toEqual({ groupId, orders })
  const info = z.object({ payables: z.array(z.object({ open: z.int() })) })
  const { payables } = await read(info, '/fmall/order/get-payment-info', { groupId: String(groupId) })
  const paid = await confirm({ groupId: String(groupId) })
  expect(paid).toMatchObject({
    code: 200,
    content: { method: 'bank', status: 'submitted', amount: at(payables, 0).open, voucherUrl: null, url: null },
  })
  expect(await confirm({ groupId: String(groupId) })).toEqual(paid)
  expect(await confirm({ orderId: at(orders, 0).orderId })).toMatchObject({ code: 1113 })
})

test('an order from a demand: pays the due line first, notifies its payee, and the ledger is consistent', async () => {
  const orderId = await demandOrder(app, buyer, seller)
  const { paymentId } = await read(z.object({ paymentId: z.int() }), '/fmall/payment/confirm', { orderId })
  const told = await app.db.select().from(notices).where(eq(notices.event, 'payment.submitted'))
  expect(told.map(({ title }) => title).join()).toContain('买家已确认转账')
  expect(contentOf(await accept(seller, paymentId, 300_000))).toMatchObject({ status: 'confirmed' })
  expect(await lineOf(app, orderId)).toMatchObject({ status: 'confirmed', paid: 300_000 })
  // After the deduplication window the same request pays the next line.
  const voucherId = await voucherOf(buyer)
  expect(await confirm({ orderId, voucherId })).toMatchObject({ content: { amount: 450_000, status: 'submitted' } })
  await expectBooksAgree(app, [orderId])
})

test('online payment returns the page on which it continues, and creates one payment only', async () => {
  const orderId = await demandOrder(app, buyer, seller)
  const opened = await confirm({ orderId, method: 'demo' })
  const { paymentId, url } = z.object({ paymentId: z.int(), url: z.string() }).parse(opened.content)
  expect(new URL(url).pathname).toBe('/shop/payOrder')
  const { payment } = contentOf(
    await buyer.api.orders.paymentOpen({ lineIds: [(await lineOf(app, orderId)).id], method: 'demo' }),
  )
  expect(payment.paymentId).toBe(paymentId)
  const [row] = await app.db.select().from(payments).where(eq(payments.id, paymentId))
  expect(row?.status).toBe('open')
})

test('refuses unknown ids, ids of others, and two targets at once', async () => {
  const orderId = await demandOrder(app, buyer, seller)
  expect(await confirm({ orderId: missingId })).toMatchObject({ code: 404 })
  const other = await signInAs(app, 'buyer2')
  expect((await other.api.orders.paymentConfirm({ orderId })).ok).toBe(false)
  expect(await confirm({ orderId, groupId: 1 })).toMatchObject({ code: 400 })
  expect(await confirm({ orderId, method: 'alipay' })).toMatchObject({ code: 1110 })
})
