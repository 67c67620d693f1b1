import type { StateLabel, Transitions } from '../transition.ts'

/** A certificate of a shop: shown as a tag while approved and not expired. */
export const qualificationStatuses = ['pending_review', 'approved', 'rejected'] as const
export type QualificationStatus = (typeof qualificationStatuses)[number]
export type QualificationEvent = 'submit' | 'pass' | 'reject'
export type QualificationActor = 'seller' | 'operator'

/**
 * Steps of one certificate. An approved one is never edited: a renewal is a separate certificate, so the
 * old tag stays until the new one is approved. Buyers rely on tags, so REVIEW=auto does not approve certificates.
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

/** Maximum number of certificates per shop. */
export const maxQualifications = 30

/** Whether a last day is past; `today` is the day in Shanghai. */
export const isExpired = (until: string | null, today: string): boolean => until !== null && until < today

/** Label of a certificate on a day: an approved one past its last day is 已过期. */
export const qualificationState = (
  { status, until }: { readonly status: QualificationStatus; readonly until: string | null },
  today: string,
): StateLabel =>
  status === 'approved' && isExpired(until, today) ? { label: '已过期', tone: 'bad' } : qualificationLabels[status]

export const isQualificationInReview = (status: QualificationStatus | null | undefined): status is 'pending_review' =>
  status === 'pending_review'
export const isQualificationApproved = (status: QualificationStatus | null | undefined): status is 'approved' =>
  status === 'approved'
