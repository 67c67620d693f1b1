import { isStage, splitByMilestones, type Milestone, type OfferContent, type OfferItem } from './offer-terms.ts'
import type { TradeRecord } from '../orders/supplier-record.ts'
import type { OfferStatus } from './offer-states.ts'
import type { QualificationMatch } from './required-qualifications.ts'
import type { Answer, DemandQuestion } from './questions.ts'

interface ComparedFile {
  readonly name: string
  /** Site-relative download path. */
  readonly url: string
}

/** Fields of an offer used by the comparison. */
export interface ComparedOffer {
  readonly offerId: number
  readonly orgId: number
  readonly status: OfferStatus
  readonly certified: boolean
  readonly districtName: string
  readonly tags: readonly string[]
  readonly submittedAt: string | null
  readonly lastMessage: { readonly at: string } | null
  /** Qualifications that the demand requires. */
  readonly required: readonly QualificationMatch[]
  readonly record: {
    readonly certificates: readonly string[]
    readonly offers: number
    readonly won: number
    readonly trade: TradeRecord
    readonly since: string
  }
  readonly current: OfferContent & {
    readonly version: number
    readonly total: number
    readonly files: readonly ComparedFile[]
  }
}

/** Fields of the demand used by the comparison. */
export interface ComparedDemand {
  /** fen; null = 面议 */
  readonly demandBudget: number | null
  readonly questions: readonly DemandQuestion[]
}

export interface PlannedPayment extends Milestone {
  /** fen */
  readonly fen: number
}

/** Whether all offers have the same in a row of several; such a row is one cell. */
export const isSameForAll = (cells: readonly CompareCell[]): cells is readonly [CompareCell, ...CompareCell[]] =>
  cells.length > 1 && new Set(cells.map((cell) => JSON.stringify(cell))).size === 1

export type CompareCell =
  | { readonly is: 'total'; readonly fen: number; readonly lowest: boolean }
  /** `share`: how far from the budget, -1 to 1, for the bar. */
  | { readonly is: 'budget'; readonly diff: number; readonly share: number }
  | { readonly is: 'part'; readonly fen: number; readonly percent: number }
  | { readonly is: 'plan'; readonly parts: readonly PlannedPayment[] }
  | { readonly is: 'valid'; readonly until: string }
  | { readonly is: 'days'; readonly days: number; readonly fastest: boolean; readonly milestones: readonly Milestone[] }
  | { readonly is: 'text'; readonly text: string; readonly differs?: boolean }
  | { readonly is: 'has'; readonly has: boolean }
  | { readonly is: 'files'; readonly files: readonly ComparedFile[] }
  /** null = never */
  | { readonly is: 'moment'; readonly at: string | null }

export interface CompareRow {
  readonly key: string
  readonly label: string
  readonly cells: readonly CompareCell[]
}
export interface CompareGroup {
  readonly key: string
  readonly label: string
  readonly rows: readonly CompareRow[]
}

const noPayment: CompareCell & { is: 'part' } = { is: 'part', fen: 0, percent: 0 }

/** Milestone payments of an offer with their amounts in fen. */
export function paymentPlan({ current }: Pick<ComparedOffer, 'current'>): PlannedPayment[] {
  const amounts = splitByMilestones(current.total, current.milestones)
  return current.milestones.map((milestone, index) => ({ ...milestone, fen: amounts[index] ?? 0 }))
}

/** Down payment, sum of the payments between, final payment: offers differ in their number of milestones. */
export function paymentParts(offer: ComparedOffer): readonly (CompareCell & { is: 'part' })[] {
  const plan = paymentPlan(offer)
  const parts = [noPayment, noPayment, noPayment]
  plan.forEach(({ fen, percent }, index) => {
    const place = index === 0 ? 0 : index === plan.length - 1 ? 2 : 1
    const before = parts[place] ?? noPayment
    parts[place] = { is: 'part', fen: before.fen + fen, percent: before.percent + percent }
  })
  return parts
}

/** Text cells of one row; cells that differ from a strict majority value get `differs`. */
export function textCells(texts: readonly string[]): CompareCell[] {
  const [first, second] = [...Map.groupBy(texts, (text) => text)].toSorted((a, b) => b[1].length - a[1].length)
  const usual = first !== undefined && first[1].length > (second?.[1].length ?? 0) ? first[0] : undefined
  return texts.map((text) => ({
    is: 'text',
    text,
    ...(usual === undefined || text === usual ? {} : { differs: true }),
  }))
}

export const itemText = (item: OfferItem | undefined, price: (fen: number) => string): string =>
  item === undefined
    ? '未单列'
    : `¥${price(item.unitPrice)} × ${item.quantity.toLocaleString('en-US')} ${item.unit}`.trim()

/** Stages with their deliverables, one a line; 不分阶段 for a schedule that names none. */
export const stagesText = (milestones: readonly Milestone[]): string =>
  milestones
    .filter(isStage)
    .map(({ name, deliverables }) => `${name}：${deliverables}`)
    .join('\n') || '不分阶段'

/** An answer with its unit; 未作答 for an unanswered question. */
export function answerText({ key, unit }: DemandQuestion, answers: readonly Answer[]): string {
  const value = answers.find((answer) => answer.key === key)?.value ?? ''
  return value === '' ? '未作答' : `${value} ${unit}`.trim()
}
