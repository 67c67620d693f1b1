import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { productRow, productsCalls } from '../../../src/contract/catalogue/products.ts'
import { serviceRow, servicesCalls } from '../../../src/contract/catalogue/services.ts'
import { companies } from '../../../src/db/tables/accounts.ts'
import { listingCards, products, services } from '../../../src/db/tables/catalogue.ts'
import { shops } from '../../../src/db/tables/shops.ts'
import { listingRows } from '../../../src/server/catalogue/listings/listing-rows.ts'
import { serviceType } from '../../../src/server/catalogue/listings/listing-type.ts'
import { presentProduct, productColumns } from '../../../src/server/catalogue/listings/product-rows.ts'
import { presentService, serviceColumns } from '../../../src/server/catalogue/listings/service-rows.ts'
import { regionNames } from '../../../src/server/reference/region-names.ts'
import { refreshCards } from '../../../src/server/search/index-documents.ts'
import { jsonHeaders } from '../../support/api-fast-path-server.ts'
import { origin } from '../../support/app.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

/** Cards that differ from the rows they are made of, as `kind id`. */
async function wrongCards(): Promise<string[]> {
  const { db } = app
  const regionOf = await regionNames(db)
  const serviceList = await db
    .select(serviceColumns)
    .from(services)
    .innerJoin(shops, eq(shops.id, services.shopId))
    .innerJoin(companies, eq(companies.id, services.companyId))
  const productList = await db
    .select(productColumns)
    .from(products)
    .innerJoin(shops, eq(shops.id, products.shopId))
    .innerJoin(companies, eq(companies.id, products.companyId))
  const stored = new Map(
    (await db.select().from(listingCards)).map(({ kind, listingId, card }) => [`${kind} ${listingId}`, card]),
  )
  const expected = new Map<string, object>([
    ...serviceList.map((row) => [`service ${row.serviceId}`, serviceRow.parse(presentService(row, regionOf))] as const),
    ...productList.map((row) => [`product ${row.productId}`, productRow.parse(presentProduct(row, regionOf))] as const),
  ])
  expect(stored.size).toBeGreaterThan(500)
  const isRight = (name: string) => isDeepStrictEqual(JSON.parse(stored.get(name) ?? 'null'), expected.get(name))
  return [...new Set([...stored.keys(), ...expected.keys()])].filter((name) => !isRight(name))
}

test('a card is the row of its listing, with every field and no other', async () => {
  expect(await wrongCards()).toEqual([])
})

test('a card follows its listing, the name of its shop and the certification of its company', async () => {
  const { db } = app
  const [service] = await db.select().from(services).where(eq(services.status, 'published')).limit(1)
  if (service === undefined) throw new Error('No service')
  const one = eq(services.id, service.id)
  const changes = [
    () => db.update(services).set({ title: '“新”标题\\ <b>', price: 12_345_678_901 }).where(one),
    () =>
      db
        .update(services)
        .set({ priceType: 1, highPrice: 20_000_000_000, tags: ['GLP', 'CNAS'] })
        .where(one),
    () => db.update(services).set({ priceType: 2, price: null, highPrice: null, durationText: '' }).where(one),
    () =>
      db
        .update(services)
        .set({ pictures: [{ fileId: 'a', url: '/files/a/b.webp' }], figure: 'fig-flask' })
        .where(one),
    () => db.update(services).set({ districtCode: '310115', pictures: [] }).where(one),
    () => db.update(products).set({ cas: '50-00-0', catalogueNo: null, specText: '100 mg' }).where(eq(products.id, 1)),
    () => db.update(shops).set({ name: '更名后的店铺' }).where(eq(shops.id, service.shopId)),
    () => db.update(companies).set({ certification: 'expired' }).where(eq(companies.id, service.companyId)),
    () => db.update(companies).set({ certification: 'approved' }).where(eq(companies.id, service.companyId)),
  ]
  for (const change of changes) {
    await change()
    expect(await wrongCards()).toEqual([])
  }
  const before = await db.$count(listingCards)
  await db.transaction(async (tx) => {
    const [copy] = await tx
      .insert(services)
      .values({ ...service, id: undefined, serviceNo: 'S-CARD-1', tokens: sql`''::tsvector` })
      .returning({ id: services.id })
    expect(await tx.$count(listingCards)).toBe(before + 1)
    await tx.delete(services).where(eq(services.id, copy?.id ?? 0))
  })
  expect(await db.$count(listingCards)).toBe(before)
})

test('a damaged card is written anew by reindexing', async () => {
  const { db } = app
  await db.update(listingCards).set({ card: '{}' }).where(eq(listingCards.listingId, 2))
  await db.delete(listingCards).where(eq(listingCards.listingId, 3))
  expect((await wrongCards()).length).toBe(2)
  await refreshCards(db, 'service', [1, 2, 3])
  await refreshCards(db, 'product', [1, 2, 3])
  expect(await wrongCards()).toEqual([])
})

test.each([
  [servicesCalls.services, { keyword: '稳定性' }],
  [servicesCalls.services, { keyword: '毫无结果的词' }],
  [servicesCalls.shopServices, { shopId: 1 }],
  [productsCalls.products, { current: 2 }],
])('$path answers its stored cards in the strict form of the contract', async ({ path, output }, input) => {
  const request = new Request(`${origin}/api${path}`, {
    method: 'POST',
    body: JSON.stringify(input),
    headers: jsonHeaders,
  })
  const envelope: { content: unknown } = JSON.parse(await (await app.fetch(request)).text())
  expect(envelope).toMatchObject({ code: 200 })
  expect(Object.keys(envelope)).toEqual(['code', 'message', 'content'])
  expect(output.parse(envelope.content)).toEqual(envelope.content)
})

test('rows are shared by answers, so they cannot be changed', async () => {
  const page = sql`(select id, 1 as place from services where status = 'published' limit 1) as page`
  const [one] = await listingRows(app.db, serviceType, page)
  const [same] = await listingRows(app.db, serviceType, page)
  expect(one).toBe(same)
  expect(Object.isFrozen(one)).toBe(true)
})
