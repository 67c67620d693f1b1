import type { StateLabel, Transitions } from '../transition.ts'

/** A certificate of a shop: shown as a tag while approved and not expired. */
export const qualificationStatuses = ['pending_review', 'approved', 'rejected', 'revoked'] as const
export type QualificationStatus = (typeof qualificationStatuses)[number]
/**
 * `agree`: the paper, the stated fields and the certified company say the same. `check`: an operator looks at the
 * official register after that.
 */
export type QualificationEvent = 'submit' | 'pass' | 'agree' | 'check' | 'reject' | 'revoke'
export type QualificationActor = 'seller' | 'operator' | 'system'

/**
 * Steps of one certificate. An approved one is never edited: a renewal is a separate certificate, so the
 * old tag stays until the new one is approved. Buyers rely on tags: REVIEW=auto approves none of them.
 */
export const qualificationTransitions: Transitions<QualificationStatus, QualificationEvent, QualificationActor> = [
  { from: ['pending_review', 'rejected'], event: 'submit', actor: ['seller'], to: 'pending_review' },
  { from: ['pending_review'], event: 'pass', actor: ['operator'], to: 'approved' },
  { from: ['pending_review'], event: 'agree', actor: ['system'], to: 'approved' },
  { from: ['pending_review'], event: 'reject', actor: ['operator'], to: 'rejected' },
  { from: ['approved'], event: 'check', actor: ['operator'], to: 'approved' },
  { from: ['approved'], event: 'revoke', actor: ['operator'], to: 'revoked' },
]

/** Whether an operator has to name the official register that was looked at. */
export const needsRegister = (event: QualificationEvent): boolean => event === 'pass' || event === 'check'

/** Verdicts of an operator against a certificate. */
export const refusals: readonly QualificationEvent[] = ['reject', 'revoke']

export const qualificationLabels: Record<QualificationStatus, StateLabel> = {
  pending_review: { label: '审核中', tone: 'go' },
  approved: { label: '已通过', tone: 'good' },
  rejected: { label: '未通过', tone: 'bad' },
  revoked: { label: '已撤销', tone: 'bad' },
}

/** Maximum number of certificates per shop. */
export const maxQualifications = 30

/** Days before the last day on which supplier and relying buyers are warned, the earliest first. */
export const warningDays = [90, 30, 7] as const

/** Whether a last day is past; `today` is the day in Shanghai. */
export const isExpired = (until: string | null, today: string): boolean => until !== null && until < today

interface DatedCertificate {
  readonly status: QualificationStatus
  /** Last day; null = no expiry. */
  readonly until: string | null
}

/** Whether a certificate counts on a day. Every statement about a supplier's qualifications asks this, never a stored tag. */
export const isInForce = ({ status, until }: DatedCertificate, today: string): boolean =>
  status === 'approved' && !isExpired(until, today)

/** Label of a certificate on a day: an approved one past its last day is 已过期. */
export const qualificationState = ({ status, until }: DatedCertificate, today: string): StateLabel =>
  status === 'approved' && isExpired(until, today) ? { label: '已过期', tone: 'bad' } : qualificationLabels[status]

export const isQualificationInReview = (status: QualificationStatus | null | undefined): status is 'pending_review' =>
  status === 'pending_review'
export const isQualificationApproved = (status: QualificationStatus | null | undefined): status is 'approved' =>
  status === 'approved'
/** Whether the supplier may still correct it. */
export const isQualificationOpen = (status: QualificationStatus): boolean =>
  status === 'pending_review' || status === 'rejected'

/** The warning due for a number of days left, of which none as near was sent; null = none. */
export function dueWarning(daysLeft: number, warnedDays: number | null): number | null {
  const due = warningDays.findLast((days) => daysLeft <= days)
  return daysLeft < 0 || due === undefined || (warnedDays !== null && warnedDays <= due) ? null : due
}

/** One accredited item of a certificate: what is tested, which parameter, by which method. */
export interface ScopeItem {
  readonly item: string
  readonly parameter: string
  readonly method: string
}
/** Maximum number of items per certificate. */
export const maxScopeItems = 300
/** Maximum length of each text of an item. */
export const maxScopeText = 120

/**
 * Items from pasted lines: a line an item, its texts separated by a tab (as copied from a table) or by `|`. Lines
 * without text are left out.
 */
export const parseScopeItems = (text: string): ScopeItem[] =>
  text.split(/\r?\n/).flatMap((line) => {
    const [item = '', parameter = '', ...method] = line.split(/\t|[|｜]/).map((part) => part.trim())
    return item === '' ? [] : [{ item, parameter, method: method.filter((part) => part !== '').join(' ') }]
  })

/** The lines that `parseScopeItems` reads. */
export const scopeItemLines = (items: readonly ScopeItem[]): string =>
  items
    .map(({ item, parameter, method }) => {
      const parts = [item, parameter, method]
      return parts.slice(0, parts.findLastIndex((part) => part !== '') + 1).join(' | ')
    })
    .join('\n')
