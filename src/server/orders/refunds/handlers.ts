import type { refundsCalls } from '../../../contract/orders/refunds.ts'
import type { Handlers } from '../../handler.ts'
import { refundAsk, refundGive } from './ask-refunds.ts'
import { buyerRefunds, sellerRefunds } from './list-refunds.ts'
import { refundStep } from './refund-step.ts'
import { refundWithdraw } from './refund-withdraw.ts'

export const refundsHandlers: Handlers<typeof refundsCalls> = {
  ...{ buyerRefunds, sellerRefunds, refundAsk, refundWithdraw, refundGive, refundStep },
}
