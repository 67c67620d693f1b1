import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { buyerDesk } from './buyer-desk.ts'
import { buyerOrder } from './buyer-order.ts'
import { buyerOrders } from './buyer-orders.ts'
import { sellerDesk } from './seller-desk.ts'
import { sellerOrder } from './seller-order.ts'
import { sellerOrderStep } from './seller-order-step.ts'
import { sellerOrders } from './seller-orders.ts'

export const ordersHandlers: Handlers<Contract['orders']> = {
  buyerOrders,
  buyerOrder,
  buyerDesk,
  sellerOrders,
  sellerOrder,
  sellerOrderStep,
  sellerDesk,
}
