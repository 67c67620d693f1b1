import type { StateLabel, Transitions } from '../transition.ts'

/** A certificate that a shop names: worn as a tag while approved and not over. */
export const qualificationStatuses = ['pending_review', 'approved', 'rejected'] as const
export type QualificationStatus = (typeof qualificationStatuses)[number]
export type QualificationEvent = 'submit' | 'pass' | 'reject'
export type QualificationActor = 'seller' | 'operator'

/**
 * Steps of one certificate. What was approved is never rewritten: a renewed paper is a certificate of its own, so the
 * old one is worn until the new one is through. A tag is what buyers trust: only an operator approves, REVIEW or not.
 */
export const qualificationTransitions: Transitions<QualificationStatus, QualificationEvent, QualificationActor> = [
  { from: ['pending_review', 'rejected'], event: 'submit', actor: ['seller'], to: 'pending_review' },
  { from: ['pending_review'], event: 'pass', actor: ['operator'], to: 'approved' },
  { from: ['pending_review'], event: 'reject', actor: ['operator'], to: 'rejected' },
]

export const qualificationLabels: Record<QualificationStatus, StateLabel> = {
  pending_review: { label: '审核中', tone: 'go' },
  approved: { label: '已通过', tone: 'good' },
  rejected: { label: '未通过', tone: 'bad' },
}

/** Certificates of one shop at most. */
export const mostQualifications = 30

/** Whether a last day is past; `today` is the day in Shanghai. */
export const isOver = (until: string | null, today: string): boolean => until !== null && until < today

/** How a certificate is shown on a day: an approved one that is over is 已过期. */
export const qualificationState = (
  { status, until }: { readonly status: QualificationStatus; readonly until: string | null },
  today: string,
): StateLabel =>
  status === 'approved' && isOver(until, today) ? { label: '已过期', tone: 'bad' } : qualificationLabels[status]
