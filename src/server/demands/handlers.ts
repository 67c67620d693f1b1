import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { buyerDemands, demandChangeDelete, demandDelete, demandEditStatus, demandsSheet } from './buyer-demands.ts'
import { buyerOffer, buyerOffers, offersSheet, offerVersions } from './buyer-offers.ts'
import { demand, similarDemands } from './demand.ts'
import { demandConditions } from './demand-conditions.ts'
import { demandForm, demandSave, demandUpdate } from './demand-save.ts'
import { demands } from './demands.ts'
import { offerSave } from './offer-save.ts'
import { demandsClose, demandsExtend } from './selected-demands.ts'
import {
  ownOffer,
  sellerOffers,
  sellerOffer,
  sellerOfferDelete,
  sellerOffersSheet,
  sellerOffersWithdraw,
} from './seller-offers.ts'
import type { annexesCalls } from '../../contract/demands/annexes.ts'
import { annexAccept, annexAccess, annexOpenings, annexReaders, annexText, demandAnnexes } from './annexes/annexes.ts'
import type { evaluationsCalls } from '../../contract/demands/evaluations.ts'
import type { offerDecisionsCalls } from '../../contract/demands/offer-decisions.ts'
import { demandOpenEarly } from './deciding/open-early.ts'
import { demandHistory } from './deciding/demand-history.ts'
import { offerMessageSave, listOfferMessages } from './deciding/offer-messages.ts'
import { offerReject } from './deciding/offer-decisions.ts'
import { evaluationSave } from './evaluations/evaluation-save.ts'
import { evaluation } from './evaluations/evaluations.ts'
import { evaluatorDecline, scoresSave } from './evaluations/scores.ts'
import type { matchingCalls } from '../../contract/demands/matching.ts'
import { demandInvite, demandSuppliers, demandInvites } from './matching/demand-suppliers.ts'
import { demandFit } from './matching/demand-fit.ts'
import { matchedDemands, subscriptionDelete, subscriptionSave, subscriptions } from './matching/subscriptions.ts'
import type { leadsCalls } from '../../contract/demands/leads.ts'
import { leadCreate, leads, leadStep } from './leads/leads.ts'
import type { recordsCalls } from '../../contract/demands/records.ts'
import { CallFailed } from '../../contract/failures.ts'
import { records, recordSave } from './records/follow-ups.ts'
import { deleteSupply, listSupplies } from '../catalogue/publishing/supplies.ts'
import type { demandReviewsCalls } from '../../contract/demands/demand-reviews.ts'
import { demandReview, demandForReview, demandReviews } from './reviews/demand-reviews.ts'

const demandReviewsHandlers: Handlers<typeof demandReviewsCalls> = {
  demandReviews,
  demandForReview,
  demandReview,
}

const recordsHandlers: Handlers<typeof recordsCalls> = {
  records,
  recordSave,
  myDemands: buyerDemands,
  requireDelete: demandDelete,
  supplies: async (input, { caller, db }) =>
    caller.shopId === null ? { total: 0, data: [] } : listSupplies(db, caller.shopId, input),
  supplyDelete: async ({ kind, supplyId }, context) => {
    const { shopId } = context.caller
    if (shopId === null) throw new CallFailed('notFound')
    await deleteSupply(kind, supplyId, { ...context, caller: { ...context.caller, shopId } })
    return {}
  },
}

const leadsHandlers: Handlers<typeof leadsCalls> = { leadCreate, leads, leadStep }

const matchingHandlers: Handlers<typeof matchingCalls> = {
  demandSuppliers,
  demandFit,
  demandInvite,
  demandInvites,
  subscriptions,
  subscriptionSave,
  subscriptionDelete,
  matchedDemands,
}

const decidingHandlers: Handlers<Omit<typeof offerDecisionsCalls, 'deal' | 'demandOrderSubmit'>> = {
  offerReject,
  offerMessages: listOfferMessages,
  offerMessageSave,
  offersSheet,
  demandsSheet,
  demandHistory,
}

const evaluationsHandlers: Handlers<typeof evaluationsCalls> = {
  evaluation,
  evaluationSave,
  scoresSave,
  evaluatorDecline,
  demandOpenEarly,
}

/** Handlers of the confidential part of demands: see src/docs/design/demands.md. */
const annexesHandlers: Handlers<typeof annexesCalls> = {
  demandAnnexes,
  annexText,
  annexAccept,
  annexReaders,
  annexOpenings,
  annexAccess,
}

export const demandsHandlers: Handlers<Omit<Contract['demands'], 'deal' | 'demandOrderSubmit'>> = {
  ...annexesHandlers,
  demands,
  similarDemands,
  demand,
  demandConditions,
  demandSave,
  demandForm,
  demandUpdate,
  demandChangeDelete,
  demandDelete,
  demandEditStatus,
  buyerDemands,
  demandsClose,
  demandsExtend,
  offerSave,
  ownOffer,
  buyerOffers,
  buyerOffer,
  offerVersions,
  sellerOffers,
  sellerOfferDelete,
  sellerOffersSheet,
  sellerOffersWithdraw,
  sellerOffer,
  ...decidingHandlers,
  ...evaluationsHandlers,
  ...matchingHandlers,
  ...recordsHandlers,
  ...leadsHandlers,
  ...demandReviewsHandlers,
}
