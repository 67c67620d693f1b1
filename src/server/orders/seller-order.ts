import type { ordersCalls } from '../../contract/orders/orders.ts'
import type { Handler } from '../handler.ts'
import { oneOrder } from './one-order.ts'

export const sellerOrder: Handler<typeof ordersCalls.sellerOrder> = ({ orderId }, { caller, db }) =>
  oneOrder(db, 'seller', caller.companyId, orderId)
