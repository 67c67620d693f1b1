import { nextState } from '../transition.ts'
import { demandTransitions, type DemandStatus } from './demand-states.ts'
import { offerTransitions, type OfferStatus } from './offer-states.ts'

/** Properties of an offer that decide whether it can be awarded. */
export interface OfferForAward {
  readonly status: OfferStatus
  /** The current version is sealed and not opened yet. */
  readonly sealed: boolean
  readonly validUntil: Date
  /** The supplier's certification is valid. */
  readonly certified: boolean
}

export type AwardBlocker = 'demandDecided' | 'stepNotAllowed' | 'offerSealed' | 'offerExpired' | 'supplierNotCertified'

/** Why an offer cannot be awarded, or null. The demand's status is checked first. */
export function awardBlocker(demand: DemandStatus, offer: OfferForAward, now: Date): AwardBlocker | null {
  if (demand === 'awarded') return 'demandDecided'
  if (nextState(demandTransitions, demand, 'award', 'buyer') === undefined) return 'stepNotAllowed'
  if (offer.status === 'expired') return 'offerExpired'
  if (nextState(offerTransitions, offer.status, 'accept', 'buyer') === undefined) return 'stepNotAllowed'
  if (offer.sealed) return 'offerSealed'
  if (offer.validUntil <= now) return 'offerExpired'
  return offer.certified ? null : 'supplierNotCertified'
}

/** Whether a lost offer can be awarded after the order failed: it was submitted and is still valid. */
export const canBeRevived = (offer: { readonly version: number; readonly validUntil: Date }, now: Date): boolean =>
  offer.version > 0 && offer.validUntil > now
