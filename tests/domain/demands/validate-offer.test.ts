import { expect, test } from 'vitest'
import { answerError, answersFor } from '../../../src/domain/demands/answers.ts'
import { validateOffer } from '../../../src/domain/demands/validate-offer.ts'
import { unfilled, type OfferContent } from '../../../src/domain/demands/offer-terms.ts'
import type { DemandQuestion } from '../../../src/domain/demands/questions.ts'

const question = (key: string, more: Partial<DemandQuestion> = {}): DemandQuestion => ({
  key,
  label: key,
  input: 'text',
  options: [],
  unit: '',
  required: false,
  ...more,
})
const measure = {
  questions: [question('glp', { input: 'yesNo', required: true }), question('free')],
  deadline: new Date('2026-12-01T10:00:00Z'),
  now: new Date('2026-11-20T10:00:00Z'),
}
const offer: OfferContent = {
  items: [{ name: '试验', unit: '项', quantity: 1, unitPrice: 100 }],
  milestones: [
    { name: '首付', percent: 30, dueDays: 0, deliverables: '' },
    { name: '尾款', percent: 70, dueDays: 60, deliverables: '' },
  ],
  durationDays: 60,
  validUntil: '2026-12-31T15:59:00Z',
  note: '',
  answers: [{ key: 'glp', value: '是' }],
}
const fieldsOf = (more: Partial<OfferContent>) =>
  validateOffer({ ...offer, ...more }, measure).map(({ field }) => field)

test('returns no errors for a complete offer', () => {
  expect(validateOffer(offer, measure)).toEqual([])
})

test('returns an error for every missing field of an empty draft', () => {
  const empty: OfferContent = {
    items: [{ name: '', unit: '', quantity: 0, unitPrice: 0 }],
    milestones: [{ name: '', percent: unfilled.number, dueDays: unfilled.dueDays, deliverables: '' }],
    durationDays: unfilled.number,
    validUntil: unfilled.moment,
    note: '',
    answers: [],
  }
  const faults = validateOffer(empty, measure)
  expect(faults.map(({ field }) => field)).toEqual([
    'items.0.name',
    'items.0.unit',
    'items.0.quantity',
    'items.0.unitPrice',
    'milestones.0.name',
    'milestones.0.percent',
    'milestones.0.dueDays',
    'durationDays',
    'validUntil',
    'answers.glp',
  ])
  expect(faults.every(({ message }) => message !== '')).toBe(true)
})

test('returns each error at its field', () => {
  expect(fieldsOf({ items: [] })).toEqual(['items'])
  expect(fieldsOf({ milestones: [] })).toEqual(['milestones'])
  expect(fieldsOf({ milestones: [{ name: '全款', percent: 99, dueDays: 0, deliverables: '' }] })).toEqual([
    'milestones',
  ])
  expect(fieldsOf({ durationDays: 3651 })).toEqual(['durationDays'])
  expect(fieldsOf({ validUntil: '2026-11-30T00:00:00Z' })).toEqual(['validUntil'])
  expect(fieldsOf({ note: '长'.repeat(2001) })).toEqual(['note'])
  expect(fieldsOf({ items: [{ name: '试验', unit: '项', quantity: 1_000_001, unitPrice: 1 }] })).toEqual([
    'items.0.quantity',
  ])
  const dear = Array.from({ length: 2 }, () => ({
    name: '项',
    unit: '项',
    quantity: 1_000_000,
    unitPrice: 100_000_000_000,
  }))
  expect(fieldsOf({ items: dear })).toEqual(['items'])
  expect(
    fieldsOf({
      items: Array.from({ length: 51 }, () => offer.items[0] ?? { name: '', unit: '', quantity: 0, unitPrice: 0 }),
    }),
  ).toEqual(['items'])
  expect(fieldsOf({ answers: [{ key: 'glp', value: '也许' }] })).toEqual(['answers.glp'])
})

test('validates answers by their question', () => {
  const select = question('s', { input: 'select', options: ['甲', '乙'] })
  const number = question('n', { input: 'number', required: true })
  expect(['甲', '', '丙'].map((value) => answerError(select, value))).toEqual([null, null, '请从给出的选项中选择'])
  expect(['12', '-0.5', '', '十二', '1e3'].map((value) => answerError(number, value))).toEqual([
    null,
    null,
    '请填写',
    '请填写数字',
    '请填写数字',
  ])
  expect(answerError(question('t'), '长'.repeat(501))).toBe('最多 500 个字')
})

test('sorts answers by question and drops blank and unknown ones', () => {
  const given = [
    { key: 'free', value: ' 有 ' },
    { key: 'other', value: '是' },
    { key: 'glp', value: '  ' },
  ]
  expect(answersFor(measure.questions, given)).toEqual([{ key: 'free', value: '有' }])
})
