import type { cartCalls } from '../../../contract/orders/cart.ts'
import type { Handlers } from '../../handler.ts'
import { cart } from './cart.ts'
import { cartInvalid } from './cart-invalid.ts'
import { cartJoin, cartProductNumber } from './cart-join.ts'
import { cartClear, cartCount, cartDelete } from './cart-remove.ts'
import { cartSave } from './cart-save.ts'

/** What people mean to buy. */
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
