import { api } from '../../client/browser.ts'
import { orderList } from './order-list.ts'

/** The orders the own company buys by. */
export const buyerOrders = orderList((input) => api.orders.buyerOrders(input))
