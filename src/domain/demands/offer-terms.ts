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

/** Sum of the items in fen. */
export const offerTotal = (items: readonly OfferItem[]): number =>
  items.reduce((sum, item) => sum + item.quantity * item.unitPrice, 0)

/** True when the percentages add up to 100. */
export const milestonesEven = (milestones: readonly Pick<Milestone, 'percent'>[]): boolean =>
  milestones.reduce((sum, milestone) => sum + milestone.percent, 0) === 100

/**
 * The total split by the milestones' percentages: fen rounded down, the rest on the last line,
 * so that the lines add up to the total exactly.
 */
export function splitByMilestones(total: number, milestones: readonly Milestone[]): number[] {
  const amounts = milestones.map((milestone) => Math.floor((total * milestone.percent) / 100))
  const rest = total - amounts.reduce((sum, amount) => sum + amount, 0)
  return amounts.map((amount, index) => (index === amounts.length - 1 ? amount + rest : amount))
}
