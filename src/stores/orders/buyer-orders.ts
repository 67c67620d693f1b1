import { api } from '../../client/browser.ts'
import { orderList } from './order-list.ts'

/** The orders the own company buys by. */
export const buyerOrders = orderList({
  ask: (input) => api.orders.buyerOrders(input),
  askSheet: (input) => api.orders.buyerOrdersSheet(input),
  path: '/platform/buyerAccount/order',
})
