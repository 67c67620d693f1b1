import type { DemandStatus } from './demand-states.ts'
import type { OfferStatus } from './offer-states.ts'

/** How a supplier stands to a demand with a confidential part. */
export interface AnnexSeat {
  readonly status: DemandStatus
  /** The end of offering is over, whether or not the demand has moved on yet. */
  readonly isOver: boolean
  /** Live offer of the company on it: submitted or accepted; null without one. */
  readonly offer: Extract<OfferStatus, 'submitted' | 'accepted'> | null
}

/** What a supplier may do: accept first, read, or neither because the buyer stopped it or the time is over. */
export type AnnexState = 'closed' | 'open' | 'revoked' | 'over'

/**
 * Whether a company still has a reason to read: everyone while offers are taken, afterwards those whose offer is being
 * judged, and for good the one that was chosen. Whoever lost, withdrew or never offered has none.
 */
function hasReason({ status, isOver, offer }: AnnexSeat): boolean {
  if (offer === 'accepted') return true
  if (status === 'open') return !isOver || offer === 'submitted'
  return status === 'evaluating' && offer === 'submitted'
}

/** Decides what of the confidential part is open to a supplier. What the buyer stopped comes before everything. */
export function annexState(seat: AnnexSeat, accepted: { readonly isRevoked: boolean } | null): AnnexState {
  if (accepted?.isRevoked === true) return 'revoked'
  if (!hasReason(seat)) return 'over'
  return accepted === null ? 'closed' : 'open'
}
