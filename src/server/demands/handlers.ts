import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { buyerDemands } from './buyer-demands.ts'
import { buyerOffer } from './buyer-offer.ts'
import { buyerOffers } from './buyer-offers.ts'
import { deal } from './deal.ts'
import { demand } from './demand.ts'
import { demandConditions } from './demand-conditions.ts'
import { demandDelete } from './demand-delete.ts'
import { demandEditStatus } from './demand-edit-status.ts'
import { demandSave } from './demand-save.ts'
import { demandUpdate } from './demand-update.ts'
import { demands } from './demands.ts'
import { offerSave } from './offer-save.ts'
import { ownOffer } from './own-offer.ts'
import { sellerOffer } from './seller-offer.ts'
import { sellerOfferDelete } from './seller-offer-delete.ts'
import { sellerOffers } from './seller-offers.ts'
import { similarDemands } from './similar-demands.ts'

export const demandsHandlers: Handlers<Contract['demands']> = {
  demands,
  similarDemands,
  demand,
  demandConditions,
  demandSave,
  demandUpdate,
  demandDelete,
  demandEditStatus,
  buyerDemands,
  offerSave,
  ownOffer,
  buyerOffers,
  buyerOffer,
  sellerOffers,
  sellerOfferDelete,
  sellerOffer,
  deal,
}
