import type { StateLabel } from './transition.ts'

/** Status of a pending change of a public entity (REVIEW=manual); approved changes are removed. */
export const changeStatuses = ['pending_review', 'rejected'] as const
export type ChangeStatus = (typeof changeStatuses)[number]

export const changeLabels: Readonly<Record<ChangeStatus, StateLabel>> = {
  pending_review: { label: '修改待审核', tone: 'go' },
  rejected: { label: '修改未通过', tone: 'bad' },
}

export const isChangeInReview = (status: ChangeStatus | 'draft' | null | undefined): status is 'pending_review' =>
  status === 'pending_review'
export const isChangeRejected = (status: ChangeStatus | 'draft' | null | undefined): status is 'rejected' =>
  status === 'rejected'
