import { expect, test } from 'vitest'
import {
  getLastMonths,
  describeRanking,
  revealsCompanies,
  describeTrend,
} from '../../src/domain/operations/statistics.ts'

test('lists twelve months in Asia/Shanghai across the turn of the year', () => {
  const months = getLastMonths(new Date('2026-02-28T17:00:00Z'))
  expect([months.length, months[0], months.at(-1)]).toEqual([12, '2025-04', '2026-03'])
  expect(getLastMonths(new Date('2026-01-15T00:00:00Z'))).toContain('2025-12')
})

test('treats sums of fewer than five companies as revealing', () => {
  expect([
    revealsCompanies({ buyers: 4, sellers: 9 }),
    revealsCompanies({ buyers: 9, sellers: 4 }),
    revealsCompanies({ buyers: 5, sellers: 5 }),
  ]).toEqual([true, true, false])
})

test('describes rankings and trends as text', () => {
  const rows = [
    { name: '江苏', count: 6 },
    { name: '上海', count: 3 },
    { name: '北京', count: 2 },
    { name: '四川', count: 1 },
  ]
  expect(describeRanking(rows, '家')).toBe('江苏 6 家、上海 3 家、北京 2 家，合计占 92%。')
  expect(describeRanking(rows.slice(0, 2), '家')).toBe('江苏 6 家、上海 3 家。')
  expect(describeRanking([], '家')).toBe('暂无数据。')
  const months = [10, 20, 15, 4].map((count, at) => ({ month: `2026-0${at + 1}`, count }))
  expect(describeTrend(months, '需求')).toBe('需求最多的是 2026 年 2 月，20；2026 年 3 月比前一月减少 25%。')
  expect(describeTrend([{ month: '2026-01', count: null }], '订单')).toBe('近 12 个月暂无可公布的订单。')
})
