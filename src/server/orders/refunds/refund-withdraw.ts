import type { refundsCalls } from '../../../contract/orders/refunds.ts'
import type { Handler } from '../../handler.ts'
import { actorOf } from '../../operations/public.ts'
import { lockRefund, moveRefund } from './own-refund.ts'
import { presentRefunds } from './present-refunds.ts'

export const refundWithdraw: Handler<typeof refundsCalls.refundWithdraw> = async ({ refundId }, { caller, db }) => {
  const orderId = await db.transaction(async (tx) => {
    const { order, refund } = await lockRefund(tx, 'buyer', caller.companyId, refundId)
    await moveRefund(tx, refund, 'withdraw', { side: 'buyer', actor: actorOf(caller) })
    return order.id
  })
  return { refunds: await presentRefunds(db, orderId, [refundId]) }
}
