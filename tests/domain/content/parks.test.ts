import { describe, expect, test } from 'vitest'
import { filterDifferences } from '../../../src/domain/compare-rows.ts'
import { compareParks } from '../../../src/domain/content/compare-parks.ts'
import {
  areaText,
  facilityKeys,
  createGallery,
  rentText,
  type Facility,
  type ParkFact,
} from '../../../src/domain/content/parks.ts'
import { policyState } from '../../../src/domain/content/policies.ts'

const facts: ParkFact[] = [{ group: '空间', label: '层高', value: '6 m' }]
const park = (more: { rentLow?: number | null; areaFree?: number; facilities?: Facility[] } = {}) => ({
  districtName: '四川 成都',
  openedIn: 2017,
  companyCount: 10,
  areaTotal: 1000,
  areaFree: 100,
  rentLow: 3800,
  rentHigh: 5500,
  fields: ['生物药'],
  facilities: ['lab', 'animal'] satisfies Facility[],
  policyCount: 2,
  facts,
  ...more,
})
const rowOf = (parks: ReturnType<typeof park>[], label: string) =>
  compareParks(parks)
    .flatMap(({ rows }) => rows)
    .find((row) => row.label === label)

describe('a comparison', () => {
  test('marks only the rows that differ', () => {
    const groups = compareParks([park(), park({ facilities: ['lab'] })])
    expect(filterDifferences(groups).flatMap(({ rows }) => rows.map(({ label }) => label))).toEqual(['实验动物房'])
    expect(filterDifferences(compareParks([park(), park()]))).toEqual([])
    expect(groups.find(({ title }) => title === '配套设施')?.rows).toHaveLength(facilityKeys.length)
  })

  test('marks a unique lowest rent, and none if a park has no rent', () => {
    const words = (rents: (number | null)[]) =>
      rowOf(
        rents.map((rentLow) => park({ rentLow })),
        '租金',
      )?.cells.map(({ best = '' }) => best)
    expect(words([3000, 2000, 4000])).toEqual(['', '最低', ''])
    expect(words([2000, 2000])).toEqual(['', ''])
    expect(words([2000, null])).toEqual(['', ''])
    expect(words([2000])).toEqual([''])
    expect(words([null, 3000, 2000])).toEqual(['', '', '最低'])
  })

  test('has an empty cell for a missing fact', () => {
    const other = { ...park(), facts: [{ group: '交通' as const, label: '机场', value: '9 km' }] }
    expect(rowOf([park(), other], '机场')?.cells.map(({ text }) => text)).toEqual(['--', '9 km'])
    expect(rowOf([park(), other], '层高')?.differs).toBe(true)
  })
})

test('formats rents and areas', () => {
  expect(rentText(3800, 5500)).toBe('38 ~ 55 元/㎡·月')
  expect([rentText(1250, null), rentText(1250, 1250), rentText(null, null)]).toEqual([
    '12.5 元/㎡·月',
    '12.5 元/㎡·月',
    '面议',
  ])
  expect([areaText(42_600), areaText(8600)]).toEqual(['4.3\u00a0万㎡', '8,600\u00a0㎡'])
})

test('the illustration of a park depends on its facilities', () => {
  expect(createGallery(['lab']).map((picture) => ('view' in picture ? picture.view : ''))).toEqual([
    'site',
    'lab',
    'tower',
  ])
})

test('a policy is in force from its first to its last day', () => {
  const state = (effectiveOn: string, expiresOn: string) => policyState({ effectiveOn, expiresOn }, '2026-11-21').label
  expect([state('2026-11-22', ''), state('2026-11-21', ''), state('2025-01-01', '2026-11-21')]).toEqual([
    '待施行',
    '现行有效',
    '现行有效',
  ])
  expect(state('2025-01-01', '2026-11-20')).toBe('已失效')
})
