import type { cartCalls, CartItem, CartShop } from '../../../contract/orders/cart.ts'
import { lineTotal, shopTotal } from '../../../domain/orders/order-total.ts'
import { postageShares } from '../../../domain/orders/postage-shares.ts'
import type { Handler } from '../../handler.ts'
import { defaultDistrict } from '../../accounts/addresses/own-addresses.ts'
import type { Purchasable } from '../purchasables.ts'
import {
  loadCartEntries,
  presentCartItem,
  type CartRow,
  countCartItems,
  type CartEntry,
  ownCartItems,
} from './cart-entries.ts'
import { sql, and, inArray, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import { cartItems } from '../../../db/tables/cart.ts'
import { isRecoverable } from '../../../domain/orders/cart-items.ts'

/** Orderable items grouped by shop, latest addition first. Pages contain whole shops. */
export const cart: Handler<typeof cartCalls.cart> = async ({ current, pageSize }, { caller, db }) => {
  const [entries, district] = await Promise.all([loadCartEntries(db, caller), defaultDistrict(db, caller.userId)])
  const valid = entries.flatMap(({ row, thing, fault }) => (thing === null || fault !== null ? [] : [{ row, thing }]))
  const byShop = Map.groupBy(valid.toReversed(), ({ thing }) => thing.shop.shopId)
  const shops = [...byShop.values()].flatMap((items): CartShop[] => {
    const [first] = items
    if (first === undefined) return []
    return [{ ...presentCartShop(first.thing), products: presentShopItems(items, first.thing, district) }]
  })
  const chosen = shops.flatMap(({ products }) => products).filter(({ isChosen }) => isChosen)
  return {
    total: shops.length,
    shops: shops.slice((current - 1) * pageSize, current * pageSize),
    chosenAmount: chosen.reduce((sum, { productAmount }) => sum + productAmount, 0),
    chosenCount: chosen.length,
  }
}

interface PurchasableEntry {
  readonly row: CartRow
  readonly thing: Purchasable
}

/** Items of one shop; the selected ones share its postage. */
function presentShopItems(
  items: readonly PurchasableEntry[],
  { shop }: Purchasable,
  district: string | null,
): CartItem[] {
  const chosen = items.filter(({ row }) => row.isChosen)
  const priced = chosen.map(({ row, thing }) => ({
    ...thing,
    quantity: row.quantity,
    price: thing.price ?? row.seenPrice,
  }))
  const { postage } = shopTotal(priced, shop.postage, district)
  const lines = priced.map((item) => ({ kind: item.kind, amount: lineTotal(item).amount }))
  const shares = postageShares(lines, postage)
  return items.map((item) => presentCartItem(item, shares[chosen.indexOf(item)] ?? (item.row.isChosen ? postage : 0)))
}

const presentCartShop = ({ shop: { shopId, orgId, shopName, certified, holiday } }: Purchasable) => ({
  shopId,
  orgId,
  shopName,
  certified,
  holiday,
})

/** Cart items that cannot be ordered, with the reason. Items of deleted specifications are omitted. */
export const cartInvalid: Handler<typeof cartCalls.cartInvalid> = async ({ current, pageSize }, { caller, db }) => {
  const invalid = (await loadCartEntries(db, caller)).toReversed().flatMap(({ row, thing, fault }) => {
    if (thing === null || fault === null) return []
    const { shopId, shopName } = thing.shop
    return [{ ...presentCartItem({ row, thing }, 0), fault, shopId, shopName }]
  })
  return { total: invalid.length, products: invalid.slice((current - 1) * pageSize, current * pageSize) }
}

type CartChange = Parameters<Handler<typeof cartCalls.cartSave>>[0]['items'][number]

/** Changes of several items, all or none, in one write. */
export const cartSave: Handler<typeof cartCalls.cartSave> = async ({ items }, { caller, db }) =>
  db.transaction(async (tx) => {
    const ids = items.map(({ cartId }) => cartId)
    const entries = new Map((await loadCartEntries(tx, caller, ids)).map((entry) => [entry.row.id, entry]))
    for (const change of items) {
      const entry = entries.get(change.cartId)
      if (entry === undefined) throw new CallFailed('notFound')
      assertPossible(entry, change)
    }
    // Only given fields are written: another tab may be changing the others.
    const values = items.map(
      ({ cartId, quantity = null, isChosen = null, agreedPrice = null }) =>
        sql`(${cartId}::int, ${quantity}::int, ${isChosen}::boolean, ${agreedPrice}::bigint)`,
    )
    await tx.execute(sql`
      update ${cartItems} as mine set
        quantity = coalesce(said.quantity, mine.quantity),
        is_chosen = coalesce(said.is_chosen, mine.is_chosen),
        seen_price = coalesce(said.seen_price, mine.seen_price),
        updated_at = now()
      from (values ${sql.join(values, sql`, `)}) as said (id, quantity, is_chosen, seen_price)
      where mine.id = said.id and mine.user_id = ${caller.userId} and mine.company_id = ${caller.companyId}`)
    return { count: await countCartItems(tx, caller) }
  })

/** Rejects quantities beyond stock or below the minimum with the limit, and an outdated price with the current one. */
function assertPossible({ row, thing }: CartEntry, { quantity = row.quantity, agreedPrice }: CartChange): void {
  if (quantity !== row.quantity && thing !== null) {
    if (thing.stock !== null && quantity > thing.stock) throw new CallFailed('stockShort', { stock: thing.stock })
    if (quantity < thing.minOrder) throw new CallFailed('belowMinimum', { minOrder: thing.minOrder })
  }
  if (agreedPrice !== undefined && agreedPrice !== thing?.price) {
    throw new CallFailed('conflict', { price: thing?.price ?? null })
  }
}

/** Deletes cart items; ids of other people's items are ignored. */
export const cartDelete: Handler<typeof cartCalls.cartDelete> = async ({ cartIds }, { caller, db }) => {
  await db.delete(cartItems).where(and(ownCartItems(caller), inArray(cartItems.id, cartIds)))
  return { count: await countCartItems(db, caller) }
}

/** Empties the cart, or deletes only the items that cannot be ordered and cannot be fixed by price or quantity. */
export const cartClear: Handler<typeof cartCalls.cartClear> = async ({ invalidOnly }, { caller, db }) => {
  if (!invalidOnly) {
    await db.delete(cartItems).where(ownCartItems(caller))
    return { count: 0 }
  }
  const unrecoverable = (await loadCartEntries(db, caller)).filter(
    ({ fault }) => fault !== null && !isRecoverable(fault),
  )
  const invalidIds = unrecoverable.map(({ row }) => row.id)
  if (invalidIds.length > 0)
    await db.delete(cartItems).where(and(ownCartItems(caller), inArray(cartItems.id, invalidIds)))
  return { count: await countCartItems(db, caller) }
}

/** 0 for callers without a company. */
export const cartCount: Handler<typeof cartCalls.cartCount> = async (_input, { caller, db }) =>
  caller.companyId === null
    ? { count: 0 }
    : { count: await countCartItems(db, { userId: caller.userId, companyId: caller.companyId }) }

/** Quantity of a listing in the caller's cart over all specifications. */
export const cartProductNumber: Handler<typeof cartCalls.cartProductNumber> = async (
  { kind, listingId },
  { caller, db },
) => {
  const mine = and(eq(cartItems.userId, caller.userId), eq(cartItems.companyId, caller.companyId))
  const [found] = await db
    .select({ quantity: sql<number>`coalesce(sum(${cartItems.quantity}), 0)::int` })
    .from(cartItems)
    .where(and(mine, eq(cartItems.kind, kind), eq(cartItems.listingId, listingId)))
  return { quantity: found?.quantity ?? 0 }
}
