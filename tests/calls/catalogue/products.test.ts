import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { products } from '../../../src/db/tables/catalogue.ts'
import { contentOf, failureOf, type Client } from '../../support/client.ts'
import { appForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const anyone = visitorForFile(app)

type Input = Parameters<Client['api']['catalogue']['products']>[0]
const list = async (input: Input) => contentOf(await anyone.api.catalogue.products(input))
const published = eq(products.status, 'published')

describe('the list of products', () => {
  test('finds a CAS number exactly', async () => {
    const { total, data } = await list({ keyword: '103-90-2' })
    expect(total).toBe(await app.db.$count(products, and(published, eq(products.cas, '103-90-2'))))
    expect(total).toBeGreaterThan(0)
    for (const { cas } of data) expect(cas).toBe('103-90-2')
  })

  test('finds a product by its article number and by its product number', async () => {
    const [one] = await app.db
      .select()
      .from(products)
      .where(and(published, isNotNull(products.catalogueNo)))
      .limit(1)
    for (const keyword of [one?.catalogueNo ?? '', one?.productNo ?? '']) {
      expect((await list({ keyword, pageSize: 100 })).data.map(({ productNo }) => productNo)).toContain(one?.productNo)
    }
  })

  test('returns a price only if the price type has one', async () => {
    for (const row of (await list({ pageSize: 100, sort: 'priceDown' })).data) {
      if (row.productPriceType === 2) expect([row.productPrice, row.productHighPrice]).toEqual([null, null])
      if (row.productPriceType === 0) expect(row.productHighPrice).toBeNull()
    }
    const fixed = await list({ priceType: 0 })
    expect(fixed.total).toBe(await app.db.$count(products, and(published, eq(products.priceType, 0))))
  })

  test('has menu counts equal to the list totals', async () => {
    const menu = contentOf(await anyone.api.catalogue.productMenu({ priceType: 0 }))
    for (const { categoryId, count } of menu.levels[0]?.options ?? []) {
      expect((await list({ priceType: 0, id: categoryId })).total).toBe(count)
    }
    expect(menu.fixedCount).toBe(menu.total)
  })
})

describe('one product', () => {
  test('has its specifications in order', async () => {
    const [row] = (await list({ priceType: 0, pageSize: 1 })).data
    const product = contentOf(await anyone.api.catalogue.product({ productNo: row?.productNo ?? '' }))
    expect(product).toMatchObject({ ...row })
    expect(product.specs.length).toBeGreaterThan(0)
  })

  test('returns gone if it was published before, else 404', async () => {
    const hidden = await app.db
      .select()
      .from(products)
      .where(sql`${products.status} <> 'published'`)
    expect(new Set(hidden.map((row) => row.publishedAt === null)).size).toBe(2)
    for (const { productNo, publishedAt } of [...hidden, { productNo: 'nothing', publishedAt: null }]) {
      const wanted = publishedAt === null ? 'notFound' : 'gone'
      expect(failureOf(await anyone.api.catalogue.product({ productNo })), productNo).toBe(wanted)
    }
  })
})

test('recommendations are published, of certified companies, with distinct placeholder images', async () => {
  const { services, products: goods, shops } = contentOf(await anyone.api.catalogue.recommendations({}))
  expect([services.length, goods.length, shops.length]).toEqual([8, 5, 3])
  expect(new Set(services.map(({ figure }) => figure)).size).toBe(8)
  for (const row of [...services, ...goods, ...shops]) expect(row.certified).toBe(true)
})
