import type { cartCalls } from '../../../contract/orders/cart.ts'
import type { quickOrderCalls } from '../../../contract/orders/quick-order.ts'
import type { Handlers } from '../../handler.ts'
import { cartJoin } from './add-to-cart.ts'
import { quickOrderAdd, quickOrderFind } from './quick-order.ts'
import { cart, cartInvalid, cartSave, cartClear, cartCount, cartDelete, cartProductNumber } from './cart.ts'

export const cartHandlers: Handlers<typeof cartCalls & typeof quickOrderCalls> = {
  cart,
  cartInvalid,
  cartJoin,
  cartProductNumber,
  cartSave,
  cartDelete,
  cartClear,
  cartCount,
  quickOrderFind,
  quickOrderAdd,
}
