import type { StateLabel, Transitions } from '../transition.ts'

/** States of a claim: a company that is certified under a name or credit code is said not to be the real one. */
export const claimStatuses = ['submitted', 'approved', 'rejected', 'withdrawn', 'superseded'] as const
export type ClaimStatus = (typeof claimStatuses)[number]
export type ClaimEvent = 'submit' | 'approve' | 'reject' | 'withdraw' | 'supersede'
export type ClaimActor = 'claimant' | 'operator' | 'system'

/** Steps of one claim. Each submission is a claim of its own; `supersede`: another claim to the same was approved. */
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

/** What happened, as both sides read it. */
export const claimEventWords: Record<ClaimEvent, string> = {
  submit: '提交认领',
  approve: '平台核实通过',
  reject: '平台核实未通过',
  withdraw: '申请人撤回',
  supersede: '另一份认领已通过',
}

/** What a company holds that is claimed. */
export const heldThings = ['creditCode', 'companyName'] as const
export type HeldThing = (typeof heldThings)[number]
export const heldThingWords: Record<HeldThing, string> = { creditCode: '信用代码', companyName: '企业名称' }

/** Claims of one person that wait at most. */
export const mostWaitingClaims = 3
