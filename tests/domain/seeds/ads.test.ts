import { expect, it } from 'vitest'
import { buildAds, buildCategories } from '../../../src/db/seeds/build-reference.ts'
import { listState } from '../../../src/domain/catalogue/list-query.ts'
import { ownPath } from '../../../src/domain/own-path.ts'
import { routeOf } from '../../../src/domain/routes.ts'
import { goodsFigures, markNames, serviceFigures } from '../../../src/ui/mark-names.ts'
import { rows } from './rows.ts'

const trees = buildCategories()
const ads = buildAds(trees)
const drawn = new Set<string>([...markNames.map((name) => `mark-${name}`), ...serviceFigures, ...goodsFigures])

it('leads to pages of this site and shows what is drawn', () => {
  for (const { href = '', picture = '' } of ads) {
    expect(ownPath(href), href).toBe(href)
    expect(routeOf(href.split('?')[0] ?? ''), href).toBeDefined()
    expect(drawn.has(picture), picture).toBe(true)
  }
})

it('has goods on sale under every theme of the supermarket', () => {
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

it('gives every company that sells something a class that the dictionary has', () => {
  const shops = rows.accounts.organisations.filter(
    ({ shop }) => (shop?.serviceCount ?? 0) + (shop?.productCount ?? 0) > 0,
  )
  const without = shops.filter(({ company }) => (company.serviceClasses ?? []).length === 0)
  expect(without.map(({ key }) => key)).toEqual([])
})
