import { and, eq } from 'drizzle-orm'
import type { refundsCalls } from '../../../contract/orders/refunds.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { orders } from '../../../db/tables/orders.ts'
import type { Handler } from '../../handler.ts'
import { companyOf, type Side } from '../present-order.ts'
import { refundsOfOrder } from './present-refunds.ts'

export const buyerRefunds: Handler<typeof refundsCalls.buyerRefunds> = async ({ orderId }, { caller, db }) => {
  await mustBeOwn(db, 'buyer', caller.companyId, orderId)
  return refundsOfOrder(db, orderId)
}

export const sellerRefunds: Handler<typeof refundsCalls.sellerRefunds> = async ({ orderId }, { caller, db }) => {
  await mustBeOwn(db, 'seller', caller.companyId, orderId)
  return refundsOfOrder(db, orderId)
}

async function mustBeOwn(db: Db, side: Side, companyId: number, orderId: number): Promise<void> {
  const [own] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(companyOf(side), companyId)))
  if (own === undefined) throw new CallFailed('notFound')
}
