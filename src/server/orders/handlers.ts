import type { Contract } from '../../contract/contract.ts'
import type { documentsCalls } from '../../contract/orders/documents.ts'
import type { disputesCalls } from '../../contract/orders/disputes.ts'
import type { fulfilmentCalls } from '../../contract/orders/fulfilment.ts'
import type { invoicesCalls } from '../../contract/orders/invoices.ts'
import type { paymentsCalls } from '../../contract/orders/payments.ts'
import type { postageCalls } from '../../contract/orders/postage.ts'
import type { refundsCalls } from '../../contract/orders/refunds.ts'
import type { reviewsCalls } from '../../contract/orders/reviews.ts'
import type { Handlers } from '../handler.ts'
import { address, addressDelete, addresses, addressSave, addressUpdate } from './addresses.ts'
import { cartHandlers } from './cart/handlers.ts'
import { checkoutHandlers } from './checkout/handlers.ts'
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
import { boughtGoods, buyerOrders, sellerOrders } from './list-orders.ts'
import { buyerOrder, sellerOrder } from './order-detail.ts'
import { buyerOrderStep, sellerOrderStep } from './order-steps.ts'
import { paymentConfirm } from './payments/payment-confirm.ts'
import { paymentInfo } from './payments/payment-info.ts'
import { paymentClose, paymentOpen, paymentState } from './payments/payment-open.ts'
import { paymentUndo, paymentVerdict } from './payments/payment-verdict.ts'
import { sellerPayments } from './payments/seller-payments.ts'
import { shopPostage, shopPostageSave } from './postage/shop-postage.ts'
import { buyerRefunds, refundAsk, refundGive, refundStep, refundWithdraw, sellerRefunds } from './refunds/refunds.ts'
import { buyerOrderReviews, sellerOrderReviews, shopReviews } from './reviews/reviews.ts'
import { buyerReviewReply, buyerReviewSave, sellerReviewReply, sellerReviewSave } from './reviews/write-review.ts'

const documentsHandlers: Handlers<typeof documentsCalls> = {
  buyerOrderDocuments,
  sellerOrderDocuments,
  buyerOrderFileSave,
  sellerOrderFileSave,
  buyerOrderFileDelete,
  sellerOrderFileDelete,
  buyerOrderContract,
  sellerOrderContract,
  buyerOrdersSheet,
  sellerOrdersSheet,
}

const fulfilmentHandlers: Handlers<typeof fulfilmentCalls> = {
  buyerOrderStep,
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

const invoicesHandlers: Handlers<typeof invoicesCalls> = {
  buyerInvoices,
  invoiceRequest,
  invoiceWithdraw,
  sellerInvoices,
  sellerOrderInvoices,
  invoiceStep,
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

const refundsHandlers: Handlers<typeof refundsCalls> = {
  buyerRefunds,
  sellerRefunds,
  refundAsk,
  refundWithdraw,
  refundGive,
  refundStep,
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

export const ordersHandlers: Handlers<Omit<Contract['orders'], 'buyerDashboard' | 'sellerDashboard'>> = {
  ...cartHandlers,
  ...fulfilmentHandlers,
  ...disputesHandlers,
  ...documentsHandlers,
  ...checkoutHandlers,
  ...postageHandlers,
  ...invoicesHandlers,
  ...reviewsHandlers,
  ...paymentsHandlers,
  ...refundsHandlers,
  addresses,
  address,
  addressSave,
  addressUpdate,
  addressDelete,
  boughtGoods,
  buyerOrders,
  buyerOrder,
  demoBill,
  demoPay,
  sellerOrders,
  sellerOrder,
  sellerOrderStep,
}
