import { api } from '../../client/browser.ts'
import { orderList } from './order-list.ts'

/** The orders the own company works on. */
export const sellerOrders = orderList((input) => api.orders.sellerOrders(input))
