import { arrayContains, and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { services } from '../../../src/db/tables/catalogue.ts'
import { shops } from '../../../src/db/tables/shops.ts'
import { contentOf, visitor } from '../../support/client.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
const api = () => visitor(app).api

test('lists show what has all chosen qualifications; the counts of further ones are what is left', async () => {
  const published = and(eq(services.status, 'published'), isNull(services.deletedAt))
  const withAll = (tags: string[]) => app.db.$count(services, and(published, arrayContains(services.tags, tags)))
  for (const tags of [['GLP'], ['GLP', 'CNAS'], ['GLP', 'CNAS', 'AAALAC'], ['GMP', 'AAALAC']]) {
    const list = contentOf(await api().catalogue.services({ tags, pageSize: 100 }))
    expect([tags, list.total]).toEqual([tags, await withAll(tags)])
    expect(list.data.every((row) => tags.every((tag) => row.tags.includes(tag)))).toBe(true)
    const menu = contentOf(await api().catalogue.serviceMenu({ tags }))
    expect(menu.total).toBe(list.total)
    // Chosen ones stay even where nothing is left.
    expect(menu.tags.map(({ value }) => value)).toEqual(expect.arrayContaining(tags))
    for (const { value, count } of menu.tags) expect([value, count]).toEqual([value, await withAll([...tags, value])])
  }
})

test('with another facet, and among suppliers', async () => {
  const tags = ['GLP', 'CNAS']
  const all = contentOf(await api().catalogue.services({ tags, districtCode: '32', pageSize: 100 }))
  expect(all.data.length).toBeGreaterThan(0)
  expect(all.data.every((row) => tags.every((tag) => row.tags.includes(tag)))).toBe(true)
  const found = contentOf(await api().shops.shopsByKeywords({ tags }))
  const rows = await app.db.select({ tags: shops.tags }).from(shops).where(arrayContains(shops.tags, tags))
  expect(found.total).toBe(rows.length)
  expect(found.total).toBeGreaterThan(0)
  for (const { value, count } of found.tags)
    expect([value, count]).toEqual([value, rows.filter((row) => row.tags.includes(value)).length])
})
