import { company, user } from '../access.ts'
import { notBuilt } from '../call.ts'

export const cartCalls = {
  cart: notBuilt('/fmall/shopping-cart/page-list', company('my_orders')),
  cartSave: notBuilt('/fmall/shopping-cart/save', company('my_orders')),
  cartInvalid: notBuilt('/fmall/shopping-cart/bad/page-list', company('my_orders')),
  cartClear: notBuilt('/fmall/shopping-cart/clear', company('my_orders')),
  cartDelete: notBuilt('/fmall/shopping-cart/delete', company('my_orders')),
  cartJoin: notBuilt('/fmall/shopping-cart/join', company('my_orders')),
  cartCount: notBuilt('/fmall/shopping-cart/count', user),
  cartProductNumber: notBuilt('/fmall/shopping-cart/product-number', company('my_orders')),
}
