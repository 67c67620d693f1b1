import { describe, expect, test } from 'vitest'
import { describeChart, type ChartSeries } from '../../src/islands/charts/chart-spec.ts'

const months = ['2026-09', '2026-10', '2026-11']
const series = (name: string, values: ChartSeries['values'], unit: ChartSeries['unit'] = 'count'): ChartSeries => ({
  name,
  values,
  unit,
})

describe('the text of a chart for screen readers', () => {
  test('names the highest sum of bars on top of each other', () => {
    const bars = [series('已付', [50_000, 30_000, 0], 'fen'), series('未付', [0, 40_000, 60_000], 'fen')]
    expect(describeChart('按月份', { kind: 'months', months, bars, stacked: true })).toBe(
      '按月份，最高为 2026-10：700\u00a0元。数据见表格。',
    )
  })

  test('names each series beside another one, and leaves out empty ones', () => {
    const bars = [series('咨询', [0, 0, 0]), series('报价', [1, 4, 4])]
    const line = series('浏览', [10, 1_200, 7])
    expect(describeChart('浏览、咨询与报价', { kind: 'months', months, bars, line })).toBe(
      '浏览、咨询与报价，报价最高为 2026-10：4；浏览最高为 2026-10：1,200。数据见表格。',
    )
  })

  test('takes a share or time of zero as data', () => {
    const bars = [series('接单响应', [null, null, null], 'hours')]
    const line = series('按期交付率', [null, 0, null], 'percent')
    expect(describeChart('履约与回款', { kind: 'months', months, bars, line })).toBe(
      '履约与回款，按期交付率最高为 2026-10：0%。数据见表格。',
    )
  })

  test('is only the title of a single series', () => {
    const bars = [series('今后 12 个月应付', [0, 0, 2], 'count')]
    expect(describeChart('今后 12 个月应付', { kind: 'months', months, bars })).toBe(
      '今后 12 个月应付，最高为 2026-11：2。数据见表格。',
    )
    expect(describeChart('按分类', { kind: 'ranking', names: ['试剂', '耗材'], values: [3, 2], unit: 'count' })).toBe(
      '按分类，最高为 试剂：3。数据见表格。',
    )
  })

  test('says that there are no data only when every series is empty', () => {
    const bars = [series('咨询', [0, null, 0]), series('报价', [])]
    expect(describeChart('转化', { kind: 'months', months, bars })).toBe('转化：暂无数据')
    expect(describeChart('按分类', { kind: 'ranking', names: [], values: [], unit: 'fen' })).toBe('按分类：暂无数据')
  })
})
