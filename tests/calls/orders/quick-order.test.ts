import { and, eq, isNotNull } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { cartItems } from '../../../src/db/tables/cart.ts'
import { products, productSpecs } from '../../../src/db/tables/catalogue.ts'
import { maxCartItems } from '../../../src/domain/orders/cart-items.ts'
import { contentOf, failureOf, fieldsWithErrors, signInAs, visitor, type Client } from '../../support/client.ts'
import { at, companyOf, soldSpecs } from '../../support/scenes/orders/cart.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
beforeEach(async () => void (await app.db.delete(cartItems)))

const find = async (codes: string[], who: Client = buyer) =>
  contentOf(await who.api.orders.quickOrderFind({ codes })).lines
const newKey = () => ({ idempotencyKey: crypto.randomUUID() })
const othersSpecs = async () => {
  const own = await companyOf(app, 'buyer')
  return (await soldSpecs(app)).filter(({ companyId }) => companyId !== own)
}

test('finds products by CAS and catalogue number, however they are written, in the order of the codes', async () => {
  const lines = await find(['103-90-2', 'hp c18 2546', 'CAS 103-90-2', '103902', 'no such number'])
  expect(lines.map(({ code }) => code)).toEqual(['103-90-2', 'hp c18 2546', 'CAS 103-90-2', '103902', 'no such number'])
  const [byCas, byNumber, ...rest] = lines
  expect(byCas?.products.length).toBeGreaterThan(1)
  expect(byCas?.products.every(({ cas }) => cas === '103-90-2')).toBe(true)
  expect(byNumber?.products.map(({ catalogueNo }) => catalogueNo)).toEqual(['HP-C18-2546'])
  expect(byNumber?.products[0]?.specs.length).toBeGreaterThan(1)
  expect(rest.map(({ products: found }) => found.length)).toEqual([byCas?.products.length, byCas?.products.length, 0])
})

test('leaves out what is not on sale, hides prices by agreement, and marks own products', async () => {
  const [open] = await app.db
    .select()
    .from(products)
    .where(and(eq(products.status, 'published'), eq(products.priceType, 2), isNotNull(products.catalogueNo)))
    .limit(1)
  const [hidden] = await app.db
    .select()
    .from(products)
    .where(and(eq(products.status, 'unlisted'), isNotNull(products.catalogueNo)))
    .limit(1)
  const [asked, unlisted] = await find([open?.catalogueNo ?? '', hidden?.catalogueNo ?? 'none'])
  expect(
    asked?.products.find(({ productId }) => productId === open?.id)?.specs.every(({ price }) => price === null),
  ).toBe(true)
  expect(unlisted?.products.some(({ productId }) => productId === hidden?.id)).toBe(false)
  const seller = await signInAs(app, 'seller')
  const company = await companyOf(app, 'seller')
  const [mine] = await app.db
    .select()
    .from(products)
    .where(and(eq(products.status, 'published'), eq(products.companyId, company ?? 0), isNotNull(products.catalogueNo)))
    .limit(1)
  const [own] = await find([mine?.catalogueNo ?? ''], seller)
  const found = own?.products.find(({ productId }) => productId === mine?.id)
  expect(found).toMatchObject({ isOwn: true })
  const [spec] = found?.specs ?? []
  const items = [{ productId: found?.productId ?? 0, specId: spec?.specId ?? 0, quantity: 1 }]
  const { added, refused } = contentOf(await seller.api.orders.quickOrderAdd({ items }, newKey()))
  expect([added, refused.map(({ reason }) => reason)]).toEqual([[], ['own']])
})

test('adds the possible lines in one call, tells about the others, and adds up with the cart', async () => {
  const sold = await othersSpecs()
  const [one, two] = [at(sold, 0), at(sold, 1)]
  const item = ({ listingId, specId }: typeof one, quantity: number) => ({ productId: listingId, specId, quantity })
  const first = contentOf(
    await buyer.api.orders.quickOrderAdd(
      {
        items: [
          item(one, one.minOrder),
          item(two, two.stock + 1),
          { productId: 2_000_000_000, specId: 7, quantity: 1 },
        ],
      },
      newKey(),
    ),
  )
  expect(first.added).toEqual([one.specId])
  expect(first.refused).toEqual([
    { specId: two.specId, reason: 'stockShort', stock: two.stock, minOrder: two.minOrder, inside: 0 },
    { specId: 7, reason: 'gone', stock: 0, minOrder: 1, inside: 0 },
  ])
  expect(first.count).toBe(1)
  const again = contentOf(await buyer.api.orders.quickOrderAdd({ items: [item(one, 1)] }, newKey()))
  expect(again.count).toBe(1)
  const rows = await app.db.select().from(cartItems)
  expect(rows.map(({ specId, quantity, seenPrice }) => ({ specId, quantity, seenPrice }))).toEqual([
    { specId: one.specId, quantity: one.minOrder + 1, seenPrice: one.price },
  ])
})

test('pressed twice with one key adds once; a specification belongs to its product', async () => {
  const sold = await othersSpecs()
  const one = at(sold, 0)
  const other = sold.find(({ listingId }) => listingId !== one.listingId)
  const key = newKey()
  const input = { items: [{ productId: one.listingId, specId: one.specId, quantity: one.minOrder }] }
  const answers = await Promise.all([1, 2].map(() => buyer.api.orders.quickOrderAdd(input, key)))
  expect(answers.map(failureOf)).toContain('none')
  expect(contentOf(await buyer.api.orders.quickOrderAdd(input, key)).added).toEqual([one.specId])
  const rows = await app.db.select().from(cartItems)
  expect(rows.map(({ quantity }) => quantity)).toEqual([one.minOrder])
  const wrong = { items: [{ productId: other?.listingId ?? 0, specId: one.specId, quantity: 1 }] }
  expect(contentOf(await buyer.api.orders.quickOrderAdd(wrong, newKey())).refused).toMatchObject([{ reason: 'gone' }])
})

test('keeps to the limit of the cart: what fits is added, the rest is refused', async () => {
  const own = await companyOf(app, 'buyer')
  const rows = await app.db
    .select({
      productId: products.id,
      specId: productSpecs.id,
      stock: productSpecs.stock,
      minOrder: products.minOrder,
      companyId: products.companyId,
    })
    .from(productSpecs)
    .innerJoin(products, eq(products.id, productSpecs.productId))
    .where(and(eq(products.status, 'published'), eq(products.priceType, 0)))
    .orderBy(productSpecs.id)
  const items = rows
    .filter(({ stock, minOrder, companyId }) => stock >= minOrder && companyId !== own)
    .slice(0, 130)
    .map(({ productId, specId, minOrder }) => ({ productId, specId, quantity: minOrder }))
  const { added, refused, count } = contentOf(await buyer.api.orders.quickOrderAdd({ items }, newKey()))
  expect([added.length, count, refused.length]).toEqual([maxCartItems, maxCartItems, 130 - maxCartItems])
  expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(['cartFull']))
})

test('refuses visitors, people without a company, repeated specifications and too many lines', async () => {
  expect(failureOf(await visitor(app).api.orders.quickOrderFind({ codes: ['1'] }))).toBe('sessionInvalid')
  const item = { productId: 1, specId: 1, quantity: 1 }
  expect(fieldsWithErrors(await buyer.api.orders.quickOrderAdd({ items: [item, item] }, newKey()))).toEqual(['items'])
  const many = Array.from({ length: 201 }, (_, no) => `A-${no}`)
  expect(fieldsWithErrors(await buyer.api.orders.quickOrderFind({ codes: many }))).toEqual(['codes'])
  expect(await find(many.slice(1))).toHaveLength(200)
})
