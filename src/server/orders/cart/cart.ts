import type { cartCalls, CartShop } from '../../../contract/orders/cart.ts'
import type { Handler } from '../../handler.ts'
import { cartOf, presentItem } from './own-cart.ts'
import type { Thing } from '../things.ts'

/** What can be ordered, by shop; the shop joined last stands first. A page holds whole shops. */
export const cart: Handler<typeof cartCalls.cart> = async ({ current, pageSize }, { caller, db }) => {
  const entries = await cartOf(db, caller)
  const valid = entries.flatMap(({ row, thing, fault }) => (thing === null || fault !== null ? [] : [{ row, thing }]))
  const byShop = Map.groupBy(valid.toReversed(), ({ thing }) => thing.shop.shopId)
  const shops = [...byShop.values()].flatMap((items): CartShop[] => {
    const [first] = items
    if (first === undefined) return []
    return [{ ...presentShop(first.thing), items: items.map(presentItem) }]
  })
  const chosen = valid.filter(({ row }) => row.isChosen).map(presentItem)
  return {
    total: shops.length,
    data: shops.slice((current - 1) * pageSize, current * pageSize),
    chosenAmount: chosen.reduce((sum, { amount }) => sum + amount, 0),
    chosenCount: chosen.length,
  }
}

const presentShop = ({ shop: { shopId, orgId, shopName, certified, holiday } }: Thing) => ({
  ...{ shopId, orgId, shopName, certified, holiday },
})
