import { expect, test } from 'vitest'
import { cheapestSpec } from '../../src/domain/catalogue/cheapest-spec.ts'
import { rows } from './seeds/rows.ts'

test('the cheapest specification stands for its product, the first of several, whatever their order', () => {
  const [big, small, same, open] = [{ price: 900 }, { price: 100 }, { price: 100 }, { price: null }]
  expect(cheapestSpec([big, small, same])).toBe(small)
  expect(cheapestSpec([open, big])).toBe(big)
  expect(cheapestSpec([open])).toBe(open)
  expect(cheapestSpec([])).toBeUndefined()
})

test('the demo’s goods name beside their price the packing that costs it', () => {
  const specs = Map.groupBy(rows.catalogue.specs, ({ productId }) => productId)
  const wrong = rows.catalogue.products.filter(({ id, price, specText }) => {
    const named = specs.get(id)?.find(({ name }) => name === specText)
    return named === undefined || (price != null && named.price !== price)
  })
  expect(wrong.map(({ productNo, title }) => [productNo, title])).toEqual([])
})
