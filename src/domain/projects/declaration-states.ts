import type { StateLabel, Transitions } from '../transition.ts'

export const declarationStatuses = [
  'draft',
  'submitted',
  'in_review',
  'returned',
  'accepted',
  'rejected',
  'cancelled',
] as const
export type DeclarationStatus = (typeof declarationStatuses)[number]
export const declarationEvents = ['submit', 'take', 'return', 'accept', 'reject', 'cancel'] as const
export type DeclarationEvent = (typeof declarationEvents)[number]
export type DeclarationActor = 'company' | 'operator'

/** State transitions of a declaration: submitted, reviewed by an operator, then accepted, returned or rejected. */
export const declarationTransitions: Transitions<DeclarationStatus, DeclarationEvent, DeclarationActor> = [
  { from: ['draft', 'returned'], event: 'submit', actor: ['company'], to: 'submitted' },
  { from: ['submitted'], event: 'take', actor: ['operator'], to: 'in_review' },
  { from: ['in_review'], event: 'accept', actor: ['operator'], to: 'accepted' },
  { from: ['in_review'], event: 'return', actor: ['operator'], to: 'returned' },
  { from: ['in_review'], event: 'reject', actor: ['operator'], to: 'rejected' },
  { from: ['draft', 'submitted', 'in_review', 'returned'], event: 'cancel', actor: ['company'], to: 'cancelled' },
]

export const declarationLabels: Record<DeclarationStatus, StateLabel> = {
  draft: { label: '草稿', tone: 'mute' },
  submitted: { label: '待受理', tone: 'act' },
  in_review: { label: '审核中', tone: 'go' },
  returned: { label: '退回修改', tone: 'act' },
  accepted: { label: '已受理', tone: 'good' },
  rejected: { label: '不予受理', tone: 'bad' },
  cancelled: { label: '已撤回', tone: 'mute' },
}

/** Labels for the applicant: once submitted it is the platform's turn. */
export const ownDeclarationLabels: Record<DeclarationStatus, StateLabel> = {
  ...declarationLabels,
  submitted: { label: '待受理', tone: 'go' },
}

/** Labels of history steps. */
export const declarationStepLabels: Readonly<Record<DeclarationEvent, string>> = {
  submit: '提交申报',
  take: '开始审核',
  return: '退回修改',
  accept: '受理申报',
  reject: '不予受理',
  cancel: '撤回申报',
}

/** Whether the company may edit the declaration. */
export const isDeclarationEditable = (status: DeclarationStatus): boolean => status === 'draft' || status === 'returned'

/** Label of the cancel action: drafts are deleted, submitted declarations withdrawn. */
export const cancelLabel = (status: DeclarationStatus): string => (status === 'draft' ? '删除' : '撤回')

/** Returning or rejecting requires a reason; null when valid. */
export const declarationReasonError = (event: DeclarationEvent, reason: string): string | null =>
  (event === 'return' || event === 'reject') && reason.trim() === '' ? '请写明原因，申报企业将看到' : null

const day = 86_400_000
/** Days to revise a returned declaration, even after the project's deadline. */
export const revisionDays = 7

interface Times {
  /** Deadline of the project. */
  readonly deadline: Date
  readonly status: DeclarationStatus
  /** Time of the last review decision; null before. */
  readonly reviewedAt: Date | null
}

/** Deadline for submitting; returned declarations get `revisionDays` from the review if that is later. */
export function submissionDeadline({ deadline, status, reviewedAt }: Times): Date {
  if (status !== 'returned' || reviewedAt === null) return deadline
  return new Date(Math.max(deadline.getTime(), reviewedAt.getTime() + revisionDays * day))
}

/** Maximum number of files per declaration. */
export const maxDeclarationFiles = 20

export const isDeclarationDraft = (status: DeclarationStatus | null | undefined): status is 'draft' =>
  status === 'draft'
export const isDeclarationSubmitted = (status: DeclarationStatus | null | undefined): status is 'submitted' =>
  status === 'submitted'
export const isDeclarationInReview = (status: DeclarationStatus | null | undefined): status is 'in_review' =>
  status === 'in_review'
export const isDeclarationReturned = (status: DeclarationStatus | null | undefined): status is 'returned' =>
  status === 'returned'
export const isDeclarationAccepted = (status: DeclarationStatus | null | undefined): status is 'accepted' =>
  status === 'accepted'
export const isDeclarationRejected = (status: DeclarationStatus | null | undefined): status is 'rejected' =>
  status === 'rejected'
