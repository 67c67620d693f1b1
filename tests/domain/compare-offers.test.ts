import { expect, test } from 'vitest'
import {
  compareOffers,
  onlyDifferences,
  sortOffers,
  type ComparedOffer,
} from '../../src/domain/demands/compare-offers.ts'
import { hallLink, hallQuery } from '../../src/domain/demands/hall-query.ts'
import { fenOf, typedYuan } from '../../src/domain/money-input.ts'
import { dateInput, instantOf, timeInput } from '../../src/domain/time-input.ts'

const offer = (
  offerId: number,
  total: number,
  durationDays: number,
  more: Partial<ComparedOffer> = {},
): ComparedOffer => ({
  ...{
    offerId,
    status: 'submitted',
    certified: true,
    districtName: '天津',
    tags: ['GLP'],
    submittedAt: '2026-11-20T00:00:00Z',
  },
  current: {
    version: 1,
    total,
    items: [{ name: '试验', unit: '项', quantity: 1, unitPrice: total }],
    milestones: [
      { name: '首付', percent: 30, dueDays: 0 },
      { name: '中期', percent: 30, dueDays: 30 },
      { name: '中期二', percent: 20, dueDays: 60 },
      { name: '尾款', percent: 20, dueDays: durationDays },
    ],
    durationDays,
    validUntil: '2026-12-20T15:59:00Z',
    note: '',
  },
  ...more,
})
const rowsOf = (groups: ReturnType<typeof compareOffers>) =>
  new Map(groups.flatMap(({ rows }) => rows).map((row) => [row.key, row.cells]))

test('the lowest and the fastest are told, deviations from the budget too', () => {
  const rows = rowsOf(compareOffers([offer(1, 90_00, 200), offer(2, 110_01, 100)], 100_00))
  expect(rows.get('total')).toMatchObject([{ lowest: true }, { lowest: false }])
  expect(rows.get('days')).toMatchObject([{ fastest: false }, { fastest: true }])
  expect(rows.get('budget')).toMatchObject([{ diff: -10_00 }, { diff: 10_01 }])
  expect(rows.get('part1')).toMatchObject([{ percent: 50, fen: 45_00 }, { percent: 50 }])
})

test('one offer is neither lowest nor fastest, and keeps all its rows', () => {
  const groups = compareOffers([offer(1, 90_00, 200)], null)
  const rows = rowsOf(groups)
  expect(rows.get('total')).toMatchObject([{ lowest: false }])
  expect(rows.has('budget')).toBe(false)
  expect(onlyDifferences(groups)).toEqual(groups)
})

test('only differences leaves out what all have alike', () => {
  const rows = rowsOf(onlyDifferences(compareOffers([offer(1, 90_00, 200), offer(2, 90_00, 200, { tags: [] })], null)))
  expect([...rows.keys()]).toEqual(['tag GLP'])
})

test('what can still be chosen comes first, then by the order asked for', () => {
  const offers = [offer(1, 50_00, 300, { status: 'withdrawn' }), offer(2, 90_00, 200), offer(3, 70_00, 250)]
  expect(sortOffers(offers, 'price').map(({ offerId }) => offerId)).toEqual([3, 2, 1])
  expect(sortOffers(offers, 'duration').map(({ offerId }) => offerId)).toEqual([2, 3, 1])
})

test('sums as they are typed', () => {
  expect(['960,000', '12.5', '￥１２．５０', '0.07', ''].map(fenOf)).toEqual([96_000_000, 1250, 1250, 7, null])
  expect(['1.234', '-5', '1e3', '十', '.5', '1234567890123'].map(fenOf)).toEqual([null, null, null, null, null, null])
  for (const fen of [0, 7, 100, 123_456_789]) expect(fenOf(typedYuan(fen))).toBe(fen)
})

test('dates of inputs are those of Shanghai', () => {
  expect(instantOf('2026-11-20', '07:30')).toBe('2026-11-19T23:30:00.000Z')
  expect([dateInput('2026-11-19T23:30:00Z'), timeInput('2026-11-19T23:30:00Z')]).toEqual(['2026-11-20', '07:30'])
  expect([instantOf('', '18:00'), instantOf('2026-13-40', '18:00'), instantOf('2026-11-20', '')]).toEqual([
    null,
    null,
    null,
  ])
})

test('the hall reads its address and writes it again; nonsense is left out', () => {
  const query = hallQuery(new URLSearchParams('keyword=毒理&category=12&budget=100-&openOnly=1&sort=offers&current=3'))
  expect(hallQuery(new URL(hallLink(query, { current: 3 }), 'http://own.invalid').searchParams)).toEqual(query)
  expect(hallLink(query, { budgetFrom: undefined })).not.toContain('current')
  const odd = hallQuery(new URLSearchParams('category=x&budget=a-b&sort=drop&current=-1&district=%27'))
  expect(hallLink(odd)).toBe('/demandHall')
})
