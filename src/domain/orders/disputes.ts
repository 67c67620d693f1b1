import type { StateLabel } from '../transition.ts'

/** How a dispute ended: a ruling of the platform, or a cancellation that both sides agreed to. */
export const disputeOutcomes = ['resume', 'complete', 'cancel', 'agreed'] as const
export type DisputeOutcome = (typeof disputeOutcomes)[number]

/** Rulings of the platform; the outcome of a dispute that both sides ended is none of them. */
export const disputeRulings = ['resume', 'complete', 'cancel'] as const satisfies readonly DisputeOutcome[]
export type DisputeRuling = (typeof disputeRulings)[number]

const outcomeLabels: Readonly<Record<DisputeOutcome, StateLabel>> = {
  resume: { label: '继续执行', tone: 'go' },
  complete: { label: '视为完成', tone: 'good' },
  cancel: { label: '取消订单', tone: 'mute' },
  agreed: { label: '双方同意取消', tone: 'mute' },
}
/** Null = not decided yet. */
export const disputeLabel = (outcome: DisputeOutcome | null): StateLabel =>
  outcome === null ? { label: '等待裁定', tone: 'bad' } : outcomeLabels[outcome]

/** Days in which both sides add evidence, counted from the day the dispute opens; operators may extend. */
export const evidenceDays = 7
/** Furthest end of that time, in days from today. */
export const maxEvidenceDays = 90
export const maxEvidenceLength = 1000
export const maxEvidenceFiles = 10
/** Pieces of evidence of one side. */
export const maxEvidencePieces = 20
/** Shortest reason of a ruling: both sides read it. */
export const minRulingLength = 10
/** Newest messages of an excerpt that are shown. */
export const maxExcerptMessages = 300

interface EvidenceTime {
  readonly outcome: DisputeOutcome | null
  readonly evidenceUntil: Date
}
/** Whether both sides may still add evidence. */
export const takesEvidence = ({ outcome, evidenceUntil }: EvidenceTime, now: Date): boolean =>
  outcome === null && evidenceUntil.getTime() > now.getTime()

/** Range of a conversation that one side releases to the platform. */
export interface ReleasedRange {
  readonly from: Date
  readonly until: Date
}
/** What both sides released; null before both did, or if their ranges do not meet. */
export function sharedRange(one: ReleasedRange | undefined, other: ReleasedRange | undefined): ReleasedRange | null {
  if (one === undefined || other === undefined) return null
  const from = one.from > other.from ? one.from : other.from
  const until = one.until < other.until ? one.until : other.until
  return from <= until ? { from, until } : null
}
