import type { DealFacts } from '../orders/deal-record.ts'
import type { Criterion, EvaluatorStatus, OfferResult, ScoreScale } from './evaluation.ts'

/** What an award was decided on. */
export interface DecisionBasis {
  readonly demandNo: string
  /** null = decided without criteria. */
  readonly scale: ScoreScale | null
  readonly blind: boolean
  readonly criteria: readonly Criterion[]
  readonly evaluators: readonly { readonly userId: number; readonly status: EvaluatorStatus; readonly isIn: boolean }[]
  readonly offers: readonly {
    readonly offerId: number
    readonly offerNo: string
    readonly companyId: number
    readonly version: number
  }[]
  readonly results: readonly OfferResult[]
  readonly chosenOfferId: number
  /** Why the offer was chosen; '' without. */
  readonly note: string
}

/** The basis of a decision as facts for canonical JSON: ids of people and companies, totals in hundredths. */
export const decisionFacts = ({ criteria, evaluators, offers, results, ...rest }: DecisionBasis): DealFacts => ({
  ...rest,
  criteria: criteria.map(({ key, label, weight }) => ({ key, label, weight })),
  evaluators: evaluators.map(({ userId, status, isIn }) => ({ userId, status, isIn })),
  offers: offers.map(({ offerId, offerNo, companyId, version }) => ({ offerId, offerNo, companyId, version })),
  results: results.map(({ offerId, total, low, high, rank, means }) => ({
    offerId,
    total,
    low,
    high,
    rank,
    means: means.map(({ criterion, mean }) => ({ criterion, mean })),
  })),
})

/** Text whose SHA-256 is the fingerprint of a decision. */
export const decisionHashText = (salt: string, body: string): string => `${salt}\n${body}`
