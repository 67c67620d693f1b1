import type { refundsCalls } from '../../../contract/orders/refunds.ts'
import type { Handlers } from '../../handler.ts'
import { refundAsk, refundGive, refundWithdraw, refundStep, buyerRefunds, sellerRefunds } from './refunds.ts'

export const refundsHandlers: Handlers<typeof refundsCalls> = {
  buyerRefunds,
  sellerRefunds,
  refundAsk,
  refundWithdraw,
  refundGive,
  refundStep,
}
