import { expect, test } from 'vitest'
import { maxCartItems } from '../../../src/domain/orders/cart-items.ts'
import { casOfCode, catalogueKey, parseQuickOrder, quickRefusal } from '../../../src/domain/orders/quick-order.ts'

test('reads lines divided by tabs, commas and spaces, and keeps their numbers', () => {
  const text = '103-90-2\t2\n\nHP-RS-0001，3\r\nYG NTA MIX6 4\n67-68-5\nTH-CK500, x5 瓶\n１０３－９０－２　６\nLX P1000'
  expect(parseQuickOrder(text)).toEqual([
    { no: 1, code: '103-90-2', quantity: 2 },
    { no: 3, code: 'HP-RS-0001', quantity: 3 },
    { no: 4, code: 'YG NTA MIX6', quantity: 4 },
    { no: 5, code: '67-68-5', quantity: 1 },
    { no: 6, code: 'TH-CK500', quantity: 5 },
    { no: 7, code: '103-90-2', quantity: 6 },
    { no: 8, code: 'LX P1000', quantity: 1 },
  ])
})

test('reads rows of a sheet with a name between code and quantity', () => {
  expect(parseQuickOrder('103-90-2\t对乙酰氨基酚\t3')).toEqual([{ no: 1, code: '103-90-2', quantity: 3 }])
  expect(parseQuickOrder('103-90-2,,3')).toEqual([{ no: 1, code: '103-90-2', quantity: 3 }])
})

test('a quantity that is none is told, never guessed', () => {
  for (const typed of ['A-1, 0', 'A-1, 1.5', 'A-1 -2', 'A-1\t9999999', 'A-1, 许多']) {
    expect(parseQuickOrder(typed), typed).toEqual([{ no: 1, code: 'A-1', quantity: null }])
  }
})

test('compares catalogue numbers without case, blanks and separators', () => {
  expect(['hp-c18-2546', 'HP C18 2546', 'HP_C18.2546', 'ＨＰ－Ｃ１８－２５４６'].map(catalogueKey)).toEqual(
    Array(4).fill('HPC182546'),
  )
})

test('finds the CAS number in what was typed', () => {
  expect(['103-90-2', 'CAS 103-90-2', 'cas号：103-90-2', '103902', '103 90 2'].map(casOfCode)).toEqual([
    '103-90-2',
    '103-90-2',
    '103-90-2',
    '103-90-2',
    '103-90-2',
  ])
  expect(['103-90-3', 'HP-RS-0001', '10-3902', ''].map(casOfCode)).toEqual(Array(4).fill(undefined))
})

test('refuses what cannot be added, by its reason', () => {
  const listing = {
    kind: 'product' as const,
    onSale: true,
    priceType: 0 as const,
    specOnSale: true,
    price: 100,
    stock: 5,
    minOrder: 2,
    isOwn: false,
  }
  const empty = { inside: 0, items: 0 }
  expect(quickRefusal(listing, 2, empty)).toBeNull()
  expect(quickRefusal(undefined, 2, empty)).toBe('gone')
  expect(quickRefusal({ ...listing, specOnSale: false }, 2, empty)).toBe('gone')
  expect(quickRefusal({ ...listing, isOwn: true }, 2, empty)).toBe('own')
  expect(quickRefusal({ ...listing, priceType: 2 }, 2, empty)).toBe('priceOpen')
  expect(quickRefusal(listing, 6, empty)).toBe('stockShort')
  expect(quickRefusal(listing, 3, { inside: 3, items: 1 })).toBe('stockShort')
  expect(quickRefusal(listing, 1, empty)).toBe('belowMinimum')
  expect(quickRefusal(listing, 1, { inside: 2, items: maxCartItems })).toBeNull()
  expect(quickRefusal(listing, 2, { inside: 0, items: maxCartItems })).toBe('cartFull')
})
