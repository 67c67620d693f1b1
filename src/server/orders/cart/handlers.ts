import type { cartCalls } from '../../../contract/orders/cart.ts'
import type { Handlers } from '../../handler.ts'
import { cart, cartInvalid, cartSave, cartClear, cartCount, cartDelete, cartJoin, cartProductNumber } from './cart.ts'

export const cartHandlers: Handlers<typeof cartCalls> = {
  cart,
  cartInvalid,
  cartJoin,
  cartProductNumber,
  cartSave,
  cartDelete,
  cartClear,
  cartCount,
}
