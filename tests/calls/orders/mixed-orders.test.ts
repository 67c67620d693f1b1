import { and, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { products, productSpecs, services } from '../../../src/db/tables/catalogue.ts'
import { contentOf, failureOf } from '../../support/client.ts'
import { at, companyOf, ref, type SoldSpec } from '../../support/scenes/orders/cart.ts'
import { addressOf, emptyCarts, ordered, othersGoods } from '../../support/scenes/orders/checkout.ts'
import { buys, deliver, goodsOrder, rowOf, sells, sold } from '../../support/scenes/orders/order.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
let goods: SoldSpec
let serviceId: number
let addressId: number
beforeAll(async () => {
  addressId = await addressOf(app, buyer, 'buyer')
  const companyId = await companyOf(app, 'seller')
  goods = at(
    (await othersGoods(app, 'buyer')).filter((spec) => spec.companyId === companyId),
    0,
  )
  const [service] = await app.db
    .select({ id: services.id })
    .from(services)
    .where(and(eq(services.companyId, companyId), eq(services.status, 'published'), eq(services.priceType, 0)))
  serviceId = service?.id ?? 0
})
beforeEach(() => emptyCarts(app))

const joinService = async () =>
  contentOf(await buyer.api.orders.cartJoin({ kind: 'service', listingId: serviceId, quantity: 1 })).cartId

test('products and a service of one shop are one product order; 我的采购 lists only its products', async () => {
  const joined = contentOf(await buyer.api.orders.cartJoin({ ...ref(goods), quantity: goods.minOrder }))
  const made = await ordered(buyer, { cartIds: [joined.cartId, await joinService()], addressId })
  expect(made.orders).toHaveLength(1)
  const { orderId, orderNo } = at(made.orders, 0)
  expect(await rowOf(app, orderId)).toMatchObject({ source: 'cart', holdsStock: true })
  expect((await sold(seller, orderId)).lines).toHaveLength(2)
  const { total, data } = contentOf(await buyer.api.orders.boughtGoods({ keyword: orderNo }))
  expect([total, data.length]).toEqual([1, 1])
  expect(data[0]?.quantity).toBe(goods.minOrder)
})

test('services ordered through the cart have a start step before delivery', async () => {
  const made = await ordered(buyer, { cartIds: [await joinService()] })
  const { orderId } = at(made.orders, 0)
  expect(await rowOf(app, orderId)).toMatchObject({ source: 'service', holdsStock: false, address: null })
  contentOf(await sells(seller, orderId, 'confirm'))
  expect((await sold(seller, orderId)).steps).toContain('start')
  expect(failureOf(await deliver(seller, orderId))).toBe('stepNotAllowed')
  contentOf(await sells(seller, orderId, 'start'))
  contentOf(await deliver(seller, orderId))
})

test('refuses a start step for orders of products', async () => {
  const { orderId } = await goodsOrder(app, buyer)
  contentOf(await sells(seller, orderId, 'confirm'))
  expect((await sold(seller, orderId)).steps).not.toContain('start')
  expect(failureOf(await sells(seller, orderId, 'start'))).toBe('stepNotAllowed')
  contentOf(await deliver(seller, orderId))
})

test('invalidates the public page when a specification sells out or is available again, not in between', async () => {
  const [before] = await app.db.select().from(productSpecs).where(eq(productSpecs.id, goods.specId))
  const stockTo = (stock: number) => app.db.update(productSpecs).set({ stock }).where(eq(productSpecs.id, goods.specId))
  await app.db.update(products).set({ minOrder: 2 }).where(eq(products.id, goods.listingId))
  const invalidate = vi.spyOn(app.runtime.pages, 'invalidate')
  const tag = `product:${goods.productNo}`
  const told = () => invalidate.mock.calls.flat(2).filter((each) => each === tag).length
  const buy = async () => {
    const made = await ordered(buyer, { direct: { ...ref(goods), quantity: 2 }, addressId })
    return at(made.orders, 0).orderId
  }
  await stockTo(6)
  const first = await buy()
  expect(told(), 'some left').toBe(0)
  await stockTo(3)
  const second = await buy()
  expect(told(), 'one left, which is not sold').toBe(1)
  contentOf(await buys(buyer, second, 'cancel'))
  expect(told(), 'there again').toBe(2)
  contentOf(await buys(buyer, first, 'cancel'))
  expect(told(), 'more of it').toBe(2)
  invalidate.mockRestore()
  await stockTo(before?.stock ?? 0)
  await app.db.update(products).set({ minOrder: goods.minOrder }).where(eq(products.id, goods.listingId))
})
