import type { OfferStatus } from './offer-states.ts'

/** Questions and answers that one offer carries at most; whoever has more to say talks in the chat. */
export const mostOfferMessages = 200

/** Offers about which can be asked and answered: those that stand, and the one that became an order. */
export const canBeAsked = (status: OfferStatus): boolean => status === 'submitted' || status === 'accepted'
