import type { Confirmation, ConfirmItem, ConfirmShop } from '../../../contract/orders/checkout.ts'
import type { Address } from '../../../contract/orders/addresses.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { maxOrderTotal, shopTotal, type LineTotal, type ShopTotal } from '../../../domain/orders/order-total.ts'
import { postageShares } from '../../../domain/orders/postage-shares.ts'
import { toParcel, postageText } from '../../../domain/orders/postage.ts'
import type { Member } from '../../handler.ts'
import { ownAddresses } from '../../accounts/addresses/own-addresses.ts'
import { loadCallOffTerms, type CallOffTerms } from '../agreements/call-off.ts'
import type { PurchasableShop } from '../purchasables.ts'
import { loadChargeableCentres } from '../budgets/charged-budget.ts'
import { loadInvoiceDetails, canIssueSpecialInvoice } from './invoice-details.ts'
import { loadRequestedItems, type ItemsRequest, type RequestedItem } from './requested-items.ts'
import { getPreferences } from '../../accounts/preferences/own-preferences.ts'

type ConfirmRequest = ItemsRequest & { readonly addressId: number | null }

/** Items to order from one shop, with totals. */
export interface ShopOrder {
  readonly shop: PurchasableShop
  readonly wanted: readonly RequestedItem[]
  readonly total: ShopTotal
}

/** A request priced by the server: shown by the confirmation and written by the submit. */
export interface PricedRequest {
  readonly wanted: readonly RequestedItem[]
  readonly shops: readonly ShopOrder[]
  readonly address: Address | null
  readonly needsAddress: boolean
  /** The framework agreement that is called off; null = none. */
  readonly agreement: CallOffTerms | null
  /** fen */
  readonly orderAmount: number
  readonly dueNow: number
}

/**
 * Prices a checkout request. Throws notFound for an address or cart items of others, orderTooLarge for a total beyond
 * exact integers. `lock` locks the cart rows and the companies of the shops until the transaction ends.
 */
export async function priceRequest(
  tx: Db,
  caller: Member,
  request: ConfirmRequest,
  lock = false,
): Promise<PricedRequest> {
  const called = request.callOff ?? request.agreement
  const agreement = called === undefined ? null : await loadCallOffTerms(tx, caller, called, lock)
  const wanted = await loadRequestedItems(tx, caller, request, agreement, lock)
  const needsAddress = wanted.some(({ thing }) => thing.kind === 'product')
  const address = await loadAddress(tx, caller.userId, request.addressId)
  const byShop = Map.groupBy(wanted, ({ thing }) => thing.shop.shopId)
  const shops = [...byShop.values()].flatMap((things): ShopOrder[] => {
    const [first] = things
    if (first === undefined) return []
    const { shop } = first.thing
    const items = things.map(({ thing, quantity, seenPrice }) => ({
      ...thing,
      quantity,
      price: thing.price ?? seenPrice,
    }))
    return [{ shop, wanted: things, total: shopTotal(items, shop.postage, address?.districtCode ?? null) }]
  })
  const sum = (of: (total: ShopTotal) => number) => shops.reduce((all, { total }) => all + of(total), 0)
  const orderAmount = sum(({ total }) => total)
  if (orderAmount > maxOrderTotal) throw new CallFailed('orderTooLarge')
  return { wanted, shops, address, needsAddress, agreement, orderAmount, dueNow: sum(({ dueNow }) => dueNow) }
}

async function loadAddress(tx: Db, userId: number, addressId: number | null): Promise<Address | null> {
  const [address] = await ownAddresses(tx, userId, addressId ?? 'default')
  if (address === undefined && addressId !== null) throw new CallFailed('notFound')
  return address ?? null
}

/** Confirmation as sent to the client, with the invoice preference of the caller. */
export async function presentConfirmation(db: Db, caller: Member, priced: PricedRequest): Promise<Confirmation> {
  const saved = await loadInvoiceDetails(db, caller.companyId)
  const { invoiceKind } = await getPreferences(db, caller.userId)
  const { shops, address, needsAddress, agreement, orderAmount, dueNow } = priced
  return {
    costCentres: await loadChargeableCentres(db, caller),
    needsCostCentre: caller.costCentreUse === 'required',
    shops: shops.map((each) => presentConfirmShop(each, address)),
    orderAmount,
    dueNow,
    needsAddress,
    address,
    agreement: agreement && {
      agreementId: agreement.agreementId,
      agreementNo: agreement.agreementNo,
      title: agreement.title,
      room: agreement.room,
    },
    invoiceWish: invoiceKind,
    invoice:
      saved === undefined
        ? null
        : { kind: saved.kind, title: saved.title, taxNo: saved.taxNo, specialReady: canIssueSpecialInvoice(saved) },
  }
}

function presentConfirmShop({ shop, wanted, total }: ShopOrder, address: Address | null): ConfirmShop {
  const { shopId, orgId, shopName, certified, holiday, postage } = shop
  const items = wanted.map(({ thing, quantity }) => ({ kind: thing.kind, quantity }))
  const shares = postageShares(
    total.lines.map(({ amount }, at) => ({ kind: items[at]?.kind ?? 'service', amount })),
    total.postage,
  )
  return {
    shopId,
    orgId,
    shopName,
    certified,
    holiday,
    products: wanted.flatMap((each, at) => {
      const line = total.lines[at]
      return line === undefined ? [] : [presentConfirmItem(each, line, shares[at] ?? null)]
    }),
    goodsAmount: total.goodsAmount,
    servicesAmount: total.servicesAmount,
    postage: total.postage,
    postageText: postageText(postage, address?.districtCode ?? null, toParcel(items, total.goodsAmount)),
    total: total.total,
    downPaymentAmount: total.dueNow,
  }
}

function presentConfirmItem(
  { cartId, quantity, seenPrice, thing, fault }: RequestedItem,
  line: LineTotal,
  postage: number | null,
): ConfirmItem {
  const { kind, listingId, listingNo, categoryId, specId, specName, specText, unit } = thing
  return {
    cartId,
    kind,
    listingId,
    listingNo,
    categoryId,
    specId,
    specName,
    specText,
    unit,
    productName: thing.title,
    productMainPicUrl: thing.pictureUrl,
    quantity,
    stock: thing.stock,
    minOrder: thing.minOrder,
    productPrice: thing.price ?? seenPrice,
    seenPrice,
    discountedPrice: line.unitPrice,
    productAmount: line.amount,
    downPaymentPercent: thing.downPaymentPercent,
    downPaymentPrice: line.downPaymentOfOne,
    downPaymentAmount: line.downPayment,
    postage,
    fault,
  }
}
