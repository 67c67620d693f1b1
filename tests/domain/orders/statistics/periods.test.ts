import { expect, test } from 'vitest'
import { monthNow, shiftMonth } from '../../../../src/domain/operations/report-months.ts'
import {
  isMonthRange,
  lastMonths,
  monthsOf,
  rangePresets,
  selectableMonths,
  thisYear,
} from '../../../../src/domain/orders/statistics/periods.ts'

test('a range lists its months across a year', () => {
  expect(monthsOf({ from: '2025-11', until: '2026-02' })).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
})

test('a range has an order and 36 months at most', () => {
  expect(isMonthRange({ from: '2026-03', until: '2026-03' })).toBe(true)
  expect(isMonthRange({ from: '2023-04', until: '2026-03' })).toBe(true)
  expect(isMonthRange({ from: '2023-03', until: '2026-03' })).toBe(false)
  expect(isMonthRange({ from: '2026-04', until: '2026-03' })).toBe(false)
})

test('offered periods end with the current month and can be chosen', () => {
  expect(lastMonths(12)).toEqual({ from: shiftMonth(monthNow(), -11), until: monthNow() })
  expect(thisYear().from).toBe(`${monthNow().slice(0, 4)}-01`)
  for (const { range } of rangePresets) {
    expect(isMonthRange(range())).toBe(true)
    expect(selectableMonths()).toContain(range().from)
  }
})
