import { describe, expect, test } from 'vitest'
import { validateDemand, type DemandFormContent } from '../../src/domain/demands/validate-demand.ts'
import { nextOwnKey, questionErrors } from '../../src/domain/demands/validate-questions.ts'
import { factsInForm, factsOfFields } from '../../src/domain/demands/template-fields.ts'
import { findTemplate } from '../../src/domain/demands/templates.ts'

const now = new Date('2026-11-20T06:00:00Z')
const pk = findTemplate('pk')
const own = { key: 'own1', label: '能否加急', input: 'yesNo', options: [], unit: '', required: false } as const

const whole: DemandFormContent = {
  demandTitle: '比格犬药代',
  categoryId: 5,
  summary: '说明',
  demandBudget: 100_000,
  deliverBy: null,
  templateKey: 'pk',
  templateVersion: 1,
  questions: [...(pk?.questions ?? []), own],
  facts: [
    { label: '供试品', value: '小分子' },
    { label: '种属与例数', value: '比格犬 8 只' },
    { label: '给药途径与剂量', value: '灌胃' },
    { label: '采血点数', value: '12 个' },
    { label: '恢复期', value: '2 周' },
  ],
  deadline: '2026-12-01T06:00:00Z',
}
const faults = (more: Partial<DemandFormContent>) =>
  validateDemand({ ...whole, ...more }, now).map(({ field }) => field)

describe('errors of a demand', () => {
  test('are empty for a complete demand', () => expect(faults({})).toEqual([]))

  test.each<[string, Partial<DemandFormContent>, string[]]>([
    ['no title', { demandTitle: '' }, ['demandTitle']],
    ['no category', { categoryId: null }, ['categoryId']],
    ['no summary', { summary: '' }, ['summary']],
    ['no budget', { demandBudget: 0 }, ['demandBudget']],
    ['a budget of 99 fen', { demandBudget: 99 }, ['demandBudget']],
    ['no deadline', { deadline: null }, ['deadline']],
    ['a deadline in the past', { deadline: '2026-11-19T06:00:00Z' }, ['deadline']],
    ['delivery in the past', { deliverBy: '2026-11-19' }, ['deliverBy']],
    ['a fact without its name', { facts: [...whole.facts, { label: '', value: '值' }] }, ['facts.5.label']],
    ['a fact without a value', { facts: [...whole.facts, { label: '名', value: '' }] }, ['facts.5.value']],
    ['a fact twice', { facts: [...whole.facts, { label: '恢复期', value: '3 周' }] }, ['facts.5.label']],
    ['a required field left out', { facts: whole.facts.slice(1) }, ['fields.0']],
    ['words where a number is asked', { facts: replaced('采血点数', '很多') }, ['fields.3']],
    ['a choice that is none', { facts: [...whole.facts, { label: '遵循规范', value: 'GMP' }] }, ['fields.6']],
  ])('%s', (_name, more, fields) => expect(faults(more)).toEqual(fields))

  test('require no amount for 议价, and no fields without a template', () => {
    expect(faults({ demandBudget: null })).toEqual([])
    expect(faults({ templateKey: null, templateVersion: null, facts: [], questions: [own] })).toEqual([])
  })
})

function replaced(name: string, value: string) {
  return whole.facts.map((fact) => (fact.label === name ? { ...fact, value } : fact))
}

describe('questions', () => {
  const asked = pk?.questions[0]
  const wrong = (...questions: Parameters<typeof questionErrors>[0]) =>
    questionErrors(questions, pk).map(({ field }) => field)

  test('of the template can be removed, made optional and reordered', () => {
    const [first, second] = pk?.questions ?? []
    if (first === undefined || second === undefined) throw new Error('The template asks too little')
    expect(wrong(second, { ...first, required: !first.required })).toEqual([])
  })

  test('of the template keep their text', () => {
    if (asked === undefined) throw new Error('The template asks nothing')
    expect(wrong({ ...asked, label: '别的问题' })).toEqual(['questions.0.label'])
    expect(wrong({ ...asked, unit: '周' })).toEqual(['questions.0.label'])
    expect(questionErrors([asked], undefined).map(({ field }) => field)).toEqual(['questions.0.key'])
  })

  test('of the buyer need unique keys, text and options', () => {
    expect(wrong(own, { ...own, label: '另一个' })).toEqual(['questions.1.key'])
    expect(wrong(own, { ...own, key: 'own2' })).toEqual(['questions.1.label'])
    expect(wrong({ ...own, key: 'mine' })).toEqual(['questions.0.key'])
    expect(wrong({ ...own, label: '' })).toEqual(['questions.0.label'])
    expect(wrong({ ...own, input: 'select', options: ['甲'] })).toEqual(['questions.0.options'])
    expect(wrong({ ...own, input: 'select', options: ['甲', '甲'] })).toEqual(['questions.0.options'])
    expect(wrong({ ...own, options: ['甲', '乙'] })).toEqual(['questions.0.options'])
    expect(wrong({ ...own, input: 'select', options: ['甲', '乙'] })).toEqual([])
    expect(nextOwnKey([own, { key: 'own3' }])).toBe('own2')
  })
})

describe('fields of a template', () => {
  test('become facts with units and are restored as typed', () => {
    const typed = ['小分子', '', '', '12', '', '', 'GLP']
    const facts = factsOfFields(pk, typed)
    expect(facts).toEqual([
      { label: '供试品', value: '小分子' },
      { label: '采血点数', value: '12 个' },
      { label: '遵循规范', value: 'GLP' },
    ])
    const rest = { label: '恢复期', value: '2 周' }
    expect(factsInForm(pk, [rest, ...facts])).toEqual({ fields: typed, facts: [rest] })
  })

  test('are restored as typed when incomplete', () => {
    expect(factsInForm(pk, factsOfFields(pk, ['', '', '', '一打']))).toMatchObject({
      fields: ['', '', '', '一打', '', '', ''],
    })
  })
})
