import type { StateLabel } from './transition.ts'

/** Where a change stands that waits beside something public (REVIEW=manual); once it passes it is gone. */
export const changeStatuses = ['pending_review', 'rejected'] as const
export type ChangeStatus = (typeof changeStatuses)[number]

export const changeLabels: Readonly<Record<ChangeStatus, StateLabel>> = {
  pending_review: { label: '修改待审核', tone: 'go' },
  rejected: { label: '修改未通过', tone: 'bad' },
}
