import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedPrice } from '../../src/domain/catalogue/price-change.ts'

const percent = (value: number, rounding: 'fen' | 'yuan' | 'ten' = 'fen') => ({
  mode: 'percent' as const,
  value,
  rounding,
})
const amount = (value: number, rounding: 'fen' | 'yuan' | 'ten' = 'fen') => ({
  mode: 'amount' as const,
  value,
  rounding,
})

test('percents and amounts, rounded half up', () => {
  expect(changedPrice(12_000, percent(500))).toBe(12_600)
  expect(changedPrice(999, percent(-3_333))).toBe(666)
  expect(changedPrice(1, percent(5_000))).toBe(2)
  expect(changedPrice(12_345, percent(500, 'yuan'))).toBe(13_000)
  expect(changedPrice(12_345, percent(0 + 1, 'ten'))).toBe(12_000)
  expect(changedPrice(12_500, amount(50, 'yuan'))).toBe(12_600)
  expect(changedPrice(12_500, amount(-2_500))).toBe(10_000)
})

test('never below 0.01 yuan, never above the highest price, exact where floating point is not', () => {
  expect(changedPrice(1_000, amount(-1_000))).toBeNull()
  expect(changedPrice(40, percent(-1_000, 'yuan'))).toBeNull()
  expect(changedPrice(100_000_000_000_000, percent(1))).toBeNull()
  expect(changedPrice(90_071_992_547_409, percent(1_000))).toBe(99_079_191_802_150)
})

test('a raised price is not lower, a lowered one not higher', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e12 }), fc.integer({ min: 1, max: 9_999 }), (price, value) => {
      expect(changedPrice(price, percent(value)) ?? Infinity).toBeGreaterThanOrEqual(price)
      expect(changedPrice(price, percent(-value)) ?? 0).toBeLessThanOrEqual(price)
    }),
  )
})
