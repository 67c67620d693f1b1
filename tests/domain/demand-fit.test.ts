import { describe, expect, test } from 'vitest'
import { coversDistrict, demandFit, type FitFacts } from '../../src/domain/demands/demand-fit.ts'
import { requiredTags } from '../../src/domain/demands/required-qualifications.ts'

const knownTags = ['GLP', 'CNAS', 'CMA', 'GMP', 'ISO 9001']

describe('required certificates', () => {
  test.each([
    ['资质要求', 'CNAS 与 CMA', ['CNAS', 'CMA'], false],
    ['资质要求', 'CNAS 或 CMA', ['CNAS', 'CMA'], true],
    ['资质要求', 'GMP 实验室', ['GMP'], false],
    ['资质要求', '无', [], false],
    ['遵循规范', 'GLP，ICH M3(R2)', ['GLP'], false],
    ['遵循规范', '非 GLP', [], false],
    ['规范', 'GLP', ['GLP'], false],
    ['质量体系', 'ISO 9001', ['ISO 9001'], false],
    ['资质要求', 'GLP实验室', ['GLP'], false],
    ['资质要求', '具备 CMA、CNAS认可', ['CNAS', 'CMA'], false],
    ['资质要求', 'ISO 9001:2015', ['ISO 9001'], false],
    ['资质要求', 'CNAS 与 CMA，或同等', ['CNAS', 'CMA'], false],
    ['资质要求', 'CNAS或CMA认证', ['CNAS', 'CMA'], true],
    ['资质要求', '不需要 GLP', [], false],
    ['资质要求', '无GLP', [], false],
    ['样品提供', 'GMP 批次已备', [], false],
  ])('%s=%s', (label, value, tags, anyOf) => {
    const required = requiredTags({ label, value }, knownTags)
    expect(required.tags).toEqual(tags)
    if (tags.length > 0) expect(required.anyOf).toBe(anyOf)
  })
})

test('a province covers its cities, and a demand for a province any of them', () => {
  expect(coversDistrict('320000', '320500')).toBe(true)
  expect(coversDistrict('320500', '320000')).toBe(true)
  expect(coversDistrict('320500', '320100')).toBe(false)
  expect(coversDistrict('310000', '320000')).toBe(false)
})

const facts = (demand: Partial<FitFacts['demand']> = {}, supplier: Partial<FitFacts['supplier']> = {}): FitFacts => ({
  demand: {
    categoryName: '比格犬 13 周',
    requiredTags: [],
    facts: [],
    districtCode: null,
    districtName: '',
    deliverBy: null,
    confidential: false,
    ...demand,
  },
  supplier: {
    certification: 'approved',
    districtCode: '310000',
    districtName: '上海',
    tags: ['GLP'],
    pendingTags: [],
    services: [{ categoryName: '重复给药毒性', areaCodes: [], maxDays: 140 }],
    hasAcceptedTerms: false,
    ...supplier,
  },
  knownTags,
  today: '2026-11-28',
})
const rowOf = (of: FitFacts, kind: string) => demandFit(of).find((row) => row.kind === kind)

test('a demand without conditions asks for services and the certification only', () => {
  expect(demandFit(facts()).map(({ kind, isMet }) => [kind, isMet])).toEqual([
    ['service', true],
    ['certification', true],
  ])
  expect(rowOf(facts(), 'service')?.own).toBe('“重复给药毒性”分类有 1 项在售服务')
  expect(rowOf(facts({}, { services: [] }), 'service')?.isMet).toBe(false)
  expect(rowOf(facts({}, { certification: 'expired' }), 'certification')).toMatchObject({ own: '已过期', isMet: false })
})

test('missing certificates are named, those in review as such', () => {
  const asks = (value: string) => ({ facts: [{ label: '资质要求', value }] })
  expect(rowOf(facts(asks('GLP')), 'qualification')).toMatchObject({ own: '已有 GLP', isMet: true })
  expect(rowOf(facts(asks('GLP 与 CMA')), 'qualification')).toMatchObject({ own: '缺少 CMA', isMet: false })
  expect(rowOf(facts(asks('CNAS 或 CMA'), { pendingTags: ['CMA'] }), 'qualification')).toMatchObject({
    own: '缺少 CNAS 或 CMA（审核中）',
    isMet: false,
  })
  expect(rowOf(facts(asks('GLP 或 CMA')), 'qualification')).toMatchObject({ own: '已有 GLP', isMet: true })
  const chosen = { ...asks('GLP'), requiredTags: ['GLP', 'CMA'] }
  const rows = demandFit(facts(chosen)).filter(({ kind }) => kind === 'qualification')
  // The fact says nothing that was not chosen.
  expect(rows).toEqual([
    { kind: 'qualification', label: '供应商资质', asked: 'GLP、CMA', own: '缺少 CMA', isMet: false },
  ])
})

test('a region is met by the place of the company or the areas of its services', () => {
  const asks = { districtCode: '320000', districtName: '江苏' }
  const serving = (...areaCodes: string[]) => ({ services: [{ categoryName: '毒理', areaCodes, maxDays: null }] })
  expect(rowOf(facts(asks, serving()), 'region')?.isMet).toBe(true)
  expect(rowOf(facts(asks, serving('320500')), 'region')?.isMet).toBe(true)
  expect(rowOf(facts(asks, serving('510000')), 'region')).toMatchObject({ asked: '江苏', isMet: false })
  expect(rowOf(facts(asks, { ...serving('510000'), districtCode: '320500' }), 'region')?.isMet).toBe(true)
})

test('the shortest duration decides whether the delivery is met', () => {
  const asks = (deliverBy: string) => ({ deliverBy })
  expect(rowOf(facts(asks('2027-04-17')), 'delivery')?.isMet).toBe(true)
  expect(rowOf(facts(asks('2027-04-16')), 'delivery')).toMatchObject({ asked: '2027-04-16 前', isMet: false })
  const without = { services: [{ categoryName: '毒理', areaCodes: [], maxDays: null }] }
  expect(rowOf(facts(asks('2027-04-16'), without), 'delivery')).toBeUndefined()
})

test('a confidential demand asks for its terms', () => {
  expect(rowOf(facts({ confidential: true }), 'confidentiality')).toMatchObject({ own: '尚未接受', isMet: false })
  const accepted = facts({ confidential: true }, { hasAcceptedTerms: true })
  expect(rowOf(accepted, 'confidentiality')).toMatchObject({ own: '已接受', isMet: true })
})
