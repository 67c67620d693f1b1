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
import { sellerDesk } from './seller-desk.ts'
import { sellerOrder } from './seller-order.ts'
import { sellerOrderStep } from './seller-order-step.ts'
import { sellerOrders } from './seller-orders.ts'

export const ordersHandlers: Handlers<Contract['orders']> = {
  addresses,
  address,
  addressSave,
  addressUpdate,
  addressDelete,
  boughtGoods,
  buyerOrders,
  buyerOrder,
  buyerDesk,
  sellerOrders,
  sellerOrder,
  sellerOrderStep,
  sellerDesk,
}
