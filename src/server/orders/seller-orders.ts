import type { ordersCalls } from '../../contract/orders/orders.ts'
import type { Handler } from '../handler.ts'
import { listOrders } from './list-orders.ts'

export const sellerOrders: Handler<typeof ordersCalls.sellerOrders> = (input, { caller, db }) =>
  listOrders(db, 'seller', caller.companyId, input)
