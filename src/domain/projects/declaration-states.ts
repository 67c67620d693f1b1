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

/** A company's declaration: kept as typed, submitted, looked through by the platform, then taken up, sent back or refused. */
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

/** What a step of the history is called. */
export const declarationStepWords: Readonly<Record<DeclarationEvent, string>> = {
  submit: '提交申报',
  take: '开始审核',
  return: '退回修改',
  accept: '受理申报',
  reject: '不予受理',
  cancel: '撤回申报',
}

/** What the company may still write. */
export const isEditable = (status: DeclarationStatus): boolean => status === 'draft' || status === 'returned'

/** What the company calls its end: nobody has seen a draft, so there is nothing to take back. */
export const cancelWord = (status: DeclarationStatus): string => (status === 'draft' ? '删除' : '撤回')

/** Who sends back or refuses says why; null when nothing is missing. */
export const declarationReasonFault = (event: DeclarationEvent, reason: string): string | null =>
  (event === 'return' || event === 'reject') && reason.trim() === '' ? '请写明原因，申报企业将看到' : null

const day = 86_400_000
/** Days that a company has for mending what was sent back, though the project's own deadline is past. */
export const mendingDays = 7

interface Times {
  /** The project's last moment. */
  readonly deadline: Date
  readonly status: DeclarationStatus
  /** When the platform decided last; null before. */
  readonly reviewedAt: Date | null
}

/** Last moment at which a declaration may be submitted: what was sent back gets some days beyond the deadline. */
export function submitUntil({ deadline, status, reviewedAt }: Times): Date {
  if (status !== 'returned' || reviewedAt === null) return deadline
  return new Date(Math.max(deadline.getTime(), reviewedAt.getTime() + mendingDays * day))
}

/** Files of one declaration at most. */
export const mostDeclarationFiles = 20
