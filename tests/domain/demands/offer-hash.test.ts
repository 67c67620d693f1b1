import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { offerHashText, hasSameTerms, type HashedOffer } from '../../../src/domain/demands/offer-hash.ts'

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

const offer: HashedOffer = {
  offerNo: 'BJ20261120-0007',
  version: 2,
  items: [{ name: '给药 “高” 剂量组', unit: '项', quantity: 2, unitPrice: 1_234_567 }],
  milestones: [
    { name: '首付款', percent: 30, dueDays: 0, deliverables: '' },
    { name: '尾款', percent: 70, dueDays: 90, deliverables: '' },
  ],
  durationDays: 120,
  validUntil: '2026-12-31T23:59:00+08:00',
  note: '含恢复期\n不含病理',
  answers: [{ key: 'glp', value: '是' }],
  files: [{ name: '方案.pdf', sha256: 'a'.repeat(64) }],
  salt: '00112233445566778899aabbccddeeff',
}

test('the hash of a known offer never changes', () => {
  expect(offerHashText(offer)).toBe(
    '["offer-1","BJ20261120-0007",2,[["给药 “高” 剂量组","项",2,1234567]],[["首付款",30,0],["尾款",70,90]],120,' +
      `"2026-12-31T15:59:00.000Z","含恢复期\\n不含病理",[["glp","是"]],[["方案.pdf","${'a'.repeat(64)}"]],` +
      '"00112233445566778899aabbccddeeff"]',
  )
  expect(sha256(offerHashText(offer))).toBe('0a54f2978b29efd4e9dc64f6c682a3d41969c1c5d48b7705fa40af297cf90e5a')
})

const staged: HashedOffer = {
  ...offer,
  milestones: [
    { name: '首付款', percent: 30, dueDays: 0, deliverables: '' },
    { name: '尾款', percent: 70, dueDays: 90, deliverables: 'GLP 总结报告' },
  ],
}

test('an offer with deliverables has a format of its own, whose hash never changes either', () => {
  expect(offerHashText(staged)).toContain('["offer-2",')
  expect(offerHashText(staged)).toContain('[["首付款",30,0,""],["尾款",70,90,"GLP 总结报告"]]')
  expect(sha256(offerHashText(staged))).toBe('3c41cbcc99a3f710390342535b82080cd9c6172b134d1bd394c0de628603b946')
  const other = staged.milestones.map((row) => ({ ...row, deliverables: 'GLP 报告' }))
  expect(hasSameTerms(staged, { ...staged, milestones: other })).toBe(false)
})

test('an offer that states its tax rate has a format of its own; one that states none is written as before', () => {
  const taxed: HashedOffer = { ...staged, taxRate: 600 }
  expect(offerHashText(taxed)).toContain('["offer-3",')
  expect(offerHashText(taxed)).toContain('"含恢复期\\n不含病理",600,[["glp","是"]]')
  expect(offerHashText({ ...offer, taxRate: 0 })).toContain('[["首付款",30,0,""],["尾款",70,90,""]]')
  expect(sha256(offerHashText(taxed))).toBe('a26ed2695621005893d91c5fe6d24f5d4dd1a00418b47aaa1cfb68231b39e924')
  expect(hasSameTerms(taxed, { ...taxed, taxRate: 300 })).toBe(false)
  expect(offerHashText({ ...staged, taxRate: null })).toBe(offerHashText(staged))
})

test('every part of an offer changes the hash', () => {
  const changed: Partial<HashedOffer>[] = [
    { offerNo: 'BJ20261120-0008' },
    { version: 3 },
    { items: [{ name: '给药 “高” 剂量组', unit: '项', quantity: 2, unitPrice: 1_234_568 }] },
    { milestones: offer.milestones.toReversed() },
    { durationDays: 121 },
    { validUntil: '2026-12-31T23:59:00Z' },
    { note: '含恢复期' },
    { answers: [{ key: 'glp', value: '否' }] },
    { files: [{ name: '方案.pdf', sha256: 'b'.repeat(64) }] },
    { salt: '10112233445566778899aabbccddeeff' },
  ]
  const texts = changed.map((change) => offerHashText({ ...offer, ...change }))
  expect(new Set([...texts, offerHashText(offer)]).size).toBe(changed.length + 1)
})

test('moving text between fields changes the hash', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (name, unit, note) => {
      const text = offerHashText({ ...offer, items: [{ name, unit, quantity: 1, unitPrice: 1 }], note })
      const read: unknown = JSON.parse(text)
      expect(read).toMatchObject({ 3: [[name, unit, 1, 1]], 7: note })
    }),
  )
})

test('hasSameTerms ignores version, salt and time format of equal terms', () => {
  expect(hasSameTerms(offer, { ...offer, validUntil: '2026-12-31T15:59:00Z' })).toBe(true)
  expect(hasSameTerms(offer, { ...offer, note: '' })).toBe(false)
  expect(hasSameTerms(offer, { ...offer, files: [] })).toBe(false)
})
