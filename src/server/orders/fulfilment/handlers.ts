import type { fulfilmentCalls } from '../../../contract/orders/fulfilment.ts'
import type { Handlers } from '../../handler.ts'
import { disputeVerdict } from '../disputes/dispute-verdict.ts'
import { disputes } from '../disputes/disputes.ts'
import { buyerOrderStep } from './buyer-order-step.ts'
import { orderDeliver } from './order-deliver.ts'

export const fulfilmentHandlers: Handlers<typeof fulfilmentCalls> = {
  buyerOrderStep,
  orderDeliver,
  disputes,
  disputeVerdict,
}
