import type { z } from 'zod'
import type { checkoutCalls, Confirmation, ConfirmItem, ConfirmShop } from '../../../contract/orders/checkout.ts'
import type { Address } from '../../../contract/orders/addresses.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { mostTotal, shopTotal, type LineTotal, type ShopTotal } from '../../../domain/orders/order-total.ts'
import { parcelOf, postageText } from '../../../domain/orders/postage.ts'
import { ownPreferences } from '../../accounts/public.ts'
import type { Member } from '../../handler.ts'
import { defaultAddressId, ownAddresses } from '../own-addresses.ts'
import type { ThingShop } from '../things.ts'
import { invoiceDetailsOf, isSpecialReady } from './invoice-details.ts'
import { wantedThings, type Wanted } from './wanted-things.ts'

type Asked = z.output<typeof checkoutCalls.orderConfirm.input>

/** What one shop would be ordered from, with its sums. */
export interface ShopOrder {
  readonly shop: ThingShop
  readonly wanted: readonly Wanted[]
  readonly total: ShopTotal
}

/** What is wanted, priced by the server: what a confirmation shows and an order is made of. */
export interface Priced {
  readonly wanted: readonly Wanted[]
  readonly shops: readonly ShopOrder[]
  readonly address: Address | null
  readonly needsAddress: boolean
  /** fen */
  readonly orderAmount: number
  readonly dueNow: number
}

/**
 * Prices what is asked for. Throws notFound for an address or cart items of others, orderTooLarge for a sum that
 * cannot be counted exactly.
 */
export async function priced(tx: Db, caller: Member, asked: Asked, hold = false): Promise<Priced> {
  const wanted = await wantedThings(tx, caller, asked, hold)
  const needsAddress = wanted.some(({ thing }) => thing.kind === 'product')
  const address = await addressOf(tx, caller.userId, asked.addressId)
  const byShop = Map.groupBy(wanted, ({ thing }) => thing.shop.shopId)
  const shops = [...byShop.values()].flatMap((things): ShopOrder[] => {
    const [first] = things
    if (first === undefined) return []
    const { shop } = first.thing
    const items = things.map(({ thing, quantity, seenPrice }) => ({
      ...thing,
      ...{ quantity, price: thing.price ?? seenPrice },
    }))
    return [{ shop, wanted: things, total: shopTotal(items, shop.postage, address?.districtCode ?? null) }]
  })
  const sum = (of: (total: ShopTotal) => number) => shops.reduce((all, { total }) => all + of(total), 0)
  const orderAmount = sum(({ total }) => total)
  if (orderAmount > mostTotal) throw new CallFailed('orderTooLarge')
  return { wanted, shops, address, needsAddress, orderAmount, dueNow: sum(({ dueNow }) => dueNow) }
}

async function addressOf(tx: Db, userId: number, addressId: number | null): Promise<Address | null> {
  const id = addressId ?? (await defaultAddressId(tx, userId))
  if (id === null) return null
  const [address] = await ownAddresses(tx, userId, id)
  if (address === undefined) throw new CallFailed('notFound')
  return address
}

/** As the page shows it, with how its person wants to be invoiced. */
export async function confirmationOf(db: Db, caller: Member, now: Priced): Promise<Confirmation> {
  const saved = await invoiceDetailsOf(db, caller.companyId)
  const { invoiceKind } = await ownPreferences(db, caller.userId)
  const { shops, address, needsAddress, orderAmount, dueNow } = now
  return {
    shops: shops.map((each) => presentShop(each, address)),
    ...{ orderAmount, dueNow, needsAddress, address, invoiceWish: invoiceKind },
    invoice:
      saved === undefined
        ? null
        : { kind: saved.kind, title: saved.title, taxNo: saved.taxNo, specialReady: isSpecialReady(saved) },
  }
}

function presentShop({ shop, wanted, total }: ShopOrder, address: Address | null): ConfirmShop {
  const { shopId, orgId, shopName, certified, holiday, postage } = shop
  const items = wanted.map(({ thing, quantity }) => ({ kind: thing.kind, quantity }))
  return {
    ...{ shopId, orgId, shopName, certified, holiday },
    products: wanted.flatMap((each, at) => {
      const line = total.lines[at]
      return line === undefined ? [] : [presentItem(each, line)]
    }),
    ...{ goodsAmount: total.goodsAmount, servicesAmount: total.servicesAmount, postage: total.postage },
    postageText: postageText(postage, address?.districtCode ?? null, parcelOf(items, total.goodsAmount)),
    ...{ total: total.total, downPaymentAmount: total.dueNow },
  }
}

function presentItem({ cartId, quantity, seenPrice, thing, fault }: Wanted, line: LineTotal): ConfirmItem {
  const { kind, listingId, listingNo, categoryId, title, specId, specName, specText, pictureUrl, unit } = thing
  return {
    ...{ cartId, kind, listingId, listingNo, categoryId, title, specId, specName, specText, pictureUrl, unit },
    ...{ quantity, stock: thing.stock, minOrder: thing.minOrder },
    ...{ productPrice: thing.price ?? seenPrice, seenPrice, discountedPrice: line.unitPrice },
    ...{ productAmount: line.amount, downPaymentPercent: thing.downPaymentPercent, downPaymentPrice: line.downPayment },
    fault,
  }
}
