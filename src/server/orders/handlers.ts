import type { Contract } from '../../contract/contract.ts'
import type { orderMatchingCalls } from '../../contract/orders/matching.ts'
import type { orderStatisticsCalls } from '../../contract/orders/statistics.ts'
import type { budgetsCalls } from '../../contract/orders/budgets.ts'
import type { requisitionsCalls } from '../../contract/orders/requisitions.ts'
import type { agreementsCalls } from '../../contract/orders/agreements.ts'
import type { samplesCalls } from '../../contract/orders/samples.ts'
import type { changeOrdersCalls } from '../../contract/orders/change-orders.ts'
import type { dealRecordCalls } from '../../contract/orders/deal-record.ts'
import type { documentsCalls } from '../../contract/orders/documents.ts'
import type { disputesCalls } from '../../contract/orders/disputes.ts'
import type { fulfilmentCalls } from '../../contract/orders/fulfilment.ts'
import type { invoicesCalls } from '../../contract/orders/invoices.ts'
import type { paymentsCalls } from '../../contract/orders/payments.ts'
import type { postageCalls } from '../../contract/orders/postage.ts'
import type { payoutsCalls } from '../../contract/orders/payouts.ts'
import type { refundsCalls } from '../../contract/orders/refunds.ts'
import type { reviewsCalls } from '../../contract/orders/reviews.ts'
import type { Handlers } from '../handler.ts'
import { address, addressDelete, addresses, addressSave, addressUpdate } from './addresses.ts'
import { cartHandlers } from './cart/handlers.ts'
import {
  buyerChangeDecline,
  buyerChangeOrders,
  buyerChangePropose,
  buyerChangeSign,
  buyerChangeWithdraw,
  sellerChangeDecline,
  sellerChangeOrders,
  sellerChangePropose,
  sellerChangeSign,
  sellerChangeWithdraw,
} from './change-orders/change-orders.ts'
import { buyerSupplement, sellerSupplement } from './change-orders/supplement.ts'
import { checkoutHandlers } from './checkout/handlers.ts'
import { buyerDecision } from './deal-record/buyer-decision.ts'
import { buyerDealRecord, disputeRecord, sellerDealRecord } from './deal-record/read-record.ts'
import {
  buyerDisputeRelease,
  buyerDisputes,
  buyerEvidenceSave,
  sellerDisputeRelease,
  sellerDisputes,
  sellerEvidenceSave,
} from './disputes/dispute-evidence.ts'
import { dispute, disputeExtend, disputes, disputeVerdict } from './disputes/disputes.ts'
import { buyerOrderContract, sellerOrderContract } from './documents/order-contract.ts'
import {
  buyerOrderDocuments,
  buyerOrderFileDelete,
  buyerOrderFileSave,
  sellerOrderDocuments,
  sellerOrderFileDelete,
  sellerOrderFileSave,
} from './documents/order-documents.ts'
import { buyerOrdersSheet, sellerOrdersSheet } from './documents/orders-sheet.ts'
import { deliverableBatches } from './fulfilment/delivered-batches.ts'
import { orderDeliver } from './fulfilment/order-deliver.ts'
import { demoBill, demoPay } from './gateways/demo-gateway.ts'
import {
  buyerInvoices,
  invoiceRequest,
  invoiceStep,
  invoiceWithdraw,
  sellerInvoices,
  sellerOrderInvoices,
} from './invoices/invoices.ts'
import { invoiceRead } from './invoices/read-invoice.ts'
import { buyerOrdersRemind, sellerOrdersRemind } from './fulfilment/remind-other-side.ts'
import { boughtGoods, buyerOrders, sellerOrders } from './list-orders.ts'
import { buyerOrderCalendar, sellerOrderCalendar } from './milestones/order-calendar.ts'
import {
  buyerMatch,
  buyerMatches,
  buyerMatchExplain,
  sellerMatch,
  sellerMatches,
  sellerMatchExplain,
  sellerTaxRate,
  sellerTaxRateSave,
} from './matching/matches.ts'
import { buyerMatchSheet, sellerMatchSheet } from './matching/match-sheet.ts'
import { matchExceptionDismiss, matchExceptionList, operatorMatch } from './matching/operator-matches.ts'
import { buyerOrder, sellerOrder } from './order-detail.ts'
import { buyerOrderStep, sellerOrderStep } from './order-steps.ts'
import { paymentConfirm } from './payments/payment-confirm.ts'
import { paymentInfo } from './payments/payment-info.ts'
import { paymentClose, paymentOpen, paymentState } from './payments/payment-open.ts'
import { paymentUndo, paymentVerdict } from './payments/payment-verdict.ts'
import { sellerPayments } from './payments/seller-payments.ts'
import { shopPostage, shopPostageSave } from './postage/shop-postage.ts'
import {
  payout,
  payoutApprove,
  payoutBounce,
  payoutFailed,
  payoutPaid,
  payoutRetry,
  payoutReturn,
  payouts,
  payoutsSheet,
} from './payouts/payouts.ts'
import { sellerHeldMoney, sellerPayouts } from './payouts/seller-money.ts'
import { budgetSheet } from './budgets/budget-sheet.ts'
import {
  budgetClose,
  budgetDetail,
  budgetEntryList,
  budgetList,
  budgetSave,
  budgetUpdate,
} from './budgets/budgets-handlers.ts'
import {
  budgetSettings,
  chargedBudgetState,
  costCentreList,
  costCentreRequire,
  costCentreSave,
  costCentreUpdate,
} from './budgets/cost-centres-handlers.ts'
import {
  approvalDelegate,
  approvalDelegationEnd,
  approvalDelegationList,
  approvalRules,
  approvalRulesSave,
} from './requisitions/approval-rules-handlers.ts'
import { requisitionReturn, requisitionWithdraw } from './requisitions/move-requisition.ts'
import { requisitionDetail, requisitionList } from './requisitions/present-requisitions.ts'
import { refundAnswer } from './refunds/answer-refund.ts'
import { buyerAgreementAnnex, sellerAgreementAnnex } from './agreements/agreement-annexes.ts'
import {
  agreedPrices,
  buyerAgreementListings,
  buyerAgreementPartners,
  sellerAgreementListings,
  sellerAgreementPartners,
} from './agreements/agreement-choices.ts'
import { buyerAgreementPaper, sellerAgreementPaper } from './agreements/agreement-paper.ts'
import {
  buyerAgreementPropose,
  buyerAgreementSign,
  buyerAgreementStep,
  sellerAgreementPropose,
  sellerAgreementSign,
  sellerAgreementStep,
} from './agreements/agreements.ts'
import { buyerAgreement, buyerAgreements, sellerAgreement, sellerAgreements } from './agreements/load-agreements.ts'
import { refundAsk, refundEscalate, refundGive, refundWithdraw } from './refunds/ask-refund.ts'
import { overdueTransfers } from './refunds/overdue-transfers.ts'
import { refundCases, refundRule } from './refunds/refund-cases.ts'
import { buyerRefunds, sellerRefunds } from './refunds/refunds.ts'
import { refundReceipt, refundSend } from './refunds/transfer-back.ts'
import { buyerOrderReviews, sellerOrderReviews, shopReviews } from './reviews/reviews.ts'
import { buyerReviewReply, buyerReviewSave, sellerReviewReply, sellerReviewSave } from './reviews/write-review.ts'

import {
  buyerOrderSamples,
  buyerSample,
  buyerSampleRegister,
  buyerSampleSplit,
  buyerSampleStep,
  buyerSamples,
  disputeSamples,
  sampleFind,
  sellerOrderSamples,
  sellerSample,
  sellerSampleRegister,
  sellerSampleSplit,
  sellerSampleStep,
  sellerSamples,
} from './samples/samples.ts'
import {
  buyerShipment,
  buyerShipmentCancel,
  buyerShipmentPack,
  buyerShipmentReceive,
  buyerShipmentSend,
  sellerShipment,
  sellerShipmentCancel,
  sellerShipmentPack,
  sellerShipmentReceive,
  sellerShipmentSend,
} from './samples/shipments.ts'
import { buyerExcursionVerdict } from './samples/excursions.ts'
import {
  buyerSensorAssign,
  buyerSensorCreate,
  buyerSensorRevoke,
  buyerSensors,
  sellerSensorAssign,
  sellerSensorCreate,
  sellerSensorRevoke,
  sellerSensors,
} from './samples/sensors.ts'
import { buyerLoggerImport, sellerLoggerImport } from './samples/logger-import.ts'
import { buyerShipmentSheet, sellerShipmentSheet } from './samples/readings-sheet.ts'
import { buyerSampleLabels, sellerSampleLabels } from './samples/sample-labels.ts'

const samplesHandlers: Handlers<typeof samplesCalls> = {
  buyerSamples,
  sellerSamples,
  buyerSample,
  sellerSample,
  sampleFind,
  buyerOrderSamples,
  sellerOrderSamples,
  disputeSamples,
  buyerSampleRegister,
  sellerSampleRegister,
  buyerSampleSplit,
  sellerSampleSplit,
  buyerSampleStep,
  sellerSampleStep,
  buyerSampleLabels,
  sellerSampleLabels,
  buyerShipment,
  sellerShipment,
  buyerShipmentPack,
  sellerShipmentPack,
  buyerShipmentSend,
  sellerShipmentSend,
  buyerShipmentCancel,
  sellerShipmentCancel,
  buyerShipmentReceive,
  sellerShipmentReceive,
  buyerExcursionVerdict,
  buyerShipmentSheet,
  sellerShipmentSheet,
  buyerLoggerImport,
  sellerLoggerImport,
  buyerSensors,
  sellerSensors,
  buyerSensorCreate,
  sellerSensorCreate,
  buyerSensorRevoke,
  sellerSensorRevoke,
  buyerSensorAssign,
  sellerSensorAssign,
}

const agreementsHandlers: Handlers<typeof agreementsCalls> = {
  buyerAgreements,
  sellerAgreements,
  buyerAgreement,
  sellerAgreement,
  buyerAgreementPropose,
  sellerAgreementPropose,
  buyerAgreementSign,
  sellerAgreementSign,
  buyerAgreementStep,
  sellerAgreementStep,
  buyerAgreementPaper,
  sellerAgreementPaper,
  buyerAgreementAnnex,
  sellerAgreementAnnex,
  buyerAgreementPartners,
  sellerAgreementPartners,
  buyerAgreementListings,
  sellerAgreementListings,
  agreedPrices,
}

const changeOrdersHandlers: Handlers<typeof changeOrdersCalls> = {
  buyerChangeOrders,
  sellerChangeOrders,
  buyerChangePropose,
  sellerChangePropose,
  buyerChangeSign,
  sellerChangeSign,
  buyerChangeDecline,
  sellerChangeDecline,
  buyerChangeWithdraw,
  sellerChangeWithdraw,
  buyerSupplement,
  sellerSupplement,
}

const budgetsHandlers: Handlers<typeof budgetsCalls> = {
  costCentres: costCentreList,
  chargedBudget: chargedBudgetState,
  budgetSettings,
  costCentreSave,
  costCentreUpdate,
  costCentreRequire,
  budgets: budgetList,
  budget: budgetDetail,
  budgetEntries: budgetEntryList,
  budgetSave,
  budgetUpdate,
  budgetClose,
  budgetSheet,
}

const requisitionsHandlers: Handlers<Omit<typeof requisitionsCalls, 'requisitionApprove'>> = {
  approvalRules,
  approvalRulesSave,
  approvalDelegations: approvalDelegationList,
  approvalDelegate,
  approvalDelegationEnd,
  requisitions: requisitionList,
  requisition: requisitionDetail,
  requisitionReturn,
  requisitionWithdraw,
}

const matchingHandlers: Handlers<typeof orderMatchingCalls> = {
  buyerMatches,
  sellerMatches,
  buyerMatch,
  sellerMatch,
  buyerMatchExplain,
  sellerMatchExplain,
  buyerMatchSheet,
  sellerMatchSheet,
  sellerTaxRate,
  sellerTaxRateSave,
  matchExceptions: matchExceptionList,
  operatorMatch,
  matchExceptionDismiss,
}

const documentsHandlers: Handlers<typeof documentsCalls> = {
  buyerOrderDocuments,
  sellerOrderDocuments,
  buyerOrderFileSave,
  sellerOrderFileSave,
  buyerOrderFileDelete,
  sellerOrderFileDelete,
  buyerOrderContract,
  sellerOrderContract,
  buyerOrderCalendar,
  sellerOrderCalendar,
  buyerOrdersSheet,
  sellerOrdersSheet,
}

const fulfilmentHandlers: Handlers<typeof fulfilmentCalls> = {
  buyerOrderStep,
  deliverableBatches,
  orderDeliver,
}

const disputesHandlers: Handlers<typeof disputesCalls> = {
  buyerDisputes,
  sellerDisputes,
  buyerEvidenceSave,
  sellerEvidenceSave,
  buyerDisputeRelease,
  sellerDisputeRelease,
  disputes,
  dispute,
  disputeExtend,
  disputeVerdict,
}

const dealRecordHandlers: Handlers<typeof dealRecordCalls> = {
  buyerDealRecord,
  buyerDecision,
  sellerDealRecord,
  disputeRecord,
}

const invoicesHandlers: Handlers<typeof invoicesCalls> = {
  buyerInvoices,
  invoiceRequest,
  invoiceWithdraw,
  sellerInvoices,
  sellerOrderInvoices,
  invoiceStep,
  invoiceRead,
}

const paymentsHandlers: Handlers<typeof paymentsCalls> = {
  paymentInfo,
  paymentOpen,
  paymentConfirm,
  paymentState,
  paymentClose,
  sellerPayments,
  paymentVerdict,
  paymentUndo,
}

const postageHandlers: Handlers<typeof postageCalls> = { shopPostage, shopPostageSave }

const payoutsHandlers: Handlers<typeof payoutsCalls> = {
  payouts,
  payout,
  payoutApprove,
  payoutBounce,
  payoutReturn,
  payoutPaid,
  payoutFailed,
  payoutRetry,
  payoutsSheet,
  sellerHeldMoney,
  sellerPayouts,
}

const refundsHandlers: Handlers<typeof refundsCalls> = {
  buyerRefunds,
  sellerRefunds,
  refundAsk,
  refundWithdraw,
  refundEscalate,
  refundReceipt,
  refundGive,
  refundAnswer,
  refundSend,
  overdueTransfers,
  refundCases,
  refundRule,
}

const reviewsHandlers: Handlers<typeof reviewsCalls> = {
  buyerOrderReviews,
  sellerOrderReviews,
  buyerReviewSave,
  sellerReviewSave,
  buyerReviewReply,
  sellerReviewReply,
  shopReviews,
}

/** Dashboards and statistics read several domains: server/dashboards. Approvals carry out what was asked: server/processes. */
type AboveOrders = 'buyerDashboard' | 'sellerDashboard' | 'requisitionApprove' | keyof typeof orderStatisticsCalls

export const ordersHandlers: Handlers<Omit<Contract['orders'], AboveOrders>> = {
  ...budgetsHandlers,
  ...cartHandlers,
  ...fulfilmentHandlers,
  ...disputesHandlers,
  ...changeOrdersHandlers,
  ...agreementsHandlers,
  ...samplesHandlers,
  ...requisitionsHandlers,
  ...matchingHandlers,
  ...dealRecordHandlers,
  ...documentsHandlers,
  ...checkoutHandlers,
  ...postageHandlers,
  ...invoicesHandlers,
  ...reviewsHandlers,
  ...paymentsHandlers,
  ...payoutsHandlers,
  ...refundsHandlers,
  addresses,
  address,
  addressSave,
  addressUpdate,
  addressDelete,
  boughtGoods,
  buyerOrders,
  buyerOrdersRemind,
  buyerOrder,
  demoBill,
  demoPay,
  sellerOrders,
  sellerOrdersRemind,
  sellerOrder,
  sellerOrderStep,
}
