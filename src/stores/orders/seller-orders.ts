import { api } from '../../client/browser.ts'
import { orderList } from './order-list.ts'

/** The orders the own company works on. */
export const sellerOrders = orderList({
  ask: (input) => api.orders.sellerOrders(input),
  askSheet: (input) => api.orders.sellerOrdersSheet(input),
  path: '/platform/sellerCenter/order',
})
