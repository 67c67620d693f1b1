import type { ListingKind, PriceType } from '../catalogue/listing.ts'

/** Cart of one person: so many different items at most, and so many of one. */
export const mostCartItems = 120
export const mostOfOne = 999_999

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

/** Faults that its person can mend in the cart: the others are 失效. */
const mendable: readonly CartFault[] = ['stockShort', 'belowMinimum', 'priceChanged']
export const isMendable = (fault: CartFault): boolean => mendable.includes(fault)

/** What stands behind a cart item now. */
export interface CartOffer {
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

/** Why an item cannot be ordered, the gravest reason; null when it can. `seenPrice` is what its person agreed to. */
export function cartFault(
  item: { readonly quantity: number; readonly seenPrice: number },
  offer: CartOffer | null,
): CartFault | null {
  if (offer === null || !offer.onSale) return 'unlisted'
  if (offer.priceType !== 0 || offer.price === null) return 'priceOpen'
  if (!offer.specOnSale) return 'specGone'
  if (offer.stock !== null && offer.stock < offer.minOrder) return 'soldOut'
  if (item.quantity < offer.minOrder) return 'belowMinimum'
  if (offer.stock !== null && offer.stock < item.quantity) return 'stockShort'
  return offer.price === item.seenPrice ? null : 'priceChanged'
}

/** The quantity that can be asked for: within the minimum order and the stock; null where even the minimum is not there. */
export function quantityWithin(
  asked: number,
  { stock, minOrder }: Pick<CartOffer, 'stock' | 'minOrder'>,
): number | null {
  const most = Math.min(stock ?? mostOfOne, mostOfOne)
  return most < minOrder ? null : Math.min(Math.max(asked, minOrder), most)
}

/** Why an asked quantity was changed and to what, to stand at its field; '' where it was taken as it is. */
export function quantityNote(
  asked: number,
  { stock, minOrder }: Pick<CartOffer, 'stock' | 'minOrder'>,
  unit: string,
): string {
  const kept = quantityWithin(Number.isInteger(asked) ? asked : minOrder, { stock, minOrder })
  if (kept === null) return stock === null ? '' : `库存仅剩 ${stock} ${unit}，不足最小起订量 ${minOrder} ${unit}`
  if (asked === kept) return ''
  const done = `已改为 ${kept} ${unit}`
  if (!Number.isInteger(asked)) return `数量须为整数，${done}`
  if (asked < kept) return `最小起订量 ${minOrder} ${unit}，${done}`
  return stock !== null && stock <= mostOfOne
    ? `库存仅剩 ${stock} ${unit}，${done}`
    : `一次最多 ${mostOfOne} ${unit}，${done}`
}
