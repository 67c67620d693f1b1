import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { products, productSpecs, services } from '../../../src/db/tables/catalogue.ts'
import { shops } from '../../../src/db/tables/shops.ts'
import { seedBulk } from '../../../src/db/seeds/bulk.ts'
import { titleTsvector } from '../../../src/server/search/document-tokens.ts'
import { startAppForTest } from '../../support/app.ts'
import { contentOf, visitor } from '../../support/client.ts'

test('generated listings are added to the demo and found by their words, and every index is restored', async () => {
  const app = await startAppForTest()
  const { db } = app
  const indexes = async () =>
    (
      await db
        .select({ name: sql<string>`indexname` })
        .from(sql`pg_indexes`)
        .where(sql`schemaname = 'public'`)
        .orderBy(sql`indexname`)
    ).map(({ name }) => name)
  const before = { indexes: await indexes(), services: await db.$count(services), products: await db.$count(products) }
  const said: string[] = []
  const options = {
    now: new Date(),
    listings: 601,
    words: titleTsvector,
    onProgress: (line: string) => said.push(line),
  }
  await seedBulk(db, options)
  expect(await db.$count(services)).toBe(before.services + 301)
  expect(await db.$count(products)).toBe(before.products + 300)
  expect(await indexes()).toEqual(before.indexes)
  expect(said.at(-1)).toContain('601 listings')

  const [one] = await db
    .select({ no: products.catalogueNo, id: products.id, title: products.title, shop: shops.name })
    .from(products)
    .innerJoin(shops, eq(shops.id, products.shopId))
    .where(sql`${products.catalogueNo} like 'YX%'`)
    .orderBy(products.id)
    .limit(1)
  const { api } = visitor(app)
  for (const keyword of [one?.no ?? '', one?.shop ?? '', one?.title.slice(0, 6) ?? '']) {
    const { data } = contentOf(await api.catalogue.products({ keyword, pageSize: 100 }))
    expect(data.length, keyword).toBeGreaterThan(0)
  }
  expect(await db.$count(productSpecs, eq(productSpecs.productId, one?.id ?? 0))).toBe(1)
  const counted = await db
    .select({ id: shops.id })
    .from(shops)
    .where(
      and(
        sql`${shops.serviceCount} <> (select count(*) from services s where s.shop_id = shops.id and s.status = 'published')`,
      ),
    )
  expect(counted).toEqual([])
  await expect(seedBulk(db, options)).rejects.toThrow('in already')
}, 60_000)
