import type { fulfilmentCalls } from '../../../contract/orders/fulfilment.ts'
import type { Handlers } from '../../handler.ts'
import { disputeVerdict, disputes } from '../disputes/disputes.ts'
import { buyerOrderStep } from '../order-steps.ts'
import { orderDeliver } from './order-deliver.ts'

export const fulfilmentHandlers: Handlers<typeof fulfilmentCalls> = {
  buyerOrderStep,
  orderDeliver,
  disputes,
  disputeVerdict,
}
