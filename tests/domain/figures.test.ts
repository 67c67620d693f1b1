import { expect, test } from 'vitest'
import { lastMonths, rankingWords, tells, trendWords } from '../../src/domain/operations/figures.ts'

test('twelve months by the clock of Shanghai, across the year', () => {
  const months = lastMonths(new Date('2026-02-28T17:00:00Z'))
  expect([months.length, months[0], months.at(-1)]).toEqual([12, '2025-04', '2026-03'])
  expect(lastMonths(new Date('2026-01-15T00:00:00Z'))).toContain('2025-12')
})

test('a sum of four companies tells on them, of five it does not', () => {
  expect([
    tells({ buyers: 4, sellers: 9 }),
    tells({ buyers: 9, sellers: 4 }),
    tells({ buyers: 5, sellers: 5 }),
  ]).toEqual([true, true, false])
})

test('rankings and trends in words', () => {
  const rows = [
    { name: '江苏', count: 6 },
    { name: '上海', count: 3 },
    { name: '北京', count: 2 },
    { name: '四川', count: 1 },
  ]
  expect(rankingWords(rows, '家')).toBe('江苏 6 家、上海 3 家、北京 2 家，合计占 92%。')
  expect(rankingWords(rows.slice(0, 2), '家')).toBe('江苏 6 家、上海 3 家。')
  expect(rankingWords([], '家')).toBe('暂无数据。')
  const months = [10, 20, 15, 4].map((count, at) => ({ month: `2026-0${at + 1}`, count }))
  expect(trendWords(months, '需求')).toBe('需求最多的是 2026 年 2 月，20；2026 年 3 月比前一月减少 25%。')
  expect(trendWords([{ month: '2026-01', count: null }], '订单')).toBe('近 12 个月暂无可公布的订单。')
})
