import type { ordersCalls } from '../../contract/orders/orders.ts'
import type { Handler } from '../handler.ts'
import { listOrders } from './list-orders.ts'

export const buyerOrders: Handler<typeof ordersCalls.buyerOrders> = (input, { caller, db }) =>
  listOrders(db, 'buyer', caller.companyId, input)
