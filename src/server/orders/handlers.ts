import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { address } from './address.ts'
import { addressDelete } from './address-delete.ts'
import { addressSave } from './address-save.ts'
import { addressUpdate } from './address-update.ts'
import { addresses } from './addresses.ts'
import { boughtGoods } from './bought-goods.ts'
import { buyerDesk } from './buyer-desk.ts'
import { buyerOrder } from './buyer-order.ts'
import { buyerOrders } from './buyer-orders.ts'
import { cartHandlers } from './cart/handlers.ts'
import { checkoutHandlers } from './checkout/handlers.ts'
import { postageHandlers } from './postage/handlers.ts'
import { fulfilmentHandlers } from './fulfilment/handlers.ts'
import { invoicesHandlers } from './invoices/handlers.ts'
import { reviewsHandlers } from './reviews/handlers.ts'
import { papersHandlers } from './papers/handlers.ts'
import { paymentsHandlers } from './payments/handlers.ts'
import { refundsHandlers } from './refunds/handlers.ts'
import { demoBill, demoPay } from './gateways/demo-pay.ts'
import { sellerDesk } from './seller-desk.ts'
import { sellerOrder } from './seller-order.ts'
import { sellerOrderStep } from './seller-order-step.ts'
import { sellerOrders } from './seller-orders.ts'

export const ordersHandlers: Handlers<Contract['orders']> = {
  ...cartHandlers,
  ...fulfilmentHandlers,
  ...papersHandlers,
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
  buyerDesk,
  demoBill,
  demoPay,
  sellerOrders,
  sellerOrder,
  sellerOrderStep,
  sellerDesk,
}
