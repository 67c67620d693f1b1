import { api } from '../../client/browser.ts'
import { offerStatuses } from '../../domain/demands/offer-states.ts'
import { filteredList } from '../filtered-list.ts'

/** The company's own offers. */
export const offers = filteredList(offerStatuses, api.demands.sellerOffers)
