import { expect, test } from 'vitest'
import {
  cartFaults,
  isRecoverable,
  maxQuantity,
  quantityNote,
  clampQuantity,
} from '../../../src/domain/orders/cart-items.ts'
import { parseCartRequest, serializeCartRequest } from '../../../src/domain/orders/cart-request.ts'

test('cart requests survive serialisation; invalid text is rejected', () => {
  const wishes = [
    { kind: 'product' as const, listingId: 12, specId: 34, quantity: 2 },
    { kind: 'service' as const, listingId: 7, specId: null, quantity: null },
  ]
  for (const wish of wishes) expect(parseCartRequest(serializeCartRequest(wish))).toEqual(wish)
  expect(serializeCartRequest({ kind: 'service', listingId: 7, specId: null, quantity: null })).toBe('service,7,,')
  for (const word of ['', 'shop,1,,', 'product,0,,', 'product,1,,0', 'product,1,,1.5', 'product,1,,-1', 'product,1,2'])
    expect(parseCartRequest(word), word).toBeUndefined()
})

test('recoverable errors and the allowed quantity', () => {
  expect(cartFaults.filter(isRecoverable)).toEqual(['stockShort', 'belowMinimum', 'priceChanged'])
  expect(clampQuantity(9, { stock: 4, minOrder: 2 })).toBe(4)
  expect(clampQuantity(1, { stock: 4, minOrder: 2 })).toBe(2)
  expect(clampQuantity(1, { stock: 1, minOrder: 2 })).toBeNull()
  expect(clampQuantity(maxQuantity + 1, { stock: null, minOrder: 1 })).toBe(maxQuantity)
})

test('an adjusted quantity has a message with the reason', () => {
  const limits = { stock: 36, minOrder: 5 }
  expect(quantityNote(20, limits, '盒')).toBe('')
  expect(quantityNote(500, limits, '盒')).toBe('库存仅剩 36 盒，已改为 36 盒')
  expect(quantityNote(2, limits, '盒')).toBe('最小起订量 5 盒，已改为 5 盒')
  expect(quantityNote(7.5, limits, '盒')).toBe('数量须为整数，已改为 5 盒')
  expect(quantityNote(Number.NaN, limits, '盒')).toBe('数量须为整数，已改为 5 盒')
  expect(quantityNote(9, { stock: 3, minOrder: 5 }, '盒')).toBe('库存仅剩 3 盒，不足最小起订量 5 盒')
  expect(quantityNote(1_000_000, { stock: null, minOrder: 1 }, '项')).toBe('一次最多 999999 项，已改为 999999 项')
})
