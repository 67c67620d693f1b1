import { next } from '../transition.ts'
import { demandTransitions, type DemandStatus } from './demand-states.ts'
import { offerTransitions, type OfferStatus } from './offer-states.ts'

/** What of an offer decides whether it can be chosen. */
export interface Choosable {
  readonly status: OfferStatus
  /** The version in force is under seal and not opened yet. */
  readonly sealed: boolean
  readonly validUntil: Date
  /** The supplier's certification is in force. */
  readonly certified: boolean
}

export type AwardFault = 'demandDecided' | 'stepNotAllowed' | 'offerSealed' | 'offerExpired' | 'supplierNotCertified'

/** Why a buyer cannot choose an offer, or null. The demand's own state comes first: it ends the question for all offers. */
export function awardFault(demand: DemandStatus, offer: Choosable, now: Date): AwardFault | null {
  if (demand === 'awarded') return 'demandDecided'
  if (next(demandTransitions, demand, 'award', 'buyer') === undefined) return 'stepNotAllowed'
  if (offer.status === 'expired') return 'offerExpired'
  if (next(offerTransitions, offer.status, 'accept', 'buyer') === undefined) return 'stepNotAllowed'
  if (offer.sealed) return 'offerSealed'
  if (offer.validUntil <= now) return 'offerExpired'
  return offer.certified ? null : 'supplierNotCertified'
}

/** Offers that lost and may be chosen again when the order came to nothing: those that were submitted and still hold. */
export const holdsAgain = (offer: { readonly version: number; readonly validUntil: Date }, now: Date): boolean =>
  offer.version > 0 && offer.validUntil > now
