import type { StateLabel } from '../transition.ts'

/** A certificate that a shop names: worn as a tag while approved and not over. */
export const qualificationStatuses = ['pending_review', 'approved', 'rejected'] as const
export type QualificationStatus = (typeof qualificationStatuses)[number]

export const qualificationLabels: Record<QualificationStatus, StateLabel> = {
  pending_review: { label: '审核中', tone: 'go' },
  approved: { label: '已通过', tone: 'good' },
  rejected: { label: '未通过', tone: 'bad' },
}
