import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { companies } from '../../../src/db/tables/accounts.ts'
import { products, services } from '../../../src/db/tables/catalogue.ts'
import { shopFollows, shops } from '../../../src/db/tables/shops.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let buyer: Client
let other: Client
beforeAll(async () => {
  // Shops followed by the demo buyer would be counted too.
  await app.db.delete(shopFollows)
  buyer = await signInAs(app, 'buyer')
  other = await signInAs(app, 'buyer2')
})

const some = async (t: typeof services | typeof products, most: number, status = sql`'published'`) =>
  app.db
    .select({ id: t.id, title: t.title, price: t.price, followCount: t.followCount })
    .from(t)
    .where(and(sql`${t.status} = ${status}`, eq(t.priceType, 0)))
    .orderBy(t.id)
    .limit(most)
const followersOf = async (shopId: number) =>
  (await app.db.select({ count: shops.followCount }).from(shops).where(eq(shops.id, shopId)))[0]?.count

describe('following a shop', () => {
  const openShop = async () => {
    const [row] = await app.db
      .select({ id: shops.id, companyId: shops.companyId, name: shops.name })
      .from(shops)
      .innerJoin(companies, eq(companies.id, shops.companyId))
      .where(eq(companies.isSaler, true))
      .orderBy(shops.id)
      .limit(1)
    return row ?? { id: 0, companyId: 0, name: '' }
  }

  test('counts once, lists newer listings, and is undone once', async () => {
    const { id: shopId, name } = await openShop()
    const before = (await followersOf(shopId)) ?? 0
    const saved = await Promise.all(Array.from({ length: 6 }, () => buyer.api.shops.followSave({ shopId })))
    expect(saved.map(contentOf)).toEqual(saved.map(() => ({ on: true, count: before + 1 })))
    const [mine] = contentOf(await buyer.api.shops.follows({})).data
    expect(mine).toMatchObject({ shopId, shopName: name, newCount: 0, isOpen: true, followCount: before + 1 })
    await app.db
      .update(services)
      .set({ publishedAt: new Date(Date.now() + 1000) })
      .where(eq(services.id, sql`(select min(id) from services where shop_id = ${shopId} and status = 'published')`))
    expect(contentOf(await buyer.api.shops.follows({})).data[0]?.newCount).toBe(1)
    expect(contentOf(await buyer.api.shops.follows({ keyword: name.slice(0, 4) })).total).toBe(1)
    expect(contentOf(await buyer.api.shops.follows({ keyword: '%' })).total).toBe(0)
    expect(contentOf(await other.api.shops.follows({})).total).toBe(0)
    const ended = await Promise.all(Array.from({ length: 6 }, () => buyer.api.shops.followCancel({ shopId })))
    expect(ended.map(contentOf)).toEqual(ended.map(() => ({ on: false, count: before })))
    expect(await followersOf(shopId)).toBe(before)
  })

  test('is rejected for a closed shop, which can be unfollowed; requires a session', async () => {
    const { id: shopId, companyId } = await openShop()
    contentOf(await other.api.shops.followSave({ shopId }))
    await app.db.update(companies).set({ isSaler: false }).where(eq(companies.id, companyId))
    expect(failureOf(await buyer.api.shops.followSave({ shopId }))).toBe('notFound')
    expect(contentOf(await other.api.shops.follows({})).data[0]?.isOpen).toBe(false)
    expect(contentOf(await other.api.shops.followCancel({ shopId })).on).toBe(false)
    await app.db.update(companies).set({ isSaler: true }).where(eq(companies.id, companyId))
    expect(failureOf(await buyer.api.shops.followSave({ shopId: missingId }))).toBe('notFound')
    expect(failureOf(await buyer.api.shops.followCancel({ shopId: missingId }))).toBe('none')
    for (const make of ['followSave', 'followCancel'] as const) {
      expect(failureOf(await visitor(app).api.shops[make]({ shopId }))).toBe('sessionInvalid')
      expect(fieldsWithErrors(await buyer.api.shops[make]({ shopId: 0 }))).toEqual(['shopId'])
    }
    expect(failureOf(await visitor(app).api.shops.follows({}))).toBe('sessionInvalid')
    expect(fieldsWithErrors(await buyer.api.shops.follows({ pageSize: 1000 }))).toEqual(['pageSize'])
  })
})

describe('ownFavourites', () => {
  test('returns own favourites and follows of the given ones', async () => {
    const client = await signInAs(app, 'seller3')
    const [first, second] = await some(services, 2)
    const [product] = await some(products, 1)
    const [shop] = await app.db.select({ id: shops.id }).from(shops).orderBy(shops.id).limit(1)
    contentOf(await client.api.shops.favouriteSave({ kind: 'service', listingId: second?.id ?? 0 }))
    contentOf(await client.api.shops.favouriteSave({ kind: 'product', listingId: product?.id ?? 0 }))
    contentOf(await client.api.shops.followSave({ shopId: shop?.id ?? 0 }))
    const input = {
      services: [first?.id ?? 0, second?.id ?? 0],
      products: [product?.id ?? 0],
      shops: [shop?.id ?? 0, missingId],
    }
    expect(contentOf(await client.api.shops.ownFavourites(input))).toEqual({
      services: [second?.id],
      products: [product?.id],
      shops: [shop?.id],
    })
    const none = { services: [], products: [], shops: [] }
    expect(contentOf(await (await signInAs(app, 'service')).api.shops.ownFavourites(input))).toEqual(none)
    expect(contentOf(await client.api.shops.ownFavourites({}))).toEqual(none)
    expect(failureOf(await visitor(app).api.shops.ownFavourites(input))).toBe('sessionInvalid')
    const many = { services: Array.from({ length: 201 }, (_, index) => index + 1) }
    expect(fieldsWithErrors(await client.api.shops.ownFavourites(many))).toEqual(['services'])
  })
})
