import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { products, services } from '../../../src/db/tables/catalogue.ts'
import { favourites } from '../../../src/db/tables/interest.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let buyer: Client
let other: Client
beforeAll(async () => {
  // Favourites of the demo buyer would be counted too.
  await app.db.delete(favourites)
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
const countOf = async (t: typeof services | typeof products, id: number) =>
  (await app.db.select({ count: t.followCount }).from(t).where(eq(t.id, id)))[0]?.count

describe('favouriting a listing', () => {
  test('counts once when repeated, and is removed once', async () => {
    const [service] = await some(services, 1)
    const { id = 0, followCount: before = 0 } = service ?? {}
    const input = { kind: 'service' as const, listingId: id }
    const answers = await Promise.all(Array.from({ length: 8 }, () => buyer.api.shops.favouriteSave(input)))
    expect(answers.map(contentOf)).toEqual(answers.map(() => ({ on: true, count: before + 1 })))
    expect(await countOf(services, id)).toBe(before + 1)
    contentOf(await other.api.shops.favouriteSave(input))
    expect(await countOf(services, id)).toBe(before + 2)
    const gone = await Promise.all(Array.from({ length: 8 }, () => buyer.api.shops.favouriteDelete(input)))
    expect(gone.map(contentOf)).toEqual(gone.map(() => ({ on: false, count: before + 1 })))
    expect(await countOf(services, id)).toBe(before + 1)
  })

  test('rejects unpublished and unknown listings, and guests', async () => {
    const [, second] = await some(services, 2)
    const listingId = second?.id ?? 0
    await app.db.update(services).set({ status: 'unlisted' }).where(eq(services.id, listingId))
    const save = (client: Client, id: number) => client.api.shops.favouriteSave({ kind: 'service', listingId: id })
    expect(failureOf(await save(buyer, listingId))).toBe('notFound')
    expect(failureOf(await save(buyer, missingId))).toBe('notFound')
    expect(fieldsWithErrors(await save(buyer, 0))).toEqual(['listingId'])
    expect(failureOf(await save(visitor(app), listingId))).toBe('sessionInvalid')
    await app.db.update(services).set({ status: 'published' }).where(eq(services.id, listingId))
  })

  test('never counts below 0', async () => {
    const [product] = await some(products, 1)
    const listingId = product?.id ?? 0
    contentOf(await buyer.api.shops.favouriteSave({ kind: 'product', listingId }))
    await app.db.update(products).set({ followCount: 0 }).where(eq(products.id, listingId))
    expect(contentOf(await buyer.api.shops.favouriteDelete({ kind: 'product', listingId }))).toEqual({
      on: false,
      count: 0,
    })
  })
})

describe('favourites', () => {
  test('lists them with former and current price, by kind, keyword and change', async () => {
    const client = await signInAs(app, 'person')
    const [cheaper, dearer, gone] = await some(services, 3)
    const [product] = await some(products, 1)
    for (const row of [cheaper, dearer, gone]) {
      contentOf(await client.api.shops.favouriteSave({ kind: 'service', listingId: row?.id ?? 0 }))
    }
    contentOf(await client.api.shops.favouriteSave({ kind: 'product', listingId: product?.id ?? 0 }))
    const price = (id: number | undefined, to: number) =>
      app.db
        .update(services)
        .set({ price: to })
        .where(eq(services.id, id ?? 0))
    await price(cheaper?.id, (cheaper?.price ?? 0) - 100)
    await price(dearer?.id, (dearer?.price ?? 0) + 200)
    await app.db
      .update(services)
      .set({ status: 'unlisted' })
      .where(eq(services.id, gone?.id ?? 0))
    const all = contentOf(await client.api.shops.favourites({}))
    expect(all.counts).toEqual({ service: 3, product: 1, down: 1, gone: 1 })
    expect(all.total).toBe(4)
    expect(all.data.map(({ kind, listingId, change }) => [kind, listingId, change])).toEqual([
      ['product', product?.id, { at: 'same' }],
      ['service', gone?.id, { at: 'gone' }],
      ['service', dearer?.id, { at: 'up', by: 200 }],
      ['service', cheaper?.id, { at: 'down', by: 100 }],
    ])
    expect(all.data[3]).toMatchObject({
      price: (cheaper?.price ?? 0) - 100,
      keptPrice: cheaper?.price,
      productNo: null,
    })
    expect(all.data[0]?.productNo).not.toBeNull()
    const ids = async (input: Parameters<Client['api']['shops']['favourites']>[0]) =>
      contentOf(await client.api.shops.favourites(input)).data.map(({ listingId }) => listingId)
    expect(await ids({ kind: 'product' })).toEqual([product?.id])
    expect(await ids({ changed: 'down' })).toEqual([cheaper?.id])
    expect(await ids({ changed: 'gone' })).toEqual([gone?.id])
    expect(await ids({ keyword: product?.title.slice(0, 30).trim() ?? '' })).toContain(product?.id)
    expect(await ids({ keyword: '%_%' })).toEqual([])
    expect(await ids({ pageSize: 2, current: 2 })).toEqual([dearer?.id, cheaper?.id])
    expect(contentOf(await other.api.shops.favourites({ changed: 'gone' })).total).toBe(0)
    expect(failureOf(await visitor(app).api.shops.favourites({}))).toBe('sessionInvalid')
    await price(cheaper?.id, cheaper?.price ?? 0)
    await price(dearer?.id, dearer?.price ?? 0)
    await app.db
      .update(services)
      .set({ status: 'published' })
      .where(eq(services.id, gone?.id ?? 0))
  })

  test('removes several at once, only own ones', async () => {
    const client = await signInAs(app, 'seller2')
    const chosen = [...(await some(services, 3)), ...(await some(products, 2))]
    for (const [index, { id }] of chosen.entries()) {
      contentOf(await client.api.shops.favouriteSave({ kind: index < 3 ? 'service' : 'product', listingId: id }))
    }
    const own = contentOf(await client.api.shops.favourites({})).data.map(({ favouriteId }) => favouriteId)
    const before = await countOf(services, chosen[0]?.id ?? 0)
    expect(contentOf(await other.api.shops.favouritesDelete({ favouriteIds: own })).removed).toBe(0)
    const both = await Promise.all([
      client.api.shops.favouritesDelete({ favouriteIds: own }),
      client.api.shops.favouritesDelete({ favouriteIds: own.toReversed() }),
    ])
    expect(both.reduce((sum, answer) => sum + contentOf(answer).removed, 0)).toBe(5)
    expect(await countOf(services, chosen[0]?.id ?? 0)).toBe((before ?? 0) - 1)
    expect(fieldsWithErrors(await client.api.shops.favouritesDelete({ favouriteIds: [] }))).toEqual(['favouriteIds'])
    expect(failureOf(await visitor(app).api.shops.favouritesDelete({ favouriteIds: own }))).toBe('sessionInvalid')
  })

  test('keeps row and counter consistent when added and removed in parallel', async () => {
    const [product] = await some(products, 1)
    const listingId = product?.id ?? 0
    const input = { kind: 'product' as const, listingId }
    const before = await countOf(products, listingId)
    for (let round = 0; round < 6; round += 1) {
      const answers = await Promise.all([
        buyer.api.shops.favouriteSave(input),
        buyer.api.shops.favouriteDelete(input),
        buyer.api.shops.favouriteSave(input),
      ])
      expect(answers.map(failureOf)).toEqual(['none', 'none', 'none'])
    }
    const kept = await app.db.$count(
      favourites,
      and(eq(favourites.kind, 'product'), eq(favourites.listingId, listingId)),
    )
    const earlier = (before ?? 0) - kept
    contentOf(await buyer.api.shops.favouriteDelete(input))
    expect(await countOf(products, listingId)).toBe(kept === 0 ? before : earlier + kept)
  })
})
