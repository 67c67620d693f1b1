import { describe, expect, test } from 'vitest'
import {
  meanPaidDays,
  medianHours,
  onTimePercent,
  percentOf,
} from '../../../../src/domain/orders/statistics/performance.ts'

describe('medianHours', () => {
  test('is the lower median of all values', () => {
    const values = [9, 1, 4, 4, 2, 30]
    const counted = [...new Set(values)].map((hours) => ({
      hours,
      count: values.filter((each) => each === hours).length,
    }))
    expect(medianHours(counted)).toBe(values.toSorted((a, b) => a - b)[2])
    expect(medianHours([{ hours: 7, count: 1 }])).toBe(7)
  })
  test('adds equal hours of several months', () => {
    expect(
      medianHours([
        { hours: 5, count: 1 },
        { hours: 1, count: 1 },
        { hours: 5, count: 1 },
      ]),
    ).toBe(5)
  })
  test('is null without values', () => {
    expect(medianHours([])).toBeNull()
    expect(medianHours([{ hours: 3, count: 0 }])).toBeNull()
  })
})

test('a share has one decimal, two below one percent', () => {
  expect(percentOf(1, 3)).toBe(33.3)
  expect(percentOf(3, 8_630)).toBe(0.03)
  expect(percentOf(0, 5)).toBe(0)
  expect(percentOf(5, 5)).toBe(100)
  expect(percentOf(1, 0)).toBeNull()
})

test('the share of deliveries in time is rounded down', () => {
  expect(onTimePercent(2_999, 3_000)).toBe(99.9)
  expect(onTimePercent(3_000, 3_000)).toBe(100)
  expect(onTimePercent(2, 3)).toBe(66.6)
  expect(onTimePercent(0, 4)).toBe(0)
  expect(onTimePercent(0, 0)).toBeNull()
})

test('days until paid are weighted by amount', () => {
  expect(meanPaidDays(0, 0)).toBeNull()
  expect(meanPaidDays(300 * 10 + 100 * 2, 400)).toBe(8)
})
