import type { StateLabel, Transitions } from '../transition.ts'

/** States of a claim to a name or credit code that another company is certified with. */
export const claimStatuses = ['submitted', 'approved', 'rejected', 'withdrawn', 'superseded'] as const
export type ClaimStatus = (typeof claimStatuses)[number]
export type ClaimEvent = 'submit' | 'approve' | 'reject' | 'withdraw' | 'supersede'
export type ClaimActor = 'claimant' | 'operator' | 'system'

/** Steps of one claim. Each submission is a separate claim; `supersede`: a competing claim was approved. */
export const claimTransitions: Transitions<ClaimStatus, ClaimEvent, ClaimActor> = [
  { from: ['submitted'], event: 'approve', actor: ['operator'], to: 'approved' },
  { from: ['submitted'], event: 'reject', actor: ['operator'], to: 'rejected' },
  { from: ['submitted'], event: 'withdraw', actor: ['claimant'], to: 'withdrawn' },
  { from: ['submitted'], event: 'supersede', actor: ['system'], to: 'superseded' },
]

export const claimLabels: Record<ClaimStatus, StateLabel> = {
  submitted: { label: '待核实', tone: 'go' },
  approved: { label: '已通过', tone: 'good' },
  rejected: { label: '未通过', tone: 'bad' },
  withdrawn: { label: '已撤回', tone: 'mute' },
  superseded: { label: '已了结', tone: 'mute' },
}

/** Labels of claim events. */
export const claimEventLabels: Record<ClaimEvent, string> = {
  submit: '提交认领',
  approve: '平台核实通过',
  reject: '平台核实未通过',
  withdraw: '申请人撤回',
  supersede: '另一份认领已通过',
}

/** Identifiers that can be claimed. */
export const claimedIdentifiers = ['creditCode', 'companyName'] as const
export type ClaimedIdentifier = (typeof claimedIdentifiers)[number]
export const claimedIdentifierLabels: Record<ClaimedIdentifier, string> = {
  creditCode: '信用代码',
  companyName: '企业名称',
}

/** Maximum of submitted claims per person. */
export const maxPendingClaims = 3

export const isClaimApproved = (status: ClaimStatus | null | undefined): status is 'approved' => status === 'approved'
export const isClaimWithdrawn = (status: ClaimStatus | null | undefined): status is 'withdrawn' =>
  status === 'withdrawn'
/** Tone of a step in a claim's history. */
export const claimStepTone = (toStatus: string): 'good' | 'bad' | 'go' =>
  toStatus === 'approved' ? 'good' : toStatus === 'rejected' ? 'bad' : 'go'
