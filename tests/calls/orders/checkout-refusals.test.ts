import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { companies, invoiceDetails, users } from '../../../src/db/tables/accounts.ts'
import { products, productSpecs } from '../../../src/db/tables/catalogue.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { confirmationIn } from '../../../src/stores/orders/checkout/checkout-changes.ts'
import { signInAs, contentOf, failureOf, visitor } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { at, companyOf, ref, soldSpecs, type SoldSpec } from '../../support/scenes/orders/cart.ts'
import {
  addressOf,
  emptyCarts,
  intoCart,
  ordered,
  othersGoods,
  stockOf,
  submitted,
} from '../../support/scenes/orders/checkout.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
let sold: SoldSpec[]
beforeAll(async () => {
  sold = await othersGoods(app, 'buyer')
  await addressOf(app, buyer, 'buyer')
})
beforeEach(async () => emptyCarts(app))

const direct = (spec: SoldSpec, quantity = spec.minOrder) => ({ direct: { ...ref(spec), quantity } })
const count = () => app.db.$count(orders)

test('returns 404 for addresses and cart items of others', async () => {
  const other = await signInAs(app, 'buyer2')
  const theirs = await addressOf(app, other, 'buyer2')
  const asked = { ...direct(at(sold, 0)), addressId: theirs }
  expect(failureOf(await buyer.api.orders.orderConfirm(asked))).toBe('notFound')
  expect(failureOf(await submitted(buyer, asked, { orderAmount: 1 }))).toBe('notFound')
  const cartIds = await intoCart(buyer, [at(sold, 0)])
  expect(failureOf(await other.api.orders.orderConfirm({ cartIds }))).toBe('notFound')
  expect(failureOf(await submitted(other, { cartIds }, { orderAmount: 1 }))).toBe('notFound')
})

test('refuses own products and visitors', async () => {
  const seller = await signInAs(app, 'seller')
  const own = await companyOf(app, 'seller')
  const mine = (await soldSpecs(app)).find(({ companyId }) => companyId === own)
  if (mine === undefined) throw new Error('The seller sells nothing')
  expect(failureOf(await seller.api.orders.orderConfirm(direct(mine)))).toBe('ownListing')
  expect(failureOf(await visitor(app).api.orders.orderConfirm(direct(mine)))).toBe('sessionInvalid')
})

test('refuses both sources, no source, and impossible quantities as invalid input', async () => {
  const spec = at(sold, 0)
  const [cartId = 0] = await intoCart(buyer, [spec])
  for (const asked of [{}, { ...direct(spec), cartIds: [cartId] }]) {
    expect(failureOf(await buyer.api.orders.orderConfirm(asked))).toBe('invalidInput')
  }
  for (const quantity of [0, -1, 1.5, 1_000_000, Number.MAX_SAFE_INTEGER]) {
    expect(failureOf(await buyer.api.orders.orderConfirm(direct(spec, quantity)))).toBe('invalidInput')
  }
})

test('refuses an outdated sum with the current confirmation, and changes nothing', async () => {
  const spec = at(sold, 1)
  const cartIds = await intoCart(buyer, [spec])
  const [before, stock] = [await count(), await stockOf(app, [spec.specId])]
  const shown = contentOf(await buyer.api.orders.orderConfirm({ cartIds }))
  await app.db
    .update(products)
    .set({ discounts: [{ from: 1, percent: 50 }] })
    .where(eq(products.id, spec.listingId))
  const answer = await submitted(buyer, { cartIds }, shown)
  expect(failureOf(answer)).toBe('conflict')
  const now = answer.ok ? undefined : confirmationIn(answer.failure.content)
  expect(now?.orderAmount).toBe(Math.floor(spec.price / 2) * spec.minOrder)
  expect([await count(), await stockOf(app, [spec.specId])]).toEqual([before, stock])
  expect(contentOf(await buyer.api.orders.cartCount({})).count).toBe(1)
  await app.db.update(products).set({ discounts: [] }).where(eq(products.id, spec.listingId))
})

test('refuses changed prices, stock shortage and unlisted items with itemsInvalid and the reasons', async () => {
  const specs = [at(sold, 2), at(sold, 3), at(sold, 4)]
  const [dearer, scarce, gone] = [at(specs, 0), at(specs, 1), at(specs, 2)]
  const cartIds = await intoCart(buyer, specs)
  const shown = contentOf(await buyer.api.orders.orderConfirm({ cartIds }))
  const { db } = app
  await db
    .update(productSpecs)
    .set({ price: dearer.price + 100 })
    .where(eq(productSpecs.id, dearer.specId))
  await db.update(productSpecs).set({ stock: 0 }).where(eq(productSpecs.id, scarce.specId))
  await db.update(products).set({ status: 'unlisted' }).where(eq(products.id, gone.listingId))
  const answer = await submitted(buyer, { cartIds }, shown)
  expect(failureOf(answer)).toBe('itemsInvalid')
  const now = answer.ok ? undefined : confirmationIn(answer.failure.content)
  const faults = now?.shops.flatMap(({ products: items }) => items.map(({ specId, fault }) => [specId, fault]))
  expect(new Map(faults?.map(([id, fault]) => [id, fault]))).toEqual(
    new Map([
      [dearer.specId, 'priceChanged'],
      [scarce.specId, 'soldOut'],
      [gone.specId, 'unlisted'],
    ]),
  )
  expect(failureOf(await buyer.api.orders.orderConfirm(direct(gone)))).toBe('gone')
  await db.update(productSpecs).set({ price: dearer.price }).where(eq(productSpecs.id, dearer.specId))
  await db.update(productSpecs).set({ stock: scarce.stock }).where(eq(productSpecs.id, scarce.specId))
  await db.update(products).set({ status: 'published' }).where(eq(products.id, gone.listingId))
})

test('requires complete invoice details, all of them for a 专票; the order keeps a copy', async () => {
  const asked = direct(at(sold, 0))
  const companyId = await companyOf(app, 'buyer')
  await app.db.delete(invoiceDetails).where(eq(invoiceDetails.companyId, companyId))
  const shown = contentOf(await buyer.api.orders.orderConfirm(asked))
  expect(shown.invoice).toBeNull()
  expect(failureOf(await submitted(buyer, asked, shown, { invoice: 'normal' }))).toBe('invoiceMissing')
  await app.db.insert(invoiceDetails).values({ companyId, title: '衡序医药', taxNo: '91510100MA6C00003R' })
  expect(failureOf(await submitted(buyer, asked, shown, { invoice: 'special' }))).toBe('invoiceMissing')
  const made = contentOf(await submitted(buyer, asked, shown, { invoice: 'normal' }))
  await app.db.update(invoiceDetails).set({ title: '另一家' }).where(eq(invoiceDetails.companyId, companyId))
  const [row] = await app.db
    .select()
    .from(orders)
    .where(eq(orders.id, at(made.orders, 0).orderId))
  expect(row?.invoice).toMatchObject({ kind: 'normal', title: '衡序医药' })
})

test('requires an address for products, and a certification for any order', async () => {
  const [person] = await app.db.select().from(users).where(eq(users.loginName, 'buyer'))
  const asked = direct(at(sold, 0))
  const shown = contentOf(await buyer.api.orders.orderConfirm(asked))
  const book = contentOf(await buyer.api.orders.addresses({}))
  for (const { addressId } of book) contentOf(await buyer.api.orders.addressDelete({ addressId }))
  expect(failureOf(await submitted(buyer, asked, shown))).toBe('addressNeeded')
  await addressOf(app, buyer, 'buyer')
  const companyId = person?.companyId ?? 0
  await app.db.update(companies).set({ certification: 'expired' }).where(eq(companies.id, companyId))
  expect(failureOf(await submitted(buyer, asked, shown))).toBe('certificationExpired')
  await app.db.update(companies).set({ certification: 'approved' }).where(eq(companies.id, companyId))
})

test('reorder adds the items still available to the cart, and repeating it changes nothing', async () => {
  const specs = [at(sold, 0), at(sold, 1)]
  const cartIds = await intoCart(buyer, specs)
  const made = await ordered(buyer, { cartIds })
  const { orderId } = at(made.orders, 0)
  const gone = at(specs, 0)
  const first = contentOf(await buyer.api.orders.reorder({ orderId }))
  expect(contentOf(await buyer.api.orders.reorder({ orderId }))).toEqual(first)
  await app.db.update(products).set({ status: 'unlisted' }).where(eq(products.id, gone.listingId))
  expect(contentOf(await buyer.api.orders.reorder({ orderId })).missing).toHaveLength(1)
  await app.db.update(products).set({ status: 'published' }).where(eq(products.id, gone.listingId))
  const other = await signInAs(app, 'buyer2')
  expect(failureOf(await other.api.orders.reorder({ orderId }))).toBe('notFound')
  const [line] = contentOf(await buyer.api.orders.buyerOrder({ orderId })).lines
  expect(contentOf(await buyer.api.orders.reorder({ orderId, lineId: line?.lineId })).added).toBe(1)
  expect(failureOf(await buyer.api.orders.reorder({ orderId, lineId: missingId }))).toBe('notFound')
})
