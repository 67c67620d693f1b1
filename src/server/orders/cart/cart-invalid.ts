import type { cartCalls } from '../../../contract/orders/cart.ts'
import type { Handler } from '../../handler.ts'
import { cartOf, presentItem } from './own-cart.ts'

/** What cannot be ordered as it is, with the reason. A specification that is gone for good is only counted away. */
export const cartInvalid: Handler<typeof cartCalls.cartInvalid> = async ({ current, pageSize }, { caller, db }) => {
  const bad = (await cartOf(db, caller)).toReversed().flatMap(({ row, thing, fault }) => {
    if (thing === null || fault === null) return []
    const { shopId, shopName } = thing.shop
    return [{ ...presentItem({ row, thing }), fault, shopId, shopName }]
  })
  return { total: bad.length, data: bad.slice((current - 1) * pageSize, current * pageSize) }
}
