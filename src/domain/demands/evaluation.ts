import type { StateLabel } from '../transition.ts'

/** One criterion of a weighted decision. */
export interface Criterion {
  /** Stays the same while the criterion is renamed, before it is scored, or weighted anew. */
  readonly key: string
  readonly label: string
  /** Whole percent; all weights sum to 100. */
  readonly weight: number
}

/** Scales of the scores: 0 to 10, or 1 to 5. */
export const scoreScales = ['ten', 'five'] as const
export type ScoreScale = (typeof scoreScales)[number]
export const scaleRange: Readonly<Record<ScoreScale, { readonly min: number; readonly max: number }>> = {
  ten: { min: 0, max: 10 },
  five: { min: 1, max: 5 },
}
export const scaleLabels: Readonly<Record<ScoreScale, string>> = { ten: '0~10 分', five: '1~5 分' }

export const evaluatorStatuses = ['invited', 'submitted', 'declined'] as const
export type EvaluatorStatus = (typeof evaluatorStatuses)[number]
export const evaluatorLabels: Readonly<Record<EvaluatorStatus, StateLabel>> = {
  invited: { label: '待评分', tone: 'act' },
  submitted: { label: '已评分', tone: 'good' },
  declined: { label: '已回避', tone: 'mute' },
}

export const hasDeclined = (status: EvaluatorStatus): boolean => status === 'declined'
export const hasSubmitted = (status: EvaluatorStatus): boolean => status === 'submitted'

/** Up to 10 evaluators: totals of two decimals then tell apart all totals that differ. */
export const maxEvaluators = 10
export const maxCriteria = 12
export const maxCriterionLabel = 30
export const maxScoreComment = 300

/** A score of an evaluator for one criterion of an offer in one version. */
export interface Score {
  readonly offerId: number
  /** Version of the offer that was scored. */
  readonly version: number
  /** Key of the criterion. */
  readonly criterion: string
  readonly points: number
  readonly comment: string
  /** Others could read the blind score; it stays fixed in a later round of scoring. */
  readonly revealed: boolean
}

/** An offer that can be scored, in its current version. */
export interface ScoredOffer {
  readonly offerId: number
  readonly version: number
}

/** An evaluator with the scores submitted so far. */
export interface Evaluator {
  readonly userId: number
  readonly status: EvaluatorStatus
  readonly scores: readonly Score[]
}

/** A named error of a form field. */
export interface EvaluationError {
  readonly field: string
  readonly message: string
}

/** Errors of a list of criteria: names, whole weights of at least 1, a sum of 100, no name twice. */
export function validateCriteria(criteria: readonly Criterion[]): EvaluationError[] {
  if (criteria.length === 0) return [{ field: 'criteria', message: '请至少填写一项评分标准' }]
  const errors = criteria.flatMap(({ label, weight }, index) => {
    const name = label.trim()
    const repeated = criteria.findIndex((other) => other.label.trim() === name) < index
    return [
      ...(name === '' ? [{ field: `criteria.${index}.label`, message: '请填写名称' }] : []),
      ...(name !== '' && repeated ? [{ field: `criteria.${index}.label`, message: '名称不能重复' }] : []),
      ...(Number.isInteger(weight) && weight >= 1 && weight <= 100
        ? []
        : [{ field: `criteria.${index}.weight`, message: '请填写 1 至 100 的整数' }]),
    ]
  })
  if (errors.length > 0) return errors
  const sum = weightSum(criteria)
  return sum === 100 ? [] : [{ field: 'criteria', message: `权重合计须为 100%，现为 ${sum}%` }]
}

export const weightSum = (criteria: readonly Pick<Criterion, 'weight'>[]): number =>
  criteria.reduce((sum, { weight }) => sum + weight, 0)

/** Whether two lists of criteria ask for the same scores; weights and names may differ. */
export const hasSameKeys = (before: readonly Criterion[], after: readonly Criterion[]): boolean =>
  before.length === after.length && before.every(({ key }) => after.some((other) => other.key === key))

/** Errors of kept criteria under other names, by which scores that were given would mean something else. */
export const renameErrors = (before: readonly Criterion[], after: readonly Criterion[]): EvaluationError[] =>
  after.flatMap(({ key, label }, index) => {
    const kept = before.find((one) => one.key === key)
    return kept === undefined || kept.label === label.trim()
      ? []
      : [{ field: `criteria.${index}.label`, message: `已有评分，名称不能更改，原为“${kept.label}”` }]
  })

/** What changed between two lists of criteria, as text for the history. */
export const criteriaText = (criteria: readonly Criterion[]): string =>
  criteria.map(({ label, weight }) => `${label} ${weight}%`).join('、')

/** Whether the points are on the scale. */
export const isOnScale = (scale: ScoreScale, points: number): boolean =>
  Number.isInteger(points) && points >= scaleRange[scale].min && points <= scaleRange[scale].max

/** Errors of one evaluator's scores: every offer needs points on the scale for every criterion, and nothing else. */
export function validateScores(
  { criteria, scale }: { readonly criteria: readonly Criterion[]; readonly scale: ScoreScale },
  offers: readonly ScoredOffer[],
  scores: readonly Omit<Score, 'version' | 'revealed'>[],
): EvaluationError[] {
  const { min, max } = scaleRange[scale]
  const missing = offers.flatMap(({ offerId }) =>
    criteria.flatMap(({ key }) => {
      const given = scores.find((score) => score.offerId === offerId && score.criterion === key)
      return given !== undefined && isOnScale(scale, given.points)
        ? []
        : [{ field: scoreField(offerId, key), message: `请填写 ${min} 至 ${max} 的整数` }]
    }),
  )
  const unknown = scores.some(
    ({ offerId, criterion }) =>
      !offers.some((offer) => offer.offerId === offerId) || !criteria.some(({ key }) => key === criterion),
  )
  const repeated = new Set(scores.map(({ offerId, criterion }) => scoreField(offerId, criterion))).size < scores.length
  if (!unknown && !repeated) return missing
  return [...missing, { field: 'scores', message: '评分的报价或标准已变化，请刷新后重新填写' }]
}

/** Name of the form field of a score. */
export const scoreField = (offerId: number, criterion: string): string => `scores.${offerId}.${criterion}`

/** Whether an evaluator has scored an offer in its current version for every criterion. */
const hasScored = ({ scores }: Evaluator, criteria: readonly Criterion[], { offerId, version }: ScoredOffer): boolean =>
  criteria.every(({ key }) =>
    scores.some((score) => score.offerId === offerId && score.version === version && score.criterion === key),
  )

/** Whether the scores of an evaluator are in: submitted, and complete for the current versions of all offers. */
export const isIn = (evaluator: Evaluator, criteria: readonly Criterion[], offers: readonly ScoredOffer[]): boolean =>
  hasSubmitted(evaluator.status) && offers.every((offer) => hasScored(evaluator, criteria, offer))

/** Whether the scores of all evaluators who did not decline are in, and there is at least one. */
export function areAllIn(
  evaluators: readonly Evaluator[],
  criteria: readonly Criterion[],
  offers: readonly ScoredOffer[],
): boolean {
  const expected = evaluators.filter(({ status }) => !hasDeclined(status))
  return offers.length > 0 && expected.length > 0 && expected.every((one) => isIn(one, criteria, offers))
}

/**
 * Whether members other than the author may read scores and totals. Blind scores are readable once all are in
 * (`revealed`), until a new round of scoring begins; an open evaluation hides nothing.
 */
export const areScoresReadable = (evaluation: { readonly blind: boolean; readonly revealed: boolean }): boolean =>
  !evaluation.blind || evaluation.revealed

/** Scores that others could read. */
const revealedOf = (own: Evaluator): Evaluator => ({ ...own, scores: own.scores.filter(({ revealed }) => revealed) })

/**
 * Whether an evaluator's scores of an offer can no longer be changed: blind scores of its current version that others
 * could read, in this round or an earlier one.
 */
export const areScoresFixed = (
  evaluation: { readonly blind: boolean; readonly criteria: readonly Criterion[] },
  own: Evaluator,
  offer: ScoredOffer,
): boolean => evaluation.blind && hasScored(revealedOf(own), evaluation.criteria, offer)

/** Whether others could read blind scores of an evaluator that count now. */
export const hasRevealedScores = (
  evaluation: { readonly blind: boolean; readonly revealed: boolean },
  { scores }: Evaluator,
  offers: readonly ScoredOffer[],
): boolean =>
  evaluation.blind &&
  scores.some(
    (score) =>
      evaluation.revealed ||
      (score.revealed && offers.some(({ offerId, version }) => offerId === score.offerId && version === score.version)),
  )

/** A decimal share of 100 in hundredths: 8650 = 86.50. */
export type Hundredths = number

/** Result of an offer over all evaluators whose scores are in. */
export interface OfferResult {
  readonly offerId: number
  /** Mean of the weighted totals of the evaluators. */
  readonly total: Hundredths
  /** Lowest and highest weighted total of an evaluator. */
  readonly low: Hundredths
  readonly high: Hundredths
  /** 1 = best; equal totals have the same rank, and the next rank is left out. */
  readonly rank: number
  /** Mean points by criterion, in hundredths of a point. */
  readonly means: readonly { readonly criterion: string; readonly mean: Hundredths }[]
}

/** Quotient rounded half up, both positive. */
const rounded = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator))

/**
 * Weighted totals and ranks. Each evaluator counts the same: a total is the sum of weight times points over the
 * maximum of the scale, so that full points for everything give 100. Rounded half up once, at the end; ranks compare
 * the exact sums. Only evaluators whose scores are in for all offers count.
 */
export function evaluationResults(
  { criteria, scale }: { readonly criteria: readonly Criterion[]; readonly scale: ScoreScale },
  offers: readonly ScoredOffer[],
  evaluators: readonly Evaluator[],
): OfferResult[] {
  const counted = evaluators.filter((one) => isIn(one, criteria, offers))
  if (counted.length === 0) return []
  const { max } = scaleRange[scale]
  const exact = offers.map(({ offerId, version }) => {
    const pointsOf = ({ scores }: Evaluator, key: string) =>
      scores.find((score) => score.offerId === offerId && score.version === version && score.criterion === key)
        ?.points ?? 0
    const sums = counted.map((one) => criteria.reduce((sum, { key, weight }) => sum + weight * pointsOf(one, key), 0))
    const means = criteria.map(({ key }) => ({
      criterion: key,
      mean: rounded(100 * counted.reduce((sum, one) => sum + pointsOf(one, key), 0), counted.length),
    }))
    return { offerId, sums, sum: sums.reduce((all, one) => all + one, 0), means }
  })
  return exact.map(({ offerId, sums, sum, means }) => ({
    offerId,
    total: rounded(100 * sum, max * counted.length),
    low: rounded(100 * Math.min(...sums), max),
    high: rounded(100 * Math.max(...sums), max),
    rank: 1 + exact.filter((other) => other.sum > sum).length,
    means,
  }))
}

/** 8650 → 86.50. */
export const hundredthsText = (value: Hundredths): string =>
  `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`

/** Whether choosing the offer needs a reason: it was scored, and is not first. */
export const needsDecisionReason = (results: readonly OfferResult[], offerId: number): boolean =>
  results.length > 0 && !results.some((one) => one.offerId === offerId && one.rank === 1)
