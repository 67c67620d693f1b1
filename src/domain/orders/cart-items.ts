import type { ListingKind, PriceType } from '../catalogue/listing.ts'

/** Limits of a cart: different items, and quantity of one item. */
export const maxCartItems = 120
export const maxQuantity = 999_999

/** Why an item cannot be ordered as it is. */
export const cartFaults = [
  'unlisted',
  'specGone',
  'priceOpen',
  'soldOut',
  'stockShort',
  'belowMinimum',
  'priceChanged',
] as const
export type CartFault = (typeof cartFaults)[number]
export const cartFaultLabels: Readonly<Record<CartFault, string>> = {
  unlisted: '供应商已下架',
  specGone: '所选规格已停售',
  priceOpen: '价格改为面议，请询价',
  soldOut: '暂时缺货',
  stockShort: '库存不足，请减少数量',
  belowMinimum: '低于起订量，请增加数量',
  priceChanged: '价格有变化，请确认新价格',
}

/** Faults that can be fixed in the cart; the others are 失效. */
const recoverableFaults: readonly CartFault[] = ['stockShort', 'belowMinimum', 'priceChanged']
export const isRecoverable = (fault: CartFault): boolean => recoverableFaults.includes(fault)

/** Current state of the listing of a cart item. */
export interface CartListing {
  readonly kind: ListingKind
  readonly onSale: boolean
  readonly priceType: PriceType
  /** The specification is still sold; services have none and count as sold. */
  readonly specOnSale: boolean
  /** fen; null = none set */
  readonly price: number | null
  /** Pieces; null = a service, of which there is no stock. */
  readonly stock: number | null
  readonly minOrder: number
}

/** Most severe reason why an item cannot be ordered; null if it can. `seenPrice` is the accepted price. */
export function cartFault(
  item: { readonly quantity: number; readonly seenPrice: number },
  listing: CartListing | null,
): CartFault | null {
  if (listing === null || !listing.onSale) return 'unlisted'
  if (listing.priceType !== 0 || listing.price === null) return 'priceOpen'
  if (!listing.specOnSale) return 'specGone'
  if (listing.stock !== null && listing.stock < listing.minOrder) return 'soldOut'
  if (item.quantity < listing.minOrder) return 'belowMinimum'
  if (listing.stock !== null && listing.stock < item.quantity) return 'stockShort'
  return listing.price === item.seenPrice ? null : 'priceChanged'
}

/** Quantity limited to minimum order and stock; null if the stock is below the minimum. */
export function clampQuantity(
  requested: number,
  { stock, minOrder }: Pick<CartListing, 'stock' | 'minOrder'>,
): number | null {
  const maxAllowed = Math.min(stock ?? maxQuantity, maxQuantity)
  return maxAllowed < minOrder ? null : Math.min(Math.max(requested, minOrder), maxAllowed)
}

/** Message for the quantity field: why and to what the quantity was changed; '' if unchanged. */
export function quantityNote(
  requested: number,
  { stock, minOrder }: Pick<CartListing, 'stock' | 'minOrder'>,
  unit: string,
): string {
  const allowed = clampQuantity(Number.isInteger(requested) ? requested : minOrder, { stock, minOrder })
  if (allowed === null) return stock === null ? '' : `库存仅剩 ${stock} ${unit}，不足最小起订量 ${minOrder} ${unit}`
  if (requested === allowed) return ''
  const changeNote = `已改为 ${allowed} ${unit}`
  if (!Number.isInteger(requested)) return `数量须为整数，${changeNote}`
  if (requested < allowed) return `最小起订量 ${minOrder} ${unit}，${changeNote}`
  return stock !== null && stock <= maxQuantity
    ? `库存仅剩 ${stock} ${unit}，${changeNote}`
    : `一次最多 ${maxQuantity} ${unit}，${changeNote}`
}
