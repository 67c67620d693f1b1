import type { paymentsCalls } from '../../../contract/orders/payments.ts'
import type { Handlers } from '../../handler.ts'
import { paymentClose, paymentOpen, paymentState } from './payment-open.ts'
import { paymentConfirm } from './payment-confirm.ts'
import { paymentInfo } from './payment-info.ts'
import { paymentUndo, paymentVerdict } from './payment-verdict.ts'
import { sellerPayments } from './seller-payments.ts'

export const paymentsHandlers: Handlers<typeof paymentsCalls> = {
  paymentInfo,
  paymentOpen,
  paymentConfirm,
  paymentState,
  paymentClose,
  sellerPayments,
  paymentVerdict,
  paymentUndo,
}
