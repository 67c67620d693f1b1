import type { paymentsCalls } from '../../../contract/orders/payments.ts'
import type { Handlers } from '../../handler.ts'
import { paymentClose } from './payment-close.ts'
import { paymentConfirm } from './payment-confirm.ts'
import { paymentInfo } from './payment-info.ts'
import { paymentOpen } from './payment-open.ts'
import { paymentState } from './payment-state.ts'
import { paymentUndo } from './payment-undo.ts'
import { paymentVerdict } from './payment-verdict.ts'
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
