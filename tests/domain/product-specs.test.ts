import { expect, test } from 'vitest'
import { cheapestSpec } from '../../src/domain/catalogue/product-specs.ts'
import { rows } from './seeds/rows.ts'

test('the cheapest specification represents its product, the first of equals, in any order', () => {
  const [big, small, same, open] = [{ price: 900 }, { price: 100 }, { price: 100 }, { price: null }]
  expect(cheapestSpec([big, small, same])).toBe(small)
  expect(cheapestSpec([open, big])).toBe(big)
  expect(cheapestSpec([open])).toBe(open)
  expect(cheapestSpec([])).toBeUndefined()
})

test('demo goods show the package size of their price', () => {
  const specs = Map.groupBy(rows.catalogue.specs, ({ productId }) => productId)
  const wrong = rows.catalogue.products.filter(({ id, price, specText }) => {
    const named = specs.get(id)?.find(({ name }) => name === specText)
    return named === undefined || (price != null && named.price !== price)
  })
  expect(wrong.map(({ productNo, title }) => [productNo, title])).toEqual([])
})
