import { batchesCalls } from './catalogue/batches.ts'
import { structuresCalls } from './catalogue/structures.ts'
import { signInCalls } from './accounts/sign-in.ts'
import { reauthenticationCalls } from './accounts/reauthentication.ts'
import { twoFactorCalls } from './accounts/two-factor.ts'
import { verificationCalls } from './accounts/verification.ts'
import { profileCalls } from './accounts/profile.ts'
import { personalDataCalls } from './accounts/personal-data.ts'
import { userCardsCalls } from './accounts/user-cards.ts'
import { companiesCalls } from './accounts/companies.ts'
import { certificationCalls } from './accounts/certification.ts'
import { companyClaimsCalls } from './accounts/company-claims.ts'
import { companyDocumentsCalls } from './accounts/company-documents.ts'
import { leaderTicketsCalls } from './accounts/leader-tickets.ts'
import { invitationsCalls } from './accounts/invitations.ts'
import { invitedCalls } from './accounts/invited.ts'
import { rolesCalls } from './accounts/roles.ts'
import { preferencesCalls } from './accounts/preferences.ts'
import { pushDevicesCalls } from './accounts/push-devices.ts'
import { externalReferencesCalls } from './accounts/external-references.ts'
import { openApiCalls } from './accounts/open-api.ts'
import { savedFiltersCalls } from './accounts/saved-filters.ts'
import { dictionaryEditingCalls } from './reference/dictionary-editing.ts'
import { districtEditingCalls } from './reference/district-editing.ts'
import { categoryEditingCalls } from './reference/category-editing.ts'
import { complaintsCalls } from './operations/complaints.ts'
import { fraudSignsCalls } from './operations/fraud-signs.ts'
import { monthlyReportsCalls } from './operations/monthly-reports.ts'
import { moderationWordsCalls } from './operations/moderation-words.ts'
import { filePartsCalls } from './operations/file-parts.ts'
import { filesCalls } from './operations/files.ts'
import { outboxCalls } from './operations/outbox.ts'
import { operatorApprovalsCalls } from './operations/operator-approvals.ts'
import { operatorStartCalls } from './operations/operator-start.ts'
import { operatorsCalls } from './operations/operators.ts'
import { platformActionsCalls } from './operations/platform-actions.ts'
import { platformRecordsCalls } from './operations/platform-records.ts'
import { statisticsCalls } from './operations/statistics.ts'
import { pageViewsCalls } from './operations/page-views.ts'
import { referenceCalls } from './reference/reference.ts'
import { demandsCalls } from './demands/demands.ts'
import { offersCalls } from './demands/offers.ts'
import { annexesCalls } from './demands/annexes.ts'
import { demandReviewsCalls } from './demands/demand-reviews.ts'
import { matchingCalls } from './demands/matching.ts'
import { leadsCalls } from './demands/leads.ts'
import { evaluationsCalls } from './demands/evaluations.ts'
import { offerDecisionsCalls } from './demands/offer-decisions.ts'
import { recordsCalls } from './demands/records.ts'
import { digitalCalls } from './content/digital.ts'
import { drugCalls } from './content/drug.ts'
import { entriesCalls } from './content/entries.ts'
import { placementsCalls } from './content/placements.ts'
import { roadshowCalls } from './content/roadshow.ts'
import { questionsCalls } from './content/questions.ts'
import { siteTextsCalls } from './content/site-texts.ts'
import { conversationsCalls } from './chat/conversations.ts'
import { supportCalls } from './chat/support.ts'
import { supportCustomerCalls } from './chat/support-customer.ts'
import { recordsCalls as chatRecordsCalls } from './chat/records.ts'
import { shopPhrasesCalls } from './chat/shop-phrases.ts'
import { messageCentreCalls } from './chat/message-centre.ts'
import { shopsCalls } from './shops/shops.ts'
import { sellerShopCalls } from './shops/seller-shop.ts'
import { qualificationsCalls } from './shops/qualifications.ts'
import { recommendedCalls } from './shops/recommended.ts'
import { followsCalls } from './shops/follows.ts'
import { supplierMarksCalls } from './shops/supplier-marks.ts'
import { categoriesCalls } from './catalogue/categories.ts'
import { companyCategoriesCalls } from './catalogue/company-categories.ts'
import { hallsCalls } from './catalogue/halls.ts'
import { productsCalls } from './catalogue/products.ts'
import { servicesCalls } from './catalogue/services.ts'
import { sellerServicesCalls } from './catalogue/seller-services.ts'
import { priceChangesCalls } from './catalogue/price-changes.ts'
import { sellerProductsCalls } from './catalogue/seller-products.ts'
import { listingSheetsCalls } from './catalogue/listing-sheets.ts'
import { previewsCalls } from './catalogue/previews.ts'
import { listingReviewsCalls } from './catalogue/listing-reviews.ts'
import { savedSearchesCalls } from './catalogue/saved-searches.ts'
import { searchOperationCalls } from './catalogue/search-operation.ts'
import { searchAllCalls } from './catalogue/search-all.ts'
import { searchCalls } from './catalogue/search.ts'
import { inquiriesCalls } from './catalogue/inquiries.ts'
import { cartCalls } from './orders/cart.ts'
import { checkoutCalls } from './orders/checkout.ts'
import { quickOrderCalls } from './orders/quick-order.ts'
import { postageCalls } from './orders/postage.ts'
import { dashboardsCalls } from './orders/dashboards.ts'
import { budgetsCalls } from './orders/budgets.ts'
import { requisitionsCalls } from './orders/requisitions.ts'
import { agreementsCalls } from './orders/agreements.ts'
import { changeOrdersCalls } from './orders/change-orders.ts'
import { orderMatchingCalls } from './orders/matching.ts'
import { orderStatisticsCalls } from './orders/statistics.ts'
import { dealRecordCalls } from './orders/deal-record.ts'
import { disputesCalls } from './orders/disputes.ts'
import { fulfilmentCalls } from './orders/fulfilment.ts'
import { invoicesCalls } from './orders/invoices.ts'
import { demoPayCalls } from './orders/demo-pay.ts'
import { ordersCalls } from './orders/orders.ts'
import { documentsCalls } from './orders/documents.ts'
import { paymentsCalls } from './orders/payments.ts'
import { payoutsCalls } from './orders/payouts.ts'
import { refundsCalls } from './orders/refunds.ts'
import { reviewsCalls } from './orders/reviews.ts'
import { samplesCalls } from './orders/samples.ts'
import { addressesCalls } from './orders/addresses.ts'
import { awardsCalls } from './live/awards.ts'
import { classesCalls as liveClassesCalls } from './live/classes.ts'
import { drawsCalls } from './live/draws.ts'
import { hostingCalls } from './live/hosting.ts'
import { scoresCalls } from './live/scores.ts'
import { watchingCalls } from './live/watching.ts'
import { bookingsCalls } from './projects/bookings.ts'
import { declarationsCalls } from './projects/declarations.ts'
import { programmesCalls } from './projects/programmes.ts'

/** Every call of the product, by domain: the API's table of contents. */
export const contract = {
  accounts: {
    ...reauthenticationCalls,
    ...signInCalls,
    ...verificationCalls,
    ...twoFactorCalls,
    ...profileCalls,
    ...userCardsCalls,
    ...personalDataCalls,
    ...companiesCalls,
    ...certificationCalls,
    ...companyClaimsCalls,
    ...companyDocumentsCalls,
    ...invitationsCalls,
    ...invitedCalls,
    ...rolesCalls,
    ...preferencesCalls,
    ...pushDevicesCalls,
    ...savedFiltersCalls,
    ...leaderTicketsCalls,
    ...openApiCalls,
    ...externalReferencesCalls,
  },
  reference: { ...referenceCalls, ...categoryEditingCalls, ...dictionaryEditingCalls, ...districtEditingCalls },
  demands: {
    ...demandsCalls,
    ...demandReviewsCalls,
    ...annexesCalls,
    ...matchingCalls,
    ...offersCalls,
    ...offerDecisionsCalls,
    ...evaluationsCalls,
    ...recordsCalls,
    ...leadsCalls,
  },
  content: {
    ...digitalCalls,
    ...questionsCalls,
    ...siteTextsCalls,
    ...drugCalls,
    ...entriesCalls,
    ...placementsCalls,
    ...roadshowCalls,
  },
  chat: {
    ...conversationsCalls,
    ...chatRecordsCalls,
    ...shopPhrasesCalls,
    ...messageCentreCalls,
    ...supportCalls,
    ...supportCustomerCalls,
  },
  shops: {
    ...shopsCalls,
    ...sellerShopCalls,
    ...qualificationsCalls,
    ...followsCalls,
    ...supplierMarksCalls,
    ...recommendedCalls,
  },
  catalogue: {
    ...categoriesCalls,
    ...companyCategoriesCalls,
    ...hallsCalls,
    ...productsCalls,
    ...servicesCalls,
    ...sellerServicesCalls,
    ...priceChangesCalls,
    ...sellerProductsCalls,
    ...listingSheetsCalls,
    ...listingReviewsCalls,
    ...searchCalls,
    ...searchAllCalls,
    ...savedSearchesCalls,
    ...searchOperationCalls,
    ...inquiriesCalls,
    ...previewsCalls,
    ...structuresCalls,
    ...batchesCalls,
  },
  orders: {
    ...cartCalls,
    ...checkoutCalls,
    ...quickOrderCalls,
    ...postageCalls,
    ...ordersCalls,
    ...dashboardsCalls,
    ...fulfilmentCalls,
    ...disputesCalls,
    ...changeOrdersCalls,
    ...budgetsCalls,
    ...agreementsCalls,
    ...samplesCalls,
    ...requisitionsCalls,
    ...orderMatchingCalls,
    ...orderStatisticsCalls,
    ...dealRecordCalls,
    ...documentsCalls,
    ...paymentsCalls,
    ...payoutsCalls,
    ...refundsCalls,
    ...addressesCalls,
    ...demoPayCalls,
    ...invoicesCalls,
    ...reviewsCalls,
  },
  live: {
    ...liveClassesCalls,
    ...watchingCalls,
    ...scoresCalls,
    ...hostingCalls,
    ...drawsCalls,
    ...awardsCalls,
  },
  projects: { ...bookingsCalls, ...declarationsCalls, ...programmesCalls },
  operations: {
    ...filesCalls,
    ...filePartsCalls,
    ...complaintsCalls,
    ...fraudSignsCalls,
    ...monthlyReportsCalls,
    ...operatorApprovalsCalls,
    ...moderationWordsCalls,
    ...outboxCalls,
    ...pageViewsCalls,
    ...statisticsCalls,
    ...operatorStartCalls,
    ...operatorsCalls,
    ...platformActionsCalls,
    ...platformRecordsCalls,
  },
}

export type Contract = typeof contract
export type Domain = keyof Contract
