import type { Answer } from './questions.ts'

/** One priced item of an offer. */
export interface OfferItem {
  readonly name: string
  readonly unit: string
  readonly quantity: number
  /** fen */
  readonly unitPrice: number
}

/**
 * One payment of an offer: whole percent of the total, all together 100. With deliverables it is a stage: the work is
 * planned for its day, delivered and accepted on its own, and the payment falls due with the acceptance. Without, the
 * payment falls due on its day.
 */
export interface Milestone {
  readonly name: string
  readonly percent: number
  /** Days after the start of work: the planned day of a stage, else the due date. */
  readonly dueDays: number
  /** What is delivered, up to 300 characters; '' = a payment without a stage. */
  readonly deliverables: string
}

/** A row of the schedule as it is stored: rows from before stages have no deliverables. */
export type StoredMilestone = Omit<Milestone, 'deliverables'> & Partial<Pick<Milestone, 'deliverables'>>

/** Rows of a stored schedule. */
export const readMilestones = (stored: readonly StoredMilestone[]): Milestone[] =>
  stored.map(({ name, percent, dueDays, deliverables = '' }) => ({ name, percent, dueDays, deliverables }))

/** Maximum length of the deliverables of a stage. */
export const maxDeliverablesLength = 300

/** Maximum number of rows of a payment schedule. */
export const maxMilestones = 12

/** Whether a row of the payment schedule is a stage of the work. */
export const isStage = ({ deliverables }: Pick<Milestone, 'deliverables'>): boolean => deliverables !== ''

/** Content of an offer. Drafts may be incomplete; see `unfilled`. */
export interface OfferContent {
  readonly items: readonly OfferItem[]
  readonly milestones: readonly Milestone[]
  readonly durationDays: number
  /** ISO 8601 */
  readonly validUntil: string
  readonly note: string
  /** Rate of value-added tax, basis points; null or absent = not stated. */
  readonly taxRate?: number | null | undefined
  readonly answers: readonly Answer[]
}

/**
 * Placeholder values of a draft: amounts, counts, percents and durations 0, texts empty, days after the start -1
 * (0 is the first day), validity in 1970. They fail validation on submission.
 */
export const unfilled = { number: 0, dueDays: -1, moment: '1970-01-01T00:00:00.000Z' } as const

/** Sum of the items in fen. */
export const offerTotal = (items: readonly OfferItem[]): number =>
  items.reduce((sum, item) => sum + item.quantity * item.unitPrice, 0)

/** Whether the percentages add up to 100. */
export const milestonesAddUp = (milestones: readonly Pick<Milestone, 'percent'>[]): boolean =>
  milestones.reduce((sum, milestone) => sum + milestone.percent, 0) === 100

/** Maximum number of versions a supplier may submit for one demand: the buyer is notified of each. */
export const maxOfferVersions = 50

/** Maximum total of an offer in fen; arithmetic stays exact up to it. */
export const maxOfferTotal = 100_000_000_000_000

/** Percentage of an amount in fen, rounded down. Split into hundreds and rest because the product may exceed 2^53. */
const share = (total: number, percent: number) =>
  Math.floor(total / 100) * percent + Math.floor(((total % 100) * percent) / 100)

/**
 * Splits the total by the milestones' percentages: amounts in fen rounded down, the remainder added to the last one.
 */
export function splitByMilestones(total: number, milestones: readonly Pick<Milestone, 'percent'>[]): number[] {
  const amounts = milestones.map((milestone) => share(total, milestone.percent))
  const rest = total - amounts.reduce((sum, amount) => sum + amount, 0)
  return amounts.map((amount, index) => (index === amounts.length - 1 ? amount + rest : amount))
}

/** File of an offer version; the content hash is part of the offer hash. */
export interface OfferFile {
  readonly fileId: string
  readonly name: string
  /** bytes */
  readonly size: number
  readonly sha256: string
}
/** Maximum number of files per offer. */
export const maxOfferFiles = 10
