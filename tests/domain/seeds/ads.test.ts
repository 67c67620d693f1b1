import { expect, it } from 'vitest'
import { buildAds, buildCategories } from '../../../src/db/seeds/build-reference.ts'
import { listState } from '../../../src/domain/catalogue/list-query.ts'
import { ownPath } from '../../../src/domain/own-path.ts'
import { findRoute } from '../../../src/domain/routes.ts'
import { goodsIllustrations, markNames, serviceIllustrations } from '../../../src/ui/picture/mark-names.ts'
import { rows } from './rows.ts'

const trees = buildCategories()
const ads = buildAds(trees)
const drawn = new Set<string>([
  ...markNames.map((name) => `mark-${name}`),
  ...serviceIllustrations,
  ...goodsIllustrations,
])

it('links to pages of this site and uses existing illustrations', () => {
  for (const { href = '', picture = '' } of ads) {
    expect(ownPath(href), href).toBe(href)
    expect(findRoute(href.split('?')[0] ?? ''), href).toBeDefined()
    expect(drawn.has(picture), picture).toBe(true)
  }
})

it('has published goods for every theme of the supermarket', () => {
  for (const { place, href = '', title } of ads) {
    if (place !== 'supermarket') continue
    const { id, fieldLevel2Id, fieldLevel3Id } = listState(new URL(href, 'http://own.invalid').searchParams)
    const category = id ?? fieldLevel2Id ?? fieldLevel3Id ?? 0
    const below = rows.catalogue.products.filter(
      (row) => row.status === 'published' && row.categoryPath.includes(category),
    )
    expect(below.length, title).toBeGreaterThan(0)
  }
})

it('gives every seller a company category of the dictionary', () => {
  const shops = rows.accounts.organisations.filter(
    ({ shop }) => (shop?.serviceCount ?? 0) + (shop?.productCount ?? 0) > 0,
  )
  const without = shops.filter(({ company }) => (company.serviceClasses ?? []).length === 0)
  expect(without.map(({ key }) => key)).toEqual([])
})
