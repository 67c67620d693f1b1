import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compounds } from '../../../src/db/seeds/data/compounds.ts'
import { isCas } from '../../../src/domain/catalogue/cas.ts'
import { listingStatuses } from '../../../src/domain/catalogue/listing-states.ts'
import { repeated, rows, statusesOf } from './rows.ts'

const { accounts, catalogue } = rows
const marks = join(import.meta.dirname, '../../../src/ui/marks')

describe('catalogue', () => {
  const listings = [...catalogue.services, ...catalogue.products]

  it('has a different title and number for each listing', () => {
    expect(repeated(listings.map(({ title }) => title))).toEqual([])
    expect(repeated(catalogue.services.map(({ serviceNo }) => serviceNo))).toEqual([])
    expect(repeated(catalogue.products.map(({ productNo }) => productNo))).toEqual([])
  })

  it('fills every placeholder of the templates', () => {
    expect(listings.filter((row) => /\{\w+\}|undefined|NaN/.test(JSON.stringify(row)))).toEqual([])
  })

  it('uses existing icons and illustrations only', () => {
    const names = new Set(catalogue.categories.flatMap(({ mark, figure }) => [mark, figure]))
    expect([...names].filter((name) => !existsSync(join(marks, `${name}.svg`)))).toEqual([])
  })

  it('has valid check digits in CAS numbers', () => {
    const numbers = [...compounds.map(({ cas }) => cas), ...catalogue.products.flatMap(({ cas }) => cas ?? [])]
    expect(numbers.filter((cas) => !isCas(cas))).toEqual([])
    expect(repeated(compounds.map(({ cas }) => cas))).toEqual([])
    expect(isCas('103-90-3')).toBe(false)
  })

  it('assigns each listing to a leaf category of its kind', () => {
    const leaves = new Map(catalogue.categories.filter(({ level }) => level === 4).map((row) => [row.id, row]))
    for (const row of catalogue.services)
      expect(leaves.get(row.categoryId)).toMatchObject({ kind: 'service', path: row.categoryPath })
    for (const row of catalogue.products)
      expect(leaves.get(row.categoryId)).toMatchObject({ kind: 'product', path: row.categoryPath })
  })

  it('has prices that match their type, and one to five specifications per product', () => {
    for (const { priceType, price, highPrice } of listings) {
      expect(price === null).toBe(priceType === 2)
      expect((highPrice ?? 0) > (price ?? 0)).toBe(priceType === 1)
    }
    for (const { id, price } of catalogue.products) {
      const specs = catalogue.specs.filter(({ productId }) => productId === id)
      expect(specs.length).toBeGreaterThanOrEqual(2)
      expect(specs.length).toBeLessThanOrEqual(5)
      const lowest = Math.min(...specs.map((spec) => spec.price))
      expect(price ?? lowest).toBe(lowest)
    }
  })

  it('has chronological steps from week 1', () => {
    for (const { detail } of catalogue.services) {
      expect(Math.min(...detail.steps.map(({ from }) => from))).toBe(1)
      expect(detail.steps.filter(({ from, to }) => to < from)).toEqual([])
    }
  })

  it('has correct shop counters, and listings in every state', () => {
    for (const { shop } of accounts.organisations) {
      if (shop === undefined) continue
      const published = (list: readonly { shopId: number; status?: string | undefined }[]) =>
        list.filter(({ shopId, status }) => shopId === shop.id && status === 'published').length
      expect([shop.serviceCount, shop.productCount]).toEqual([
        published(catalogue.services),
        published(catalogue.products),
      ])
    }
    for (const list of [catalogue.services, catalogue.products]) {
      expect(listingStatuses.filter((status) => !statusesOf(list).has(status))).toEqual([])
    }
  })
})
