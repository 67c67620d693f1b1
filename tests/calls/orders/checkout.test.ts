import { eq, inArray } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { products, services } from '../../../src/db/tables/catalogue.ts'
import { notices, stateChanges } from '../../../src/db/tables/operations.ts'
import { orderGroups, orderLines, orders, paymentLines } from '../../../src/db/tables/orders.ts'
import { shops } from '../../../src/db/tables/shops.ts'
import { signInAs, contentOf, failureOf } from '../../support/client.ts'
import { at, ref, someService, type SoldSpec } from '../../support/scenes/orders/cart.ts'
import {
  addressOf,
  emptyCarts,
  intoCart,
  oneOfEach,
  ordered,
  othersGoods,
  stockOf,
  submitted,
} from '../../support/scenes/orders/checkout.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
let sold: SoldSpec[]
let addressId: number
beforeAll(async () => {
  sold = await othersGoods(app, 'buyer')
  addressId = await addressOf(app, buyer, 'buyer')
})
beforeEach(async () => emptyCarts(app))

const direct = (spec: SoldSpec, quantity = spec.minOrder) => ({ direct: { ...ref(spec), quantity } })

test('the confirmation shows the server’s shops, prices and sums and writes nothing', async () => {
  const [first, second] = oneOfEach(sold)
  const cartIds = await intoCart(buyer, [first, second])
  const before = await stockOf(app, [first.specId, second.specId])
  const shown = contentOf(await buyer.api.orders.orderConfirm({ cartIds }))
  expect(shown.shops).toHaveLength(2)
  expect(shown.shops.map(({ products: [item] }) => item?.productPrice)).toEqual([first.price, second.price])
  expect(shown.orderAmount).toBe(shown.shops.reduce((sum, { total }) => sum + total, 0))
  expect(shown).toMatchObject({ needsAddress: true, address: { addressId } })
  expect(await stockOf(app, [first.specId, second.specId])).toEqual(before)
  expect(contentOf(await buyer.api.orders.cartCount({})).count).toBe(2)
})

test('creates one order per shop in one group with lines, payments, address, remark, history; takes stock, clears the cart', async () => {
  const [first, second] = oneOfEach(sold)
  const cartIds = await intoCart(buyer, [first, second])
  const before = await stockOf(app, [first.specId, second.specId])
  const shown = contentOf(await buyer.api.orders.orderConfirm({ cartIds }))
  const remarks = [{ shopId: at(shown.shops, 1).shopId, remark: '请附检验报告' }]
  const made = contentOf(await submitted(buyer, { cartIds }, shown, { remarks }))
  expect(made.orders).toHaveLength(2)
  const ids = made.orders.map(({ orderId }) => orderId)
  const rows = await app.db.select().from(orders).where(inArray(orders.id, ids)).orderBy(orders.id)
  expect(rows.map(({ remark }) => remark)).toEqual(['', '请附检验报告'])
  for (const row of rows) {
    expect(row).toMatchObject({ status: 'pending_confirm', groupId: made.groupId, holdsStock: true, invoice: null })
    expect(row.address).toMatchObject({ receiver: shown.address?.receiver, districtName: shown.address?.districtName })
    expect(row.unpaidUntil?.toISOString()).toBe(made.payUntil)
  }
  const [group] = await app.db.select().from(orderGroups).where(eq(orderGroups.id, made.groupId))
  expect(group?.total).toBe(shown.orderAmount)
  const lines = await app.db.select().from(orderLines).where(inArray(orderLines.orderId, ids)).orderBy(orderLines.id)
  expect(lines.map(({ specId, quantity, unitPrice }) => [specId, quantity, unitPrice])).toEqual([
    [first.specId, first.minOrder, first.price],
    [second.specId, second.minOrder, second.price],
  ])
  const payments = await app.db.select().from(paymentLines).where(inArray(paymentLines.orderId, ids))
  expect(payments.map(({ name, status, seq }) => [name, status, seq])).toEqual([
    ['全款', 'due', 1],
    ['全款', 'due', 1],
  ])
  expect(payments.reduce((sum, { amount }) => sum + amount, 0)).toBe(shown.orderAmount)
  const steps = await app.db.select().from(stateChanges).where(inArray(stateChanges.entityId, ids))
  expect(steps.filter(({ entity, event }) => entity === 'order' && event === 'submit')).toHaveLength(2)
  expect(await stockOf(app, [first.specId, second.specId])).toEqual([
    at(before, 0) - first.minOrder,
    at(before, 1) - second.minOrder,
  ])
  expect(contentOf(await buyer.api.orders.cartCount({})).count).toBe(0)
})

test('notifies the supplier, with a link to confirm the order', async () => {
  const { orders: made } = await ordered(buyer, direct(at(sold, 0)))
  const { orderId, orderNo } = at(made, 0)
  const told = await app.db.select().from(notices).where(eq(notices.event, 'order.moved'))
  const own = told.filter(({ title }) => title.includes(orderNo))
  expect(own.length).toBeGreaterThan(0)
  expect(own.every(({ path }) => path.endsWith(`orderConfirm?id=${orderId}`))).toBe(true)
})

test('the same key returns the same response, another body is refused; a new key finds the cart empty', async () => {
  const cartIds = await intoCart(buyer, [at(sold, 0)])
  const shown = contentOf(await buyer.api.orders.orderConfirm({ cartIds }))
  const key = crypto.randomUUID()
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => submitted(buyer, { cartIds }, shown, {}, key)))
  expect(one).toEqual(two)
  expect(two).toEqual(three)
  expect(failureOf(await submitted(buyer, { cartIds }, { orderAmount: shown.orderAmount + 1 }, {}, key))).toBe(
    'keyReused',
  )
  expect(failureOf(await submitted(buyer, { cartIds }, shown))).toBe('notFound')
})

test('two submits of one cart with different keys create one order', async () => {
  const cartIds = await intoCart(buyer, [at(sold, 1)])
  const shown = contentOf(await buyer.api.orders.orderConfirm({ cartIds }))
  const answers = await Promise.all([1, 2, 3, 4].map(() => submitted(buyer, { cartIds }, shown)))
  expect(answers.map(failureOf).toSorted()).toEqual(['none', 'notFound', 'notFound', 'notFound'])
})

test('volume discount and down payment: the first part is due, the rest is scheduled', async () => {
  const spec = at(sold, 2)
  await app.db
    .update(products)
    .set({ discounts: [{ from: spec.minOrder, percent: 90 }], downPaymentPercent: 30 })
    .where(eq(products.id, spec.listingId))
  const shown = contentOf(await buyer.api.orders.orderConfirm(direct(spec)))
  const [item] = at(shown.shops, 0).products
  const unit = Math.floor((spec.price * 90) / 100)
  expect(item).toMatchObject({ productPrice: spec.price, discountedPrice: unit, productAmount: unit * spec.minOrder })
  expect(shown.dueNow).toBe(Math.ceil((unit * spec.minOrder * 30) / 100))
  const made = contentOf(await submitted(buyer, direct(spec), shown))
  const payments = await app.db
    .select()
    .from(paymentLines)
    .where(eq(paymentLines.orderId, at(made.orders, 0).orderId))
  expect(payments.map(({ name, status, amount }) => [name, status, amount])).toEqual([
    ['首付款', 'due', shown.dueNow],
    ['尾款', 'scheduled', shown.orderAmount - shown.dueNow],
  ])
  await app.db.update(products).set({ discounts: [], downPaymentPercent: 0 }).where(eq(products.id, spec.listingId))
})

test('services need no address and no stock', async () => {
  const service = await someService(app, 0)
  const other = await signInAs(app, 'buyer2')
  const asked = { direct: { kind: 'service' as const, listingId: service.listingId, quantity: 2 } }
  const shown = contentOf(await other.api.orders.orderConfirm(asked))
  expect(shown).toMatchObject({ needsAddress: false })
  const made = contentOf(await submitted(other, asked, shown))
  const [row] = await app.db
    .select()
    .from(orders)
    .where(eq(orders.id, at(made.orders, 0).orderId))
  expect(row).toMatchObject({ source: 'service', address: null, holdsStock: false, postage: 0 })
  const [priced] = await app.db.select().from(services).where(eq(services.id, service.listingId))
  expect(row?.total).toBe((priced?.price ?? 0) * 2)
})

test('calculates postage by region and rule; refuses orders to regions without delivery', async () => {
  const spec = at(sold, 3)
  const shown = contentOf(await buyer.api.orders.orderConfirm(direct(spec)))
  const province = shown.address?.districtCode.slice(0, 2) ?? ''
  const { shopId } = at(shown.shops, 0)
  const zone = { districts: [province], first: 1_200, further: 300 }
  const rule = { zones: [zone], elsewhere: { first: 5_000, further: 0 }, freeFrom: null, notTo: [] }
  await app.db.update(shops).set({ postage: rule }).where(eq(shops.id, shopId))
  const sent = contentOf(await buyer.api.orders.orderConfirm(direct(spec, spec.minOrder + 1)))
  expect(at(sent.shops, 0)).toMatchObject({ postage: 1_200 + 300 * spec.minOrder })
  expect(sent.dueNow).toBe(sent.orderAmount)
  await app.db
    .update(shops)
    .set({ postage: { ...rule, notTo: [province] } })
    .where(eq(shops.id, shopId))
  const refused = contentOf(await buyer.api.orders.orderConfirm(direct(spec)))
  expect(at(refused.shops, 0).postage).toBeNull()
  expect(failureOf(await submitted(buyer, direct(spec), refused))).toBe('notSentThere')
  await app.db.update(shops).set({ postage: null }).where(eq(shops.id, shopId))
})
