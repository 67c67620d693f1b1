import { expect, test } from 'vitest'
import { offerDifference, type ComparedVersion } from '../../../src/domain/demands/offer-difference.ts'

const offer: ComparedVersion = {
  items: [
    { name: '毒性试验', unit: '项', quantity: 1, unitPrice: 900_000 },
    { name: '病理阅片', unit: '张', quantity: 1_000, unitPrice: 100 },
  ],
  milestones: [
    { name: '首付款', percent: 30, dueDays: 0, deliverables: '' },
    { name: '尾款', percent: 70, dueDays: 90, deliverables: '' },
  ],
  total: 1_000_000,
  durationDays: 120,
  validUntil: '2026-12-31T15:59:00.000Z',
  note: '含恢复期',
  answers: [{ key: 'animals', value: '40' }],
  files: [{ name: '方案.pdf', sha256: 'a' }],
}
const questions = [
  { key: 'animals', label: '动物数', input: 'number' as const, options: [], unit: '只', required: true },
]

test('returns no differences for equal versions', () => {
  expect(offerDifference(offer, { ...offer, validUntil: '2026-12-31T23:59:00+08:00' })).toEqual([])
})

test('returns changed, added and removed values as text in form order', () => {
  const after: ComparedVersion = {
    ...offer,
    items: [
      { name: '毒性试验', unit: '项', quantity: 1, unitPrice: 800_000 },
      { name: '制剂分析', unit: '次', quantity: 3, unitPrice: 10_000 },
    ],
    milestones: [
      { name: '首付款', percent: 40, dueDays: 0, deliverables: '' },
      { name: '尾款', percent: 60, dueDays: 90, deliverables: '' },
    ],
    total: 830_000,
    durationDays: 110,
    note: '',
    answers: [{ key: 'animals', value: '36' }],
    files: [{ name: '方案 2.pdf', sha256: 'b' }],
  }
  expect(offerDifference(offer, after, questions).map(({ label, before, after: now }) => [label, before, now])).toEqual(
    [
      ['总价', '¥10,000.00', '¥8,300.00'],
      ['明细：毒性试验', '¥9,000.00 × 1 项', '¥8,000.00 × 1 项'],
      ['明细：制剂分析', null, '¥100.00 × 3 次'],
      ['明细：病理阅片', '¥1.00 × 1,000 张', null],
      ['节点：首付款', '30%，开工后第 0 天', '40%，开工后第 0 天'],
      ['节点：尾款', '70%，开工后第 90 天', '60%，开工后第 90 天'],
      ['总周期', '120 天', '110 天'],
      ['动物数', '40 只', '36 只'],
      ['方案说明', '含恢复期', null],
      ['附件', null, '方案 2.pdf'],
      ['附件', '方案.pdf', null],
    ],
  )
})

test('keeps rows with equal names apart, and treats a renamed file as equal', () => {
  const twice = { ...offer, items: [...offer.items, { name: '毒性试验', unit: '项', quantity: 2, unitPrice: 1 }] }
  expect(offerDifference(offer, twice)).toEqual([{ label: '明细：毒性试验', before: null, after: '¥0.01 × 2 项' }])
  expect(offerDifference(offer, { ...offer, files: [{ name: '新名.pdf', sha256: 'a' }] })).toEqual([])
})
