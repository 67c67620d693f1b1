import { and, eq, sql, type SQL } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { seedBulk } from '../../../src/db/seeds/bulk.ts'
import { products, services } from '../../../src/db/tables/catalogue.ts'
import { categories } from '../../../src/db/tables/reference.ts'
import { maxListed } from '../../../src/domain/catalogue/list-query.ts'
import { textTsvector } from '../../../src/server/search/tokenize.ts'
import { contentOf, visitor, type Client } from '../../support/client.ts'
import { appForFile } from '../../support/fixtures.ts'

/** A catalogue large enough for every read plan, with statistics. */
const app = appForFile()
let api: Client['api']
let field = 0
beforeAll(async () => {
  api = visitor(app).api
  await seedBulk(app.db, { now: new Date(), listings: 10_000, words: textTsvector, onProgress: () => {} })
  const [row] = await app.db
    .select({ id: categories.id })
    .from(categories)
    .where(eq(categories.name, '毒理学安全性评价'))
  field = row?.id ?? 0
})

type Input = Parameters<Client['api']['catalogue']['products']>[0]
const orders: Readonly<Record<string, SQL>> = {
  new: sql`published_at desc, id desc`,
  priceUp: sql`price asc nulls last, id asc`,
  priceDown: sql`price desc nulls last, id desc`,
}
const numbers = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

describe('every read plan of a list', () => {
  const cases = (): [string, Input, SQL][] => [
    ['nothing chosen', {}, sql`true`],
    ['a place', { districtCode: '320000' }, sql`district_code like '32%'`],
    ['a city', { districtCode: '320500' }, sql`district_code like '3205%'`],
    ['a tag', { tags: ['CNAS'] }, sql`'CNAS' = any(tags)`],
    ['tags and a place', { tags: ['GLP', 'CMA'], districtCode: '32' }, sql`tags @> '{GLP,CMA}' and district_code like '32%'`],
    ['a rare place and a price type', { districtCode: '64', priceType: 1 }, sql`district_code like '64%' and price_type = 1`],
    ['three facets', { districtCode: '51', priceType: 0, tags: ['CNAS'] }, sql`district_code like '51%' and price_type = 0 and 'CNAS' = any(tags)`],
    ['a price and a place', { districtCode: '32', priceFrom: 100_000, priceTo: 900_000 }, sql`district_code like '32%' and coalesce(high_price, price) >= 100000 and price <= 900000`],
    ['a frequent word', { keyword: '试验' }, sql`tokens @@ '''试验'''`],
    ['a frequent word and a place', { keyword: '试验', districtCode: '32' }, sql`tokens @@ '''试验''' and district_code like '32%'`],
    ['a frequent word, a place and a tag', { keyword: '试验', districtCode: '32', tags: ['CNAS'] }, sql`tokens @@ '''试验''' and district_code like '32%' and 'CNAS' = any(tags)`],
    ['a frequent word and a price', { keyword: '试验', priceFrom: 5_000_000, priceTo: 20_000_000 }, sql`tokens @@ '''试验''' and coalesce(high_price, price) >= 5000000 and price <= 20000000`],
    ['a rare range of prices', { priceFrom: 90_000_000, priceTo: 110_000_000 }, sql`coalesce(high_price, price) >= 90000000 and price <= 110000000`],
    ['a frequent range of prices', { priceFrom: 2_000_000, priceTo: 20_000_000 }, sql`coalesce(high_price, price) >= 2000000 and price <= 20000000`],
    ['whatever costs more', { priceFrom: 2_000_000 }, sql`coalesce(high_price, price) >= 2000000`],
    ['certified and a place', { districtCode: '37', certified: true }, sql`district_code like '37%' and company_id in (select id from companies where certification = 'approved')`],
  ] // prettier-ignore

  test.each(['new', 'priceUp', 'priceDown'] as const)(
    'in the order %s it has the rows of a plain query',
    async (sort) => {
      for (const [what, input, condition] of cases()) {
        for (const t of [services, products]) {
          const truth = numbers(
            await app.db
              .select({ id: t.id })
              .from(t)
              .where(and(eq(t.status, 'published'), condition))
              .orderBy(orders[sort] ?? sql`id`),
          )
          for (const current of [1, 3, Math.max(1, Math.ceil(Math.min(truth.length, maxListed) / 100))]) {
            const paging = { sort, current, pageSize: 100 }
            const list =
              t === services
                ? contentOf(await api.catalogue.services({ ...input, ...paging })).data.map((row) => row.serviceId)
                : contentOf(await api.catalogue.products({ ...input, ...paging })).data.map((row) => row.productId)
            expect(list, `${what}, page ${current}`).toEqual(truth.slice((current - 1) * 100, current * 100))
          }
        }
      }
    },
  )

  test('returns exact totals up to the maximum', async () => {
    for (const [what, input, condition] of cases()) {
      const truth = await app.db.$count(services, and(eq(services.status, 'published'), condition))
      expect(contentOf(await api.catalogue.services(input)).total, what).toBe(Math.min(truth, maxListed))
      expect(contentOf(await api.catalogue.serviceMenu(input)).total, what).toBe(Math.min(truth, maxListed))
    }
  })

  test('returns an empty page beyond the maximum', async () => {
    const { total, data } = contentOf(await api.catalogue.services({ current: maxListed / 20 + 1 }))
    expect([total, data]).toEqual([maxListed, []])
  })
})

describe('the menu of a large list', () => {
  test('marks partial facets and counts the others exactly', async () => {
    const wide = contentOf(await api.catalogue.serviceMenu({}))
    expect(wide).toMatchObject({ capped: true, total: maxListed })
    expect(wide.partial).toContain('tags')
    const input = { id: field, districtCode: '51' }
    const narrow = contentOf(await api.catalogue.serviceMenu(input))
    expect(narrow.partial).not.toContain('tags')
    for (const { value, count } of narrow.tags) {
      expect(contentOf(await api.catalogue.services({ ...input, tags: [value] })).total, value).toBe(count)
    }
    for (const { value, count } of narrow.types) {
      const priceType = value === '0' ? 0 : value === '1' ? 1 : 2
      expect(contentOf(await api.catalogue.services({ ...input, priceType })).total, value).toBe(count)
    }
  })

  test('counts brands of goods without their own choice', async () => {
    const input = { districtCode: '51', priceType: 0 } as const
    const { brands } = contentOf(await api.catalogue.productMenu(input))
    expect(brands.length).toBeGreaterThan(1)
    const [brand] = brands
    const brandId = Number(brand?.value)
    expect(contentOf(await api.catalogue.products({ ...input, brandId })).total).toBe(brand?.count)
    expect(contentOf(await api.catalogue.productMenu({ ...input, brandId })).brands).toEqual(brands)
    expect(contentOf(await api.catalogue.serviceMenu({})).brands).toEqual([])
  })
})
