import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { annexesHandlers } from './annexes/handlers.ts'
import { buyerDemands } from './buyer-demands.ts'
import { buyerOffer } from './buyer-offer.ts'
import { buyerOffers } from './buyer-offers.ts'
import { decidingHandlers } from './deciding/handlers.ts'
import { demand } from './demand.ts'
import { demandChangeDrop } from './demand-change-drop.ts'
import { demandConditions } from './demand-conditions.ts'
import { demandDelete } from './demand-delete.ts'
import { demandEditStatus } from './demand-edit-status.ts'
import { demandForm } from './demand-form.ts'
import { demandSave } from './demand-save.ts'
import { demandUpdate } from './demand-update.ts'
import { demands } from './demands.ts'
import { matchingHandlers } from './matching/handlers.ts'
import { offerSave } from './offer-save.ts'
import { offerVersions } from './offer-versions.ts'
import { ownOffer } from './own-offer.ts'
import { sellerOffer } from './seller-offer.ts'
import { sellerOfferDelete } from './seller-offer-delete.ts'
import { sellerOffers } from './seller-offers.ts'
import { needsHandlers } from './needs/handlers.ts'
import { recordsHandlers } from './records/handlers.ts'
import { demandReviewsHandlers } from './reviews/handlers.ts'
import { similarDemands } from './similar-demands.ts'

export const demandsHandlers: Handlers<Contract['demands']> = {
  ...annexesHandlers,
  demands,
  similarDemands,
  demand,
  demandConditions,
  demandSave,
  demandForm,
  demandUpdate,
  demandChangeDrop,
  demandDelete,
  demandEditStatus,
  buyerDemands,
  offerSave,
  ownOffer,
  buyerOffers,
  buyerOffer,
  offerVersions,
  sellerOffers,
  sellerOfferDelete,
  sellerOffer,
  ...decidingHandlers,
  ...matchingHandlers,
  ...recordsHandlers,
  ...needsHandlers,
  ...demandReviewsHandlers,
}
