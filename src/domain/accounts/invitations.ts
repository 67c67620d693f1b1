/** Days in which an invitation is to be used. */
export const invitationDays = 7

/** State of an invitation, as lists show it. */
export type InvitationStatus = 'open' | 'used' | 'revoked' | 'expired'

interface Dates {
  readonly usedAt: Date | null
  readonly revokedAt: Date | null
  readonly expiresAt: Date
}

export const invitationStatus = ({ usedAt, revokedAt, expiresAt }: Dates, now: Date): InvitationStatus => {
  if (usedAt !== null) return 'used'
  if (revokedAt !== null) return 'revoked'
  return expiresAt <= now ? 'expired' : 'open'
}

/** The code in what somebody pasted: a whole link, a part of it, or the code alone. */
export const inviteCodeOf = (pasted: string): string =>
  (/[?&]invite=([\w-]+)/.exec(pasted)?.[1] ?? pasted).replace(/\s/g, '')
