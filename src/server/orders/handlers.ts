import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { address, addressDelete, addresses, addressSave, addressUpdate } from './addresses.ts'
import { boughtGoods, buyerOrders, sellerOrders } from './list-orders.ts'
import { buyerOrder, sellerOrder } from './order-detail.ts'
import { cartHandlers } from './cart/handlers.ts'
import { checkoutHandlers } from './checkout/handlers.ts'
import { postageHandlers } from './postage/handlers.ts'
import { fulfilmentHandlers } from './fulfilment/handlers.ts'
import { invoicesHandlers } from './invoices/handlers.ts'
import { reviewsHandlers } from './reviews/handlers.ts'
import { documentsHandlers } from './documents/handlers.ts'
import { paymentsHandlers } from './payments/handlers.ts'
import { refundsHandlers } from './refunds/handlers.ts'
import { demoBill, demoPay } from './gateways/demo-pay.ts'
import { sellerOrderStep } from './order-steps.ts'

export const ordersHandlers: Handlers<Omit<Contract['orders'], 'buyerDashboard' | 'sellerDashboard'>> = {
  ...cartHandlers,
  ...fulfilmentHandlers,
  ...documentsHandlers,
  ...checkoutHandlers,
  ...postageHandlers,
  ...invoicesHandlers,
  ...reviewsHandlers,
  ...paymentsHandlers,
  ...refundsHandlers,
  addresses,
  address,
  addressSave,
  addressUpdate,
  addressDelete,
  boughtGoods,
  buyerOrders,
  buyerOrder,
  demoBill,
  demoPay,
  sellerOrders,
  sellerOrder,
  sellerOrderStep,
}
