import { allowedEvents, type StateLabel, type Transitions } from '../../transition.ts'
import type { Permission } from '../../accounts/permissions.ts'
import type { ApprovalAction } from './approval-rules.ts'

/**
 * A requisition: a request that waits for approval. `approved`: the last step was approved and the request was carried
 * out. `returned`: an approver sent it back, or it could not be carried out as it was asked.
 */
export const requisitionStatuses = ['waiting', 'approved', 'returned', 'withdrawn'] as const
export type RequisitionStatus = (typeof requisitionStatuses)[number]
/** `pass`: a step but the last; `finish`: the last one; `fail`: approved, but it cannot be carried out any more. */
export const requisitionEvents = ['submit', 'pass', 'finish', 'return', 'fail', 'withdraw'] as const
export type RequisitionEvent = (typeof requisitionEvents)[number]
export type RequisitionActor = 'requester' | 'approver' | 'system'

export const requisitionTransitions: Transitions<
  RequisitionStatus,
  Exclude<RequisitionEvent, 'submit'>,
  RequisitionActor
> = [
  { from: ['waiting'], event: 'pass', actor: ['approver'], to: 'waiting' },
  { from: ['waiting'], event: 'finish', actor: ['approver'], to: 'approved' },
  { from: ['waiting'], event: 'return', actor: ['approver'], to: 'returned' },
  { from: ['waiting'], event: 'fail', actor: ['system'], to: 'returned' },
  { from: ['waiting'], event: 'withdraw', actor: ['requester'], to: 'withdrawn' },
]

export const isRequisitionWaiting = (status: RequisitionStatus): boolean => status === 'waiting'
export const isRequisitionReturned = (status: RequisitionStatus): boolean => status === 'returned'

/** What a reader may do with a requisition. */
export const requisitionSteps = ['approve', 'return', 'withdraw'] as const
export type RequisitionStep = (typeof requisitionSteps)[number]

/** Steps of a reader as of now. */
export function allowedRequisitionSteps(
  status: RequisitionStatus,
  reader: {
    readonly isRequester: boolean
    readonly isApprover: boolean
    /** The approval would leave a later step without an approver. */
    readonly isStranding?: boolean
  },
): RequisitionStep[] {
  const asApprover = reader.isApprover ? allowedEvents(requisitionTransitions, status, 'approver') : []
  const asRequester = reader.isRequester ? allowedEvents(requisitionTransitions, status, 'requester') : []
  return [
    ...(asApprover.includes('finish') && reader.isStranding !== true ? ['approve' as const] : []),
    ...(asApprover.includes('return') ? ['return' as const] : []),
    ...(asRequester.includes('withdraw') ? ['withdraw' as const] : []),
  ]
}

export const maxRequisitionReason = 500

/** Right of the requester to the action, read again before it is carried out. */
export const actionPermissions: Readonly<Record<ApprovalAction, Permission>> = {
  order: 'my_orders',
  award: 'my_requirement',
  change: 'my_orders',
  payment: 'my_orders',
}

/** `act` for a reader who can approve it now. */
export function requisitionLabel(status: RequisitionStatus, isMine = false): StateLabel {
  switch (status) {
    case 'waiting':
      return { label: '审批中', tone: isMine ? 'act' : 'go' }
    case 'approved':
      return { label: '已通过', tone: 'good' }
    case 'returned':
      return { label: '已退回', tone: 'bad' }
    case 'withdrawn':
      return { label: '已撤回', tone: 'mute' }
  }
}

export const requisitionEventLabels: Readonly<Record<RequisitionEvent, string>> = {
  submit: '提交审批',
  pass: '审批通过',
  finish: '审批通过并执行',
  return: '退回',
  fail: '未能执行，退回',
  withdraw: '撤回',
}
