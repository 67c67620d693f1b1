import type { ordersCalls } from '../../contract/orders/orders.ts'
import type { Handler } from '../handler.ts'
import { oneOrder } from './one-order.ts'

export const buyerOrder: Handler<typeof ordersCalls.buyerOrder> = ({ orderId }, { caller, db }) =>
  oneOrder(db, 'buyer', caller.companyId, orderId)
