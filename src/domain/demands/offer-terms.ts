import type { Answer } from './questions.ts'

/** One priced item of an offer. */
export interface OfferItem {
  readonly name: string
  readonly unit: string
  readonly quantity: number
  /** fen */
  readonly unitPrice: number
}

/** One payment of an offer: whole percent of the total, all together 100. */
export interface Milestone {
  readonly name: string
  readonly percent: number
  /** Days from the start of the work at which it is due. */
  readonly dueDays: number
}

/** What a supplier offers. Drafts hold it as far as it is filled in; see `unfilled`. */
export interface Offered {
  readonly items: readonly OfferItem[]
  readonly milestones: readonly Milestone[]
  readonly durationDays: number
  /** ISO 8601 */
  readonly validUntil: string
  readonly note: string
  readonly answers: readonly Answer[]
}

/**
 * What stands in a draft where nothing was filled in yet: amounts, counts, percents and durations are 0, texts empty,
 * days after the start -1 (0 is the first day), the last day of validity lies in 1970. Nothing of it can be submitted.
 */
export const unfilled = { number: 0, dueDays: -1, moment: '1970-01-01T00:00:00.000Z' } as const

/** Sum of the items in fen. */
export const offerTotal = (items: readonly OfferItem[]): number =>
  items.reduce((sum, item) => sum + item.quantity * item.unitPrice, 0)

/** True when the percentages add up to 100. */
export const milestonesEven = (milestones: readonly Pick<Milestone, 'percent'>[]): boolean =>
  milestones.reduce((sum, milestone) => sum + milestone.percent, 0) === 100

/** So often a supplier may submit on one demand: each version is told to the buyer. */
export const mostOfferVersions = 50

/** The most that an offer may come to, in fen: sums and shares stay exact up to it. */
export const offerTotalMax = 100_000_000_000_000

/** Whole percents of a sum of fen, rounded down. Hundreds and rest apart, since the product may not be exact. */
const share = (total: number, percent: number) =>
  Math.floor(total / 100) * percent + Math.floor(((total % 100) * percent) / 100)

/**
 * The total split by the milestones' percentages: fen rounded down, the rest on the last line,
 * so that the lines add up to the total exactly.
 */
export function splitByMilestones(total: number, milestones: readonly Pick<Milestone, 'percent'>[]): number[] {
  const amounts = milestones.map((milestone) => share(total, milestone.percent))
  const rest = total - amounts.reduce((sum, amount) => sum + amount, 0)
  return amounts.map((amount, index) => (index === amounts.length - 1 ? amount + rest : amount))
}
