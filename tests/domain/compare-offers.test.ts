import { expect, test } from 'vitest'
import type { ComparedDemand, ComparedOffer } from '../../src/domain/demands/compare-cells.ts'
import {
  compareOffers,
  rowsThatDiffer,
  withoutSupersededOffers,
  sortOffers,
} from '../../src/domain/demands/compare-offers.ts'
import { hallLink, hallQuery } from '../../src/domain/demands/hall-query.ts'
import { emptyTradeRecord } from '../../src/domain/orders/supplier-record.ts'
import { parseFen, formatYuanInput } from '../../src/domain/money-input.ts'
import { dateInput, instantOf, timeInput } from '../../src/domain/time-input.ts'

const offer = (
  offerId: number,
  total: number,
  durationDays: number,
  more: Partial<ComparedOffer> = {},
): ComparedOffer => ({
  offerId,
  orgId: offerId,
  lastMessage: null,
  required: [],
  record: { certificates: [], offers: 1, won: 0, trade: emptyTradeRecord, since: '2026-01-02T00:00:00Z' },
  status: 'submitted',
  certified: true,
  districtName: '天津',
  tags: ['GLP'],
  submittedAt: '2026-11-20T00:00:00Z',
  current: {
    version: 1,
    total,
    items: [{ name: '试验', unit: '项', quantity: 1, unitPrice: total }],
    milestones: [
      { name: '首付', percent: 30, dueDays: 0, deliverables: '' },
      { name: '中期', percent: 30, dueDays: 30, deliverables: '' },
      { name: '中期二', percent: 20, dueDays: 60, deliverables: '' },
      { name: '尾款', percent: 20, dueDays: durationDays, deliverables: '' },
    ],
    durationDays,
    validUntil: '2026-12-20T15:59:00Z',
    note: '',
    answers: [],
    files: [],
  },
  ...more,
})
const demand = (demandBudget: number | null, more: Partial<ComparedDemand> = {}): ComparedDemand => ({
  demandBudget,
  questions: [],
  ...more,
})
const rowsOf = (groups: ReturnType<typeof compareOffers>) =>
  new Map(groups.flatMap(({ rows }) => rows).map((row) => [row.key, row.cells]))

test('marks the lowest and the fastest offer, and deviations from the budget', () => {
  const rows = rowsOf(compareOffers([offer(1, 90_00, 200), offer(2, 110_01, 100)], demand(100_00)))
  expect(rows.get('total')).toMatchObject([{ lowest: true }, { lowest: false }])
  expect(rows.get('days')).toMatchObject([{ fastest: false }, { fastest: true }])
  expect(rows.get('budget')).toMatchObject([{ diff: -10_00 }, { diff: 10_01 }])
  expect(rows.get('part1')).toMatchObject([{ percent: 50, fen: 45_00 }, { percent: 50 }])
})

test('a single offer has no marks and keeps all rows', () => {
  const groups = compareOffers([offer(1, 90_00, 200)], demand(null))
  const rows = rowsOf(groups)
  expect(rows.get('total')).toMatchObject([{ lowest: false }])
  expect(rows.has('budget')).toBe(false)
  expect(rowsThatDiffer(groups)).toEqual(groups)
})

test('the difference filter removes equal rows', () => {
  const rows = rowsOf(
    rowsThatDiffer(compareOffers([offer(1, 90_00, 200), offer(2, 90_00, 200, { tags: [] })], demand(null))),
  )
  expect([...rows.keys()]).toEqual(['tag GLP'])
})

test('sorts awardable offers first, then by the requested order', () => {
  const offers = [offer(1, 50_00, 300, { status: 'withdrawn' }), offer(2, 90_00, 200), offer(3, 70_00, 250)]
  expect(sortOffers(offers, 'price').map(({ offerId }) => offerId)).toEqual([3, 2, 1])
  expect(sortOffers(offers, 'duration').map(({ offerId }) => offerId)).toEqual([2, 3, 1])
})

test('a pinned offer is first in any order', () => {
  const offers = [offer(1, 50_00, 300), offer(2, 90_00, 200), offer(3, 70_00, 250)]
  expect(sortOffers(offers, 'price', 2).map(({ offerId }) => offerId)).toEqual([2, 1, 3])
})

test('marks compare all offers, not only those shown; rejected ones are ignored', () => {
  const all = [offer(1, 50_00, 100, { status: 'rejected' }), offer(2, 90_00, 200), offer(3, 70_00, 250)]
  const rows = rowsOf(compareOffers(all.slice(1, 2), demand(null), all))
  expect(rows.get('total')).toMatchObject([{ lowest: false }])
  expect(rows.get('days')).toMatchObject([{ fastest: true }])
})

test('answers have their unit, and the deviating one is marked', () => {
  const question = {
    key: 'animals',
    label: '动物数',
    input: 'number',
    options: [],
    unit: '只',
    required: true,
  } as const
  const answered = (offerId: number, value?: string) =>
    offer(offerId, 90_00, 200, {
      current: {
        ...offer(offerId, 90_00, 200).current,
        answers: value === undefined ? [] : [{ key: 'animals', value }],
      },
    })
  const asked = demand(null, { questions: [question] })
  const three = rowsOf(compareOffers([answered(1, '40'), answered(2, '40'), answered(3)], asked))
  expect(three.get('answer animals')).toEqual([
    { is: 'text', text: '40 只' },
    { is: 'text', text: '40 只' },
    { is: 'text', text: '未作答', differs: true },
  ])
  const two = rowsOf(compareOffers([answered(1, '40'), answered(2, '44')], asked))
  expect(two.get('answer animals')?.some((cell) => 'differs' in cell)).toBe(false)
})

test('payments of a plan add up to the total', () => {
  const [cell] = rowsOf(compareOffers([offer(1, 100_01, 10)], demand(null))).get('plan') ?? []
  expect(cell?.is === 'plan' ? cell.parts.reduce((sum, { fen }) => sum + fen, 0) : 0).toBe(100_01)
})

test('an ended offer is replaced by a newer one of the same supplier', () => {
  const old = offer(1, 50_00, 100, { orgId: 7, status: 'rejected' })
  const anew = offer(4, 45_00, 100, { orgId: 7 })
  const other = offer(2, 60_00, 100, { status: 'rejected' })
  expect(withoutSupersededOffers([old, other, anew]).map(({ offerId }) => offerId)).toEqual([2, 4])
  expect(withoutSupersededOffers([old, other]).map(({ offerId }) => offerId)).toEqual([1, 2])
})

test('parses typed amounts', () => {
  expect(['960,000', '12.5', '￥１２．５０', '0.07', ''].map(parseFen)).toEqual([96_000_000, 1250, 1250, 7, null])
  expect(['1.234', '-5', '1e3', '十', '.5', '1234567890123'].map(parseFen)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ])
  for (const fen of [0, 7, 100, 123_456_789]) expect(parseFen(formatYuanInput(fen))).toBe(fen)
})

test('date inputs use Asia/Shanghai', () => {
  expect(instantOf('2026-11-20', '07:30')).toBe('2026-11-19T23:30:00.000Z')
  expect([dateInput('2026-11-19T23:30:00Z'), timeInput('2026-11-19T23:30:00Z')]).toEqual(['2026-11-20', '07:30'])
  expect([instantOf('', '18:00'), instantOf('2026-13-40', '18:00'), instantOf('2026-11-20', '')]).toEqual([
    null,
    null,
    null,
  ])
})

test('the hall query is parsed and serialized; invalid parameters are ignored', () => {
  const query = hallQuery(new URLSearchParams('keyword=毒理&category=12&budget=100-&openOnly=1&sort=offers&current=3'))
  expect(hallQuery(new URL(hallLink(query, { current: 3 }), 'http://own.invalid').searchParams)).toEqual(query)
  expect(hallLink(query, { budgetFrom: undefined })).not.toContain('current')
  const odd = hallQuery(new URLSearchParams('category=x&budget=a-b&sort=drop&current=-1&district=%27'))
  expect(hallLink(odd)).toBe('/demandHall')
})
