import { yuan } from '../money.ts'
import { taxRateText } from '../orders/tax-rates.ts'
import { dateTime } from '../time.ts'
import type { OfferFile, Milestone, OfferContent, OfferItem } from './offer-terms.ts'
import type { DemandQuestion } from './questions.ts'

/** Offer version as input of the comparison. */
export interface ComparedVersion extends OfferContent {
  /** fen */
  readonly total: number
  readonly files: readonly Pick<OfferFile, 'name' | 'sha256'>[]
}

/** One changed value as text; null = absent before or after. */
export interface Difference {
  readonly label: string
  readonly before: string | null
  readonly after: string | null
}

/** Differences between two versions of an offer, in form order. `questions` provide the labels of the answers. */
export function offerDifference(
  before: ComparedVersion,
  after: ComparedVersion,
  questions: readonly DemandQuestion[] = [],
): Difference[] {
  const label = new Map(questions.map((question) => [question.key, question]))
  const answers = (terms: ComparedVersion) =>
    terms.answers.map(({ key, value }) => {
      const question = label.get(key)
      return { label: question?.label ?? key, text: question?.unit ? `${value} ${question.unit}` : value }
    })
  return [
    ...differenceOf('总价', money(before.total), money(after.total)),
    ...rowDifferences(before.items.map(itemRow), after.items.map(itemRow)),
    ...rowDifferences(before.milestones.map(milestoneRow), after.milestones.map(milestoneRow)),
    ...differenceOf('总周期', days(before.durationDays), days(after.durationDays)),
    ...differenceOf('税率', rate(before.taxRate), rate(after.taxRate)),
    ...differenceOf('有效期至', dateTime(before.validUntil), dateTime(after.validUntil)),
    ...rowDifferences(answers(before), answers(after)),
    ...differenceOf('方案说明', before.note || null, after.note || null),
    ...fileDifference(before.files, after.files),
  ]
}

interface Row {
  readonly label: string
  readonly text: string
}

const money = (fen: number) => `¥${yuan(fen)}`
const days = (count: number) => `${count} 天`
const rate = (taxRate: number | null | undefined) =>
  taxRate === null || taxRate === undefined ? null : taxRateText(taxRate)

const itemRow = ({ name, unit, quantity, unitPrice }: OfferItem): Row => ({
  label: `明细：${name}`,
  text: `${money(unitPrice)} × ${quantity.toLocaleString('en-US')} ${unit}`,
})
const milestoneRow = ({ name, percent, dueDays, deliverables }: Milestone): Row => ({
  label: `节点：${name}`,
  text: `${percent}%，开工后第 ${dueDays} 天${deliverables === '' ? '' : `，交付：${deliverables}`}`,
})

const differenceOf = (label: string, before: string | null, after: string | null): Difference[] =>
  before === after ? [] : [{ label, before, after }]

/** Matches rows by label; rows with equal labels are matched by their order. */
function rowDifferences(before: readonly Row[], after: readonly Row[]): Difference[] {
  const [old, fresh] = [keyByLabel(before), keyByLabel(after)]
  const gone = [...old].filter(([key]) => !fresh.has(key))
  return [
    ...[...fresh].flatMap(([key, row]) => differenceOf(row.label, old.get(key)?.text ?? null, row.text)),
    ...gone.flatMap(([, row]) => differenceOf(row.label, row.text, null)),
  ]
}

function keyByLabel(all: readonly Row[]): ReadonlyMap<string, Row> {
  const seen = new Map<string, number>()
  return new Map(
    all.map((row) => {
      const many = (seen.get(row.label) ?? 0) + 1
      seen.set(row.label, many)
      return [`${many} ${row.label}`, row]
    }),
  )
}

/** Files are compared by content hash. */
function fileDifference(before: ComparedVersion['files'], after: ComparedVersion['files']): Difference[] {
  const has = (files: ComparedVersion['files'], sha256: string) => files.some((file) => file.sha256 === sha256)
  return [
    ...after.flatMap(({ name, sha256 }) => (has(before, sha256) ? [] : [{ label: '附件', before: null, after: name }])),
    ...before.flatMap(({ name, sha256 }) => (has(after, sha256) ? [] : [{ label: '附件', before: name, after: null }])),
  ]
}
