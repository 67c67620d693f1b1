import { yuan } from '../money.ts'
import { dateTime } from '../time.ts'
import type { OfferFile } from './offer-files.ts'
import type { Milestone, Offered, OfferItem } from './offer-terms.ts'
import type { DemandQuestion } from './questions.ts'

/** A version as its difference to another one is told. */
export interface Compared extends Offered {
  /** fen */
  readonly total: number
  readonly files: readonly Pick<OfferFile, 'name' | 'sha256'>[]
}

/** One thing that changed, in words; null = it was not there, or is no more. */
export interface Difference {
  readonly label: string
  readonly before: string | null
  readonly after: string | null
}

/** What changed from one version of an offer to another, in the order of the form. `questions` name the answers. */
export function offerDifference(
  before: Compared,
  after: Compared,
  questions: readonly DemandQuestion[] = [],
): Difference[] {
  const label = new Map(questions.map((question) => [question.key, question]))
  const answers = (terms: Compared) =>
    terms.answers.map(({ key, value }) => {
      const question = label.get(key)
      return { label: question?.label ?? key, words: question?.unit ? `${value} ${question.unit}` : value }
    })
  return [
    ...changed('总价', money(before.total), money(after.total)),
    ...rows(before.items.map(itemRow), after.items.map(itemRow)),
    ...rows(before.milestones.map(milestoneRow), after.milestones.map(milestoneRow)),
    ...changed('总周期', days(before.durationDays), days(after.durationDays)),
    ...changed('有效期至', dateTime(before.validUntil), dateTime(after.validUntil)),
    ...rows(answers(before), answers(after)),
    ...changed('方案说明', before.note || null, after.note || null),
    ...fileDifference(before.files, after.files),
  ]
}

interface Row {
  readonly label: string
  readonly words: string
}

const money = (fen: number) => `¥${yuan(fen)}`
const days = (many: number) => `${many} 天`

const itemRow = ({ name, unit, quantity, unitPrice }: OfferItem): Row => ({
  label: `明细：${name}`,
  words: `${money(unitPrice)} × ${quantity.toLocaleString('en-US')} ${unit}`,
})
const milestoneRow = ({ name, percent, dueDays }: Milestone): Row => ({
  label: `节点：${name}`,
  words: `${percent}%，开工后第 ${dueDays} 天`,
})

const changed = (label: string, before: string | null, after: string | null): Difference[] =>
  before === after ? [] : [{ label, before, after }]

/** Rows matched by their names; of several of one name the first with the first, the second with the second. */
function rows(before: readonly Row[], after: readonly Row[]): Difference[] {
  const [old, fresh] = [numbered(before), numbered(after)]
  const gone = [...old].filter(([key]) => !fresh.has(key))
  return [
    ...[...fresh].flatMap(([key, row]) => changed(row.label, old.get(key)?.words ?? null, row.words)),
    ...gone.flatMap(([, row]) => changed(row.label, row.words, null)),
  ]
}

function numbered(all: readonly Row[]): ReadonlyMap<string, Row> {
  const seen = new Map<string, number>()
  return new Map(
    all.map((row) => {
      const many = (seen.get(row.label) ?? 0) + 1
      seen.set(row.label, many)
      return [`${many} ${row.label}`, row]
    }),
  )
}

/** Files are the same when their contents are. */
function fileDifference(before: Compared['files'], after: Compared['files']): Difference[] {
  const has = (files: Compared['files'], sha256: string) => files.some((file) => file.sha256 === sha256)
  return [
    ...after.flatMap(({ name, sha256 }) => (has(before, sha256) ? [] : [{ label: '附件', before: null, after: name }])),
    ...before.flatMap(({ name, sha256 }) => (has(after, sha256) ? [] : [{ label: '附件', before: name, after: null }])),
  ]
}
