import type { StateLabel } from '../transition.ts'

/** States of a company's certification: domain decisions, "Company certification". */
export const certificationStatuses = ['draft', 'submitted', 'approved', 'rejected', 'more_info', 'expired'] as const
export type CertificationStatus = (typeof certificationStatuses)[number]

export const certificationLabels: Record<CertificationStatus, StateLabel> = {
  draft: { label: '未认证', tone: 'mute' },
  submitted: { label: '审核中', tone: 'go' },
  approved: { label: '已认证', tone: 'good' },
  rejected: { label: '未通过', tone: 'bad' },
  more_info: { label: '待补充', tone: 'act' },
  expired: { label: '已过期', tone: 'bad' },
}
