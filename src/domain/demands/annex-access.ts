import type { DemandStatus } from './demand-states.ts'
import type { OfferStatus } from './offer-states.ts'

/** Facts that decide a supplier's access to the confidential part of a demand. */
export interface AnnexAccessFacts {
  readonly status: DemandStatus
  /** The offer deadline has passed, even if the demand's status was not updated yet. */
  readonly isOver: boolean
  /** The company's active offer on the demand: submitted or accepted; null without one. */
  readonly offer: Extract<OfferStatus, 'submitted' | 'accepted'> | null
}

/** Access state: terms not accepted yet, readable, revoked by the buyer, or over. */
export type AnnexState = 'closed' | 'open' | 'revoked' | 'over'

/**
 * Whether a company may still read: every company while offers are accepted, afterwards companies with a submitted
 * offer, and permanently the company whose offer was accepted. Lost, withdrawn or missing offers give no access.
 */
function hasReasonToRead({ status, isOver, offer }: AnnexAccessFacts): boolean {
  if (offer === 'accepted') return true
  if (status === 'open') return !isOver || offer === 'submitted'
  return status === 'evaluating' && offer === 'submitted'
}

/** Access state of a supplier. A revocation by the buyer takes precedence. */
export function annexState(facts: AnnexAccessFacts, accepted: { readonly isRevoked: boolean } | null): AnnexState {
  if (accepted?.isRevoked === true) return 'revoked'
  if (!hasReasonToRead(facts)) return 'over'
  return accepted === null ? 'closed' : 'open'
}
