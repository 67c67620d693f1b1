import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { productSpecs } from '../../../src/db/tables/catalogue.ts'
import { cartItems } from '../../../src/db/tables/cart.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { at, companyOf, ref, soldSpecs, type SoldSpec } from '../../support/scenes/orders/cart.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
let sold: SoldSpec[]
beforeAll(async () => {
  const own = await companyOf(app, 'buyer')
  sold = (await soldSpecs(app)).filter(({ companyId }) => companyId !== own)
})
beforeEach(async () => void (await app.db.delete(cartItems)))

const join = (who: Client, spec: SoldSpec, quantity = spec.minOrder) =>
  who.api.orders.cartJoin({ ...ref(spec), quantity })
const shopsOf = async (who: Client) => contentOf(await who.api.orders.cart({}))
const itemsOf = async (who: Client) => (await shopsOf(who)).shops.flatMap(({ products }) => products)
const badOf = async (who: Client) => contentOf(await who.api.orders.cartInvalid({})).products

test('accepts only the current price, and quantities within the stock', async () => {
  const spec = at(sold, 4)
  const { cartId } = contentOf(await join(buyer, spec))
  const save = (change: object) => buyer.api.orders.cartSave({ items: [{ cartId, ...change }] })
  await app.db
    .update(productSpecs)
    .set({ price: spec.price + 100 })
    .where(eq(productSpecs.id, spec.specId))
  const before = await save({ agreedPrice: spec.price })
  expect(failureOf(before)).toBe('conflict')
  expect(before).toMatchObject({ failure: { content: { price: spec.price + 100 } } })
  expect(contentOf(await save({ agreedPrice: spec.price + 100 }))).toEqual({ count: 1 })
  expect(await badOf(buyer)).toEqual([])
  expect(await save({ quantity: spec.stock + 1 })).toMatchObject({ failure: { content: { stock: spec.stock } } })
  expect(fieldsWithErrors(await save({ quantity: 0 }))).toEqual(['items.0.quantity'])
  await app.db.update(productSpecs).set({ price: spec.price }).where(eq(productSpecs.id, spec.specId))
})

test('saves many items at once, all or none; parallel changes of selection and quantity are both kept', async () => {
  const specs = [at(sold, 5), at(sold, 6), at(sold, 7)]
  const ids = []
  for (const spec of specs) ids.push(contentOf(await join(buyer, spec)).cartId)
  const items = ids.map((cartId) => ({ cartId, isChosen: false }))
  contentOf(await buyer.api.orders.cartSave({ items }))
  expect(await shopsOf(buyer)).toMatchObject({ chosenAmount: 0, chosenCount: 0 })
  const half = [...ids.map((cartId) => ({ cartId, isChosen: true })), { cartId: 2_000_000_000, isChosen: true }]
  expect(failureOf(await buyer.api.orders.cartSave({ items: half }))).toBe('notFound')
  expect((await shopsOf(buyer)).chosenCount).toBe(0)
  const [cartId = 0] = ids
  const quantity = at(specs, 0).minOrder + 3
  await Promise.all([
    buyer.api.orders.cartSave({ items: [{ cartId, quantity }] }),
    buyer.api.orders.cartSave({ items: [{ cartId, isChosen: true }] }),
  ])
  expect((await itemsOf(buyer)).find((item) => item.cartId === cartId)).toMatchObject({ quantity, isChosen: true })
  const twice = await buyer.api.orders.cartSave({
    items: [
      { cartId, quantity },
      { cartId, quantity: 1 },
    ],
  })
  expect(failureOf(twice)).toBe('invalidInput')
})

test('nobody can see, change or remove items in another person’s cart', async () => {
  const spec = at(sold, 8)
  const { cartId } = contentOf(await join(buyer, spec))
  const other = await signInAs(app, 'buyer2')
  expect(await shopsOf(other)).toMatchObject({ total: 0, chosenAmount: 0 })
  expect(failureOf(await other.api.orders.cartSave({ items: [{ cartId, quantity: 9 }] }))).toBe('notFound')
  expect(contentOf(await other.api.orders.cartDelete({ cartIds: [cartId] }))).toEqual({ count: 0 })
  expect(contentOf(await other.api.orders.cartClear({}))).toEqual({ count: 0 })
  const seen = await other.api.orders.cartProductNumber({ kind: 'product', listingId: spec.listingId })
  expect(contentOf(seen)).toEqual({ quantity: 0 })
  expect(contentOf(await buyer.api.orders.cartCount({}))).toEqual({ count: 1 })
})

test('a cart belongs to a person within a company', async () => {
  const spec = at(sold, 8)
  const { cartId } = contentOf(await join(buyer, spec))
  const companyId = await companyOf(app, 'buyer2')
  await app.db.update(cartItems).set({ companyId }).where(eq(cartItems.id, cartId))
  expect(contentOf(await buyer.api.orders.cartCount({}))).toEqual({ count: 0 })
  expect(failureOf(await buyer.api.orders.cartSave({ items: [{ cartId, isChosen: false }] }))).toBe('notFound')
  expect(contentOf(await buyer.api.orders.cartDelete({ cartIds: [cartId] }))).toEqual({ count: 0 })
  expect(await app.db.$count(cartItems)).toBe(1)
})

test('refuses visitors, people without a company and without the permission', async () => {
  const one = { kind: 'service' as const, listingId: 1 }
  const callsOf = ({ api: { orders } }: Client) => [
    () => orders.cart({}),
    () => orders.cartInvalid({}),
    () => orders.cartSave({ items: [{ cartId: 1, isChosen: true }] }),
    () => orders.cartClear({}),
    () => orders.cartDelete({ cartIds: [1] }),
    () => orders.cartJoin(one),
    () => orders.cartProductNumber(one),
  ]
  const said = async (who: Client) =>
    new Set(await Promise.all(callsOf(who).map(async (call) => failureOf(await call()))))
  expect(await said(visitor(app))).toEqual(new Set(['sessionInvalid']))
  expect(await said(await signInAs(app, 'person'))).toEqual(new Set(['notCertified']))
  expect(await said(await signInAs(app, 'sub'))).toEqual(new Set(['forbidden']))
  expect(failureOf(await visitor(app).api.orders.cartCount({}))).toBe('sessionInvalid')
  expect(contentOf(await (await signInAs(app, 'person')).api.orders.cartCount({}))).toEqual({ count: 0 })
})
