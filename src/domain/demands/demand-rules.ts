import { date } from '../time.ts'
import type { DemandQuestion } from './questions.ts'
import { bandValue, type PriceBand } from '../catalogue/price-bands.ts'

const hour = 3_600_000
const day = 24 * hour

/** Default number of days a demand accepts offers. */
export const defaultOfferDays = 14

/** Error of an offer deadline, or null: it must be at least one hour and at most 180 days ahead. */
export function deadlineError(deadline: Date, now: Date): string | null {
  const ahead = deadline.getTime() - now.getTime()
  if (!(ahead >= hour)) return '截止时间至少在 1 小时之后'
  return ahead > 180 * day ? '截止时间最长为 180 天' : null
}

/** Error of a delivery date (`2027-08-31`, Shanghai time), or null: it must not be in the past. */
export function deliverByError(deliverBy: string | null, now: Date): string | null {
  if (deliverBy === null || deliverBy >= date(now.toISOString())) return null
  return '期望交付日期不能早于今天'
}

/** Error of an offer's validity, or null: in the future and not before the demand's deadline. */
export function validUntilError(validUntil: Date, deadline: Date, now: Date): string | null {
  if (!(validUntil.getTime() > now.getTime())) return '有效期须晚于现在'
  if (validUntil.getTime() < deadline.getTime()) return '有效期不能早于报价截止时间'
  return validUntil.getTime() > now.getTime() + 730 * day ? '有效期最长为 2 年' : null
}

/** Fields of an open demand that suppliers rely on: they priced it, answered it, or accepted its terms. */
export interface FixedTerms {
  readonly demandTitle: string
  readonly categoryId: number | null
  readonly demandBudget: number | null
  readonly districtCode: string | null
  readonly deliverBy: string | null
  readonly templateKey: string | null
  readonly templateVersion: number | null
  readonly questions: readonly DemandQuestion[]
  readonly requiredTags: readonly string[]
  readonly sealedOnly: boolean
  readonly invitedOnly: boolean
  readonly ownTerms: string
  readonly confidentialText: string
  readonly fileIds: readonly string[]
  readonly annexIds: readonly string[]
  readonly deadline: Date
}

const isConfidential = ({ confidentialText, annexIds }: FixedTerms) => confidentialText !== '' || annexIds.length > 0
const questionsText = (questions: readonly DemandQuestion[]) =>
  JSON.stringify(
    questions.map(({ key, label, input, options, unit, required }) => [key, label, input, options, unit, required]),
  )
const includesAll = (before: readonly string[], after: readonly string[]) => before.every((id) => after.includes(id))

/** Errors of an edit that changes fixed fields of an open demand. The deadline may only be extended. */
export function fixedTermsErrors(before: FixedTerms, after: FixedTerms): { field: string; message: string }[] {
  const changeErrors = (field: keyof FixedTerms, what: string, same: boolean) =>
    same ? [] : [{ field, message: `报价中的需求不能修改${what}` }]
  return [
    ...changeErrors('demandTitle', '标题', before.demandTitle === after.demandTitle),
    ...changeErrors('categoryId', '分类', before.categoryId === after.categoryId),
    ...changeErrors('demandBudget', '预算', before.demandBudget === after.demandBudget),
    ...changeErrors('districtCode', '期望地区', before.districtCode === after.districtCode),
    ...changeErrors('deliverBy', '期望交付日期', before.deliverBy === after.deliverBy),
    ...changeErrors(
      'templateKey',
      '模板',
      before.templateKey === after.templateKey && before.templateVersion === after.templateVersion,
    ),
    ...changeErrors(
      'questions',
      '向供应商提出的问题',
      questionsText(before.questions) === questionsText(after.questions),
    ),
    ...changeErrors(
      'requiredTags',
      '要求的供应商资质',
      before.requiredTags.toSorted().join('\n') === after.requiredTags.toSorted().join('\n'),
    ),
    ...changeErrors('sealedOnly', '密封报价的设置', before.sealedOnly === after.sealedOnly),
    ...changeErrors('invitedOnly', '邀请报价的设置', before.invitedOnly === after.invitedOnly),
    ...changeErrors('ownTerms', '保密条款', !isConfidential(before) || before.ownTerms === after.ownTerms),
    ...removalErrors('confidentialText', '保密说明', before.confidentialText === '' || after.confidentialText !== ''),
    ...removalErrors('fileIds', '公开附件', includesAll(before.fileIds, after.fileIds)),
    ...removalErrors('annexIds', '保密附件', includesAll(before.annexIds, after.annexIds)),
    ...(after.deadline < before.deadline ? [{ field: 'deadline', message: '报价中的需求只能推迟截止时间' }] : []),
  ]
}

const removalErrors = (field: keyof FixedTerms, what: string, kept: boolean) =>
  kept ? [] : [{ field, message: `报价中的需求不能移除${what}，可以增加` }]

const wan = 1_000_000
/** Budget bands in fen: 10 万以下 … 300 万以上. */
export const budgetBands: readonly PriceBand[] = [
  { from: undefined, to: 10 * wan, label: '10 万以下' },
  { from: 10 * wan, to: 50 * wan, label: '10~50 万' },
  { from: 50 * wan, to: 100 * wan, label: '50~100 万' },
  { from: 100 * wan, to: 300 * wan, label: '100~300 万' },
  { from: 300 * wan, to: undefined, label: '300 万以上' },
]
/** Wire value of a budget band: `from-to` in fen, both ends inclusive, an open end empty. */
export const budgetValue = bandValue

/** Masks a company name: 成都衡序医药科技有限公司 → 成**司. */
export function maskCompany(name: string): string {
  const letters = [...name.trim()]
  return letters.length < 2 ? `${letters[0] ?? ''}**` : `${letters[0] ?? ''}**${letters.at(-1) ?? ''}`
}

/** Text shown when a demand has no amount as budget; drafts may have none yet (0). */
export const budgetPlaceholder = (budget: number | null): string => (budget === 0 ? '未填写' : '面议')
