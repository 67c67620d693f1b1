import { describe, expect, test } from 'vitest'
import { fixedTermsErrors, type FixedTerms } from '../../src/domain/demands/demand-rules.ts'
import { describeOpenChanges, type OpenDemand } from '../../src/domain/demands/open-changes.ts'

describe('an open demand', () => {
  const question = { key: 'own1', label: '周期', input: 'number', options: [], unit: '天', required: true } as const
  const kept: FixedTerms = {
    demandTitle: '甲',
    categoryId: 1,
    demandBudget: null,
    districtCode: null,
    deliverBy: null,
    templateKey: 'pk',
    templateVersion: 1,
    questions: [question],
    requiredTags: ['GLP'],
    sealedOnly: false,
    invitedOnly: false,
    ownTerms: '仅限本项目',
    confidentialText: '结构',
    fileIds: ['a'],
    annexIds: ['b'],
    deadline: new Date('2026-12-01T00:00:00Z'),
  }
  const fields = (after: Partial<FixedTerms>, before: FixedTerms = kept) =>
    fixedTermsErrors(before, { ...before, ...after }).map(({ field }) => field)

  test.each<[Partial<FixedTerms>, string]>([
    [{ demandTitle: '乙' }, 'demandTitle'],
    [{ categoryId: 2 }, 'categoryId'],
    [{ requiredTags: ['GLP', 'CNAS'] }, 'requiredTags'],
    [{ demandBudget: 1 }, 'demandBudget'],
    [{ districtCode: '510000' }, 'districtCode'],
    [{ deliverBy: '2027-01-01' }, 'deliverBy'],
    [{ templateVersion: 2 }, 'templateKey'],
    [{ questions: [] }, 'questions'],
    [{ questions: [{ ...question, required: false }] }, 'questions'],
    [{ sealedOnly: true }, 'sealedOnly'],
    [{ invitedOnly: true }, 'invitedOnly'],
    [{ ownTerms: '' }, 'ownTerms'],
    [{ confidentialText: '' }, 'confidentialText'],
    [{ fileIds: [] }, 'fileIds'],
    [{ annexIds: ['c'] }, 'annexIds'],
    [{ deadline: new Date('2026-11-30T00:00:00Z') }, 'deadline'],
  ])('keeps what was offered on: %o', (after, field) => expect(fields(after)).toEqual([field]))

  test('allows more content, a later deadline, files and a confidential part', () => {
    const more = { confidentialText: '结构与路线', fileIds: ['a', 'c'], annexIds: ['b', 'd'] }
    expect(fields({ ...more, deadline: new Date('2026-12-05T00:00:00Z') })).toEqual([])
    const open = { ...kept, ownTerms: '', confidentialText: '', annexIds: [] }
    expect(fields({ ownTerms: '条款', confidentialText: '结构' }, open)).toEqual([])
  })
})

describe('describeOpenChanges', () => {
  const before: OpenDemand = {
    summary: '说明',
    facts: [{ label: '物种', value: '犬' }],
    deadline: new Date('2026-12-01T10:00:00Z'),
    fileIds: ['a'],
    annexIds: [],
    confidentialText: '',
  }

  test('is empty without changes', () => expect(describeOpenChanges(before, { ...before })).toBe(''))

  test('lists changed parts, with old and new deadline', () => {
    const after = {
      ...before,
      summary: '更多',
      facts: [
        { label: '物种', value: '猴' },
        { label: '恢复期', value: '4 周' },
      ],
      deadline: new Date('2026-12-05T10:00:00Z'),
      fileIds: ['a', 'b'],
      annexIds: ['c'],
      confidentialText: '结构',
    }
    expect(describeOpenChanges(before, after)).toBe(
      '修改了公开说明；修改了要求（物种、恢复期）；报价截止时间由 2026-12-01 18:00:00 推迟到 2026-12-05 18:00:00；增加公开附件 1 个；更新了保密说明；增加保密附件 1 个',
    )
  })
})
