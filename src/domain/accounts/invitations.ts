import type { StateLabel } from '../transition.ts'

/** Days in which an invitation is to be used. */
export const invitationDays = 7
/** When an invitation of now ends. */
export const invitationEnd = (now = Date.now()): Date => new Date(now + invitationDays * 86_400_000)

/**
 * How an invitation reaches its person: `link` is passed on by whoever invites, `sms` goes to the number of a
 * sub-account to be, from the platform.
 */
export type InvitationKind = 'link' | 'sms'

/** State of an invitation, as lists show it. */
export const invitationStatuses = ['open', 'used', 'declined', 'revoked', 'expired'] as const
export type InvitationStatus = (typeof invitationStatuses)[number]

/** What the states are called. */
export const invitationLabels: Readonly<Record<InvitationStatus, StateLabel>> = {
  open: { label: '待接受', tone: 'go' },
  used: { label: '已加入', tone: 'good' },
  declined: { label: '已拒绝', tone: 'bad' },
  revoked: { label: '已撤回', tone: 'mute' },
  expired: { label: '已过期', tone: 'mute' },
}

interface Dates {
  readonly usedAt: Date | null
  readonly declinedAt: Date | null
  readonly revokedAt: Date | null
  readonly expiresAt: Date
}

export const invitationStatus = ({ usedAt, declinedAt, revokedAt, expiresAt }: Dates, now: Date): InvitationStatus => {
  if (usedAt !== null) return 'used'
  if (revokedAt !== null) return 'revoked'
  if (declinedAt !== null) return 'declined'
  return expiresAt <= now ? 'expired' : 'open'
}

/** The code in what somebody pasted: a whole link, a part of it, or the code alone. */
export const inviteCodeOf = (pasted: string): string =>
  (/[?&]invite=([\w-]+)/.exec(pasted)?.[1] ?? pasted).replace(/\s/g, '')
