import type { StateLabel } from '../transition.ts'

/** Days for which an invitation is valid. */
export const invitationDays = 7
/** Expiry of an invitation created now. */
export const invitationEnd = (now = Date.now()): Date => new Date(now + invitationDays * 86_400_000)

/**
 * Delivery of an invitation: `link` is passed on by the inviter, `sms` is sent by the platform to the number of a
 * future sub-account.
 */
export type InvitationKind = 'link' | 'sms'

/** States of an invitation in lists. */
export const invitationStatuses = ['open', 'used', 'declined', 'revoked', 'expired'] as const
export type InvitationStatus = (typeof invitationStatuses)[number]

/** Labels of the states. */
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

/** The code in pasted text: a whole link, a part of it, or the code alone. */
export const inviteCodeOf = (pasted: string): string =>
  (/[?&]invite=([\w-]+)/.exec(pasted)?.[1] ?? pasted).replace(/\s/g, '')

export const isInvitationOpen = (status: InvitationStatus | null | undefined): status is 'open' => status === 'open'
export const isInvitationExpired = (status: InvitationStatus | null | undefined): status is 'expired' =>
  status === 'expired'
export const isInvitationDeclined = (status: InvitationStatus | null | undefined): status is 'declined' =>
  status === 'declined'
/** Nothing more to do with it: used or revoked. */
export const isInvitationSettled = (status: InvitationStatus): status is 'used' | 'revoked' =>
  status === 'used' || status === 'revoked'
