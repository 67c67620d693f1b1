import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { products, productSpecs, services } from '../../../src/db/tables/catalogue.ts'
import { cartItems } from '../../../src/db/tables/cart.ts'
import { maxCartItems } from '../../../src/domain/orders/cart-items.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, type Client } from '../../support/client.ts'
import { at, companyOf, ref, soldSpecs, someService, type SoldSpec } from '../../support/scenes/orders/cart.ts'
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

test('adding an item again adds up, and the response counts distinct items', async () => {
  const [first, second] = [at(sold, 0), at(sold, 1)]
  expect(contentOf(await join(buyer, first))).toMatchObject({ quantity: first.minOrder, count: 1 })
  expect(contentOf(await join(buyer, second))).toMatchObject({ count: 2 })
  expect(contentOf(await join(buyer, first, 2))).toMatchObject({ quantity: first.minOrder + 2, count: 2 })
  expect(contentOf(await buyer.api.orders.cartCount({}))).toEqual({ count: 2 })
  const inside = await buyer.api.orders.cartProductNumber({ kind: 'product', listingId: first.listingId })
  expect(contentOf(inside)).toEqual({ quantity: first.minOrder + 2 })
})

test('groups items by shop, latest addition first, at the server’s prices', async () => {
  const mine = at(sold, 0)
  const other = sold.find(({ companyId }) => companyId !== mine.companyId)
  if (other === undefined) throw new Error('One shop sells everything')
  await join(buyer, mine, mine.minOrder)
  await join(buyer, other, other.minOrder)
  const { shops, total, chosenAmount, chosenCount } = await shopsOf(buyer)
  expect([total, chosenCount]).toEqual([2, 2])
  expect(shops.map(({ products }) => products.map(({ specId }) => specId))).toEqual([[other.specId], [mine.specId]])
  const [line] = shops[1]?.products ?? []
  expect(line).toMatchObject({ productPrice: mine.price, seenPrice: mine.price, stock: mine.stock, isChosen: true })
  expect(chosenAmount).toBe(
    shops.flatMap(({ products }) => products).reduce((sum, { productAmount }) => sum + productAmount, 0),
  )
})

test('adds a fixed-price service without a specification; parallel additions are one row', async () => {
  const service = await someService(app, 0)
  const { kind, listingId } = service
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => buyer.api.orders.cartJoin({ kind, listingId })))
  expect(answers.map(failureOf)).toEqual(Array(5).fill('none'))
  const spec = at(sold, 0)
  await Promise.all([1, 2, 3].map(() => join(buyer, spec, spec.minOrder)))
  const items = await itemsOf(buyer)
  expect(items.map(({ kind: what, quantity }) => [what, quantity]).toSorted()).toEqual([
    ['product', 3 * spec.minOrder],
    ['service', 5],
  ])
})

test('refuses items that cannot be bought, each with its own failure, and saves nothing', async () => {
  const spec = at(sold, 0)
  for (const priceType of [1, 2] as const) {
    const { kind, listingId } = await someService(app, priceType)
    expect(failureOf(await buyer.api.orders.cartJoin({ kind, listingId }))).toBe('priceOpen')
  }
  const tooMany = await join(buyer, spec, spec.stock + 1)
  expect(failureOf(tooMany)).toBe('stockShort')
  expect(tooMany).toMatchObject({ failure: { content: { stock: spec.stock, quantity: 0 } } })
  await join(buyer, spec, spec.stock)
  expect(failureOf(await join(buyer, spec, 1))).toBe('stockShort')
  expect(failureOf(await buyer.api.orders.cartJoin({ ...ref(spec), specId: at(sold, 1).specId }))).toBe('gone')
  expect(failureOf(await buyer.api.orders.cartJoin({ ...ref(spec), listingId: 2_000_000_000 }))).toBe('gone')
  const [seller] = await app.db.select().from(users).where(eq(users.loginName, 'seller'))
  const own = sold.find(({ companyId }) => companyId === seller?.companyId)
  if (own === undefined) throw new Error('The seller sells nothing')
  expect(failureOf(await join(await signInAs(app, 'seller'), own))).toBe('ownListing')
  expect((await itemsOf(buyer)).map(({ quantity }) => quantity)).toEqual([spec.stock])
})

test('enforces the minimum order and the choice among several specifications', async () => {
  const spec = at(sold, 0)
  await app.db
    .update(products)
    .set({ minOrder: spec.minOrder + 2 })
    .where(eq(products.id, spec.listingId))
  const below = await join(buyer, spec, spec.minOrder)
  expect(failureOf(below)).toBe('belowMinimum')
  expect(below).toMatchObject({ failure: { content: { minOrder: spec.minOrder + 2 } } })
  await app.db.update(products).set({ minOrder: spec.minOrder }).where(eq(products.id, spec.listingId))
  const [more] = await app.db
    .insert(productSpecs)
    .values({ productId: spec.listingId, name: '另一规格', price: 100, stock: 9, sort: 99 })
    .returning()
  expect(failureOf(await buyer.api.orders.cartJoin({ kind: 'product', listingId: spec.listingId }))).toBe('specMissing')
  await app.db.delete(productSpecs).where(eq(productSpecs.id, more?.id ?? 0))
})

test('refuses invalid quantities with their field', async () => {
  const { kind, listingId, specId } = at(sold, 0)
  for (const quantity of [0, -1, 1.5, 1_000_000]) {
    const answer = await buyer.api.orders.cartJoin({ kind, listingId, specId, quantity })
    expect(fieldsWithErrors(answer)).toEqual(['quantity'])
  }
  expect(fieldsWithErrors(await buyer.api.orders.cartProductNumber({ kind, listingId: 0 }))).toEqual(['listingId'])
  expect(fieldsWithErrors(await buyer.api.orders.cart({ pageSize: 0 }))).toEqual(['pageSize'])
  expect(fieldsWithErrors(await buyer.api.orders.cartInvalid({ current: 0 }))).toEqual(['current'])
  expect(fieldsWithErrors(await buyer.api.orders.cartDelete({ cartIds: [] }))).toEqual(['cartIds'])
  expect(failureOf(await buyer.post('/fmall/shopping-cart/clear', '{"invalidOnly":3}').then(answerOf))).toBe(
    'invalidInput',
  )
})

const answerOf = async (response: Response) => {
  const { code, message, content }: { code: number; message: string; content: null } = await response.json()
  return { ok: false as const, failure: { code, message, content } }
}

test('accepts 120 different items and no more', async () => {
  const [one, two] = [at(sold, 0), at(sold, 1)]
  const [person] = await app.db.select().from(users).where(eq(users.loginName, 'buyer'))
  const mine = { userId: person?.id ?? 0, companyId: person?.companyId ?? 0, quantity: 1, seenPrice: 1 }
  await app.db.insert(cartItems).values(
    Array.from({ length: maxCartItems - 1 }, (_none, index) => ({
      ...mine,
      kind: 'service' as const,
      listingId: 1_000_000 + index,
    })),
  )
  const answers = await Promise.all([join(buyer, one), join(buyer, two)])
  expect(answers.map(failureOf).toSorted()).toEqual(['cartFull', 'none'])
  const [kept] = await itemsOf(buyer)
  expect(
    failureOf(
      await buyer.api.orders.cartJoin({ kind: 'product', listingId: kept?.listingId ?? 0, specId: kept?.specId ?? 0 }),
    ),
  ).toBe('none')
  expect(contentOf(await buyer.api.orders.cartCount({}))).toEqual({ count: maxCartItems })
})

test('lists items that cannot be ordered separately with their reason, and clears only them', async () => {
  const [gone, short, dear, fine] = [at(sold, 0), at(sold, 1), at(sold, 2), at(sold, 3)]
  const service = await someService(app, 0)
  for (const spec of [gone, short, dear, fine]) contentOf(await join(buyer, spec, 4 + spec.minOrder))
  contentOf(await buyer.api.orders.cartJoin({ kind: 'service', listingId: service.listingId }))
  await app.db.update(products).set({ status: 'unlisted' }).where(eq(products.id, gone.listingId))
  await app.db.update(productSpecs).set({ stock: short.minOrder }).where(eq(productSpecs.id, short.specId))
  await app.db
    .update(productSpecs)
    .set({ price: dear.price + 1 })
    .where(eq(productSpecs.id, dear.specId))
  await app.db.update(services).set({ priceType: 2 }).where(eq(services.id, service.listingId))
  const bad = await badOf(buyer)
  const faults = Object.fromEntries(bad.map(({ listingId, kind, fault }) => [`${kind} ${listingId}`, fault]))
  expect(faults).toEqual({
    [`product ${gone.listingId}`]: 'unlisted',
    [`product ${short.listingId}`]: 'stockShort',
    [`product ${dear.listingId}`]: 'priceChanged',
    [`service ${service.listingId}`]: 'priceOpen',
  })
  expect(bad.find(({ specId }) => specId === dear.specId)).toMatchObject({
    productPrice: dear.price + 1,
    seenPrice: dear.price,
  })
  expect((await itemsOf(buyer)).map(({ specId }) => specId)).toEqual([fine.specId])
  await app.db.update(productSpecs).set({ stock: 0 }).where(eq(productSpecs.id, short.specId))
  expect((await badOf(buyer)).find(({ specId }) => specId === short.specId)?.fault).toBe('soldOut')
  await app.db.update(productSpecs).set({ removedAt: new Date() }).where(eq(productSpecs.id, short.specId))
  expect((await badOf(buyer)).find(({ specId }) => specId === short.specId)?.fault).toBe('specGone')
  expect(contentOf(await buyer.api.orders.cartClear({ invalidOnly: true }))).toEqual({ count: 2 })
  // A changed price can still be accepted.
  expect((await badOf(buyer)).map(({ fault }) => fault)).toEqual(['priceChanged'])
  expect(contentOf(await buyer.api.orders.cartClear({}))).toEqual({ count: 0 })
  await app.db.update(products).set({ status: 'published' }).where(eq(products.id, gone.listingId))
  await app.db
    .update(productSpecs)
    .set({ stock: short.stock, removedAt: null })
    .where(eq(productSpecs.id, short.specId))
  await app.db.update(productSpecs).set({ price: dear.price }).where(eq(productSpecs.id, dear.specId))
  await app.db.update(services).set({ priceType: 0 }).where(eq(services.id, service.listingId))
})
