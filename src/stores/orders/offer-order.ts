import { api } from '../../client/browser.ts'
import type { OfferView } from '../../contract/demands/offers.ts'
import { loadable } from '../demands/loaded.ts'

const part = loadable<OfferView>()
/** An offer the buyer received, for the page of the order made from it. */
export const offer = part.state

export const start = (offerId: number): Promise<void> => part.load(() => api.demands.buyerOffer({ offerId }))
