import { splitByMilestones, type Milestone, type Offered, type OfferItem } from './offer-terms.ts'
import type { TradeRecord } from '../orders/supplier-record.ts'
import type { OfferStatus } from './offer-states.ts'
import type { Answer, DemandQuestion } from './questions.ts'

interface ComparedFile {
  readonly name: string
  /** Own path to download it. */
  readonly url: string
}

/** What of an offer is compared. */
export interface ComparedOffer {
  readonly offerId: number
  readonly orgId: number
  readonly status: OfferStatus
  readonly certified: boolean
  readonly districtName: string
  readonly tags: readonly string[]
  readonly submittedAt: string | null
  readonly lastMessage: { readonly at: string } | null
  readonly record: {
    readonly certificates: readonly string[]
    readonly offers: number
    readonly won: number
    readonly trade: TradeRecord
    readonly since: string
  }
  readonly current: Offered & {
    readonly version: number
    readonly total: number
    readonly files: readonly ComparedFile[]
  }
}

/** What the offers are held against. */
export interface ComparedDemand {
  /** fen; null = 议价 */
  readonly demandBudget: number | null
  readonly questions: readonly DemandQuestion[]
}

export interface PlannedPart extends Milestone {
  /** fen */
  readonly fen: number
}

export type CompareCell =
  | { readonly is: 'total'; readonly fen: number; readonly lowest: boolean }
  /** `share`: how far from the budget, -1 to 1, for the bar. */
  | { readonly is: 'budget'; readonly diff: number; readonly share: number }
  | { readonly is: 'part'; readonly fen: number; readonly percent: number }
  | { readonly is: 'plan'; readonly parts: readonly PlannedPart[] }
  | { readonly is: 'valid'; readonly until: string }
  | { readonly is: 'days'; readonly days: number; readonly fastest: boolean; readonly marks: readonly Milestone[] }
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

const none: CompareCell & { is: 'part' } = { is: 'part', fen: 0, percent: 0 }

/** Payments of an offer with their sums. */
export function planOf({ current }: Pick<ComparedOffer, 'current'>): PlannedPart[] {
  const amounts = splitByMilestones(current.total, current.milestones)
  return current.milestones.map((milestone, index) => ({ ...milestone, fen: amounts[index] ?? 0 }))
}

/** First payment, all between, and the last one: offers have different numbers of milestones. */
export function threePayments(offer: ComparedOffer): readonly (CompareCell & { is: 'part' })[] {
  const plan = planOf(offer)
  const parts = [none, none, none]
  plan.forEach(({ fen, percent }, index) => {
    const place = index === 0 ? 0 : index === plan.length - 1 ? 2 : 1
    const before = parts[place] ?? none
    parts[place] = { is: 'part', fen: before.fen + fen, percent: before.percent + percent }
  })
  return parts
}

/** Texts of one row; where most say the same, the others are marked. Of two that differ neither is the odd one. */
export function textCells(texts: readonly string[]): CompareCell[] {
  const [first, second] = [...Map.groupBy(texts, (text) => text)].toSorted((a, b) => b[1].length - a[1].length)
  const usual = first !== undefined && first[1].length > (second?.[1].length ?? 0) ? first[0] : undefined
  return texts.map((text) => ({
    ...{ is: 'text', text },
    ...(usual === undefined || text === usual ? {} : { differs: true }),
  }))
}

export const itemText = (item: OfferItem | undefined, price: (fen: number) => string): string =>
  item === undefined
    ? '未单列'
    : `¥${price(item.unitPrice)} × ${item.quantity.toLocaleString('en-US')} ${item.unit}`.trim()

/** An answer with its unit; a question left open says so. */
export function answerText({ key, unit }: DemandQuestion, answers: readonly Answer[]): string {
  const value = answers.find((answer) => answer.key === key)?.value ?? ''
  return value === '' ? '未作答' : `${value} ${unit}`.trim()
}
