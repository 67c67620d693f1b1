import { expect, test } from 'vitest'
import { cartFaults, isMendable, mostOfOne, quantityNote, quantityWithin } from '../../src/domain/orders/cart-items.ts'
import { wishOf, wishWord } from '../../src/domain/orders/wish.ts'

test('a wish goes through an address and comes back; anything else is none', () => {
  const wishes = [
    { kind: 'product' as const, listingId: 12, specId: 34, quantity: 2 },
    { kind: 'service' as const, listingId: 7, specId: null, quantity: null },
  ]
  for (const wish of wishes) expect(wishOf(wishWord(wish))).toEqual(wish)
  expect(wishWord({ kind: 'service', listingId: 7, specId: null, quantity: null })).toBe('service,7,,')
  for (const word of ['', 'shop,1,,', 'product,0,,', 'product,1,,0', 'product,1,,1.5', 'product,1,,-1', 'product,1,2'])
    expect(wishOf(word), word).toBeUndefined()
})

test('what can be mended in the cart, and to which quantity', () => {
  expect(cartFaults.filter(isMendable)).toEqual(['stockShort', 'belowMinimum', 'priceChanged'])
  expect(quantityWithin(9, { stock: 4, minOrder: 2 })).toBe(4)
  expect(quantityWithin(1, { stock: 4, minOrder: 2 })).toBe(2)
  expect(quantityWithin(1, { stock: 1, minOrder: 2 })).toBeNull()
  expect(quantityWithin(mostOfOne + 1, { stock: null, minOrder: 1 })).toBe(mostOfOne)
})

test('a quantity that cannot be taken as typed says what was done and why', () => {
  const limits = { stock: 36, minOrder: 5 }
  expect(quantityNote(20, limits, '盒')).toBe('')
  expect(quantityNote(500, limits, '盒')).toBe('库存仅剩 36 盒，已改为 36 盒')
  expect(quantityNote(2, limits, '盒')).toBe('最小起订量 5 盒，已改为 5 盒')
  expect(quantityNote(7.5, limits, '盒')).toBe('数量须为整数，已改为 5 盒')
  expect(quantityNote(Number.NaN, limits, '盒')).toBe('数量须为整数，已改为 5 盒')
  expect(quantityNote(9, { stock: 3, minOrder: 5 }, '盒')).toBe('库存仅剩 3 盒，不足最小起订量 5 盒')
  expect(quantityNote(1_000_000, { stock: null, minOrder: 1 }, '项')).toBe('一次最多 999999 项，已改为 999999 项')
})
