import { discountedPrice, type QuantityDiscount } from './discounts.ts'
import { parcelOf, postageOf, type PostageRule } from './postage.ts'

/** What one submit may come to in fen: sums stay exact. */
export const mostTotal = 100_000_000_000_000

/** One thing that is ordered, from the server's own prices. Money in fen. */
export interface PricedItem {
  readonly kind: 'service' | 'product'
  readonly quantity: number
  readonly price: number
  readonly discounts: readonly QuantityDiscount[]
  /** Percent to be paid first; 0 = the whole at once. */
  readonly downPaymentPercent: number
}

export interface LineTotal {
  readonly unitPrice: number
  readonly amount: number
  /** Of the amount, what is to be paid first. */
  readonly downPayment: number
}

export interface ShopTotal {
  readonly lines: readonly LineTotal[]
  readonly goodsAmount: number
  readonly servicesAmount: number
  /** null = the shop does not send there. */
  readonly postage: number | null
  readonly total: number
  /** To be paid when the order is made; the rest by its schedule. */
  readonly dueNow: number
}

/** Whole percents of a sum, rounded up to whole fen: a first payment is never a fen short. */
const percentOf = (amount: number, percent: number) =>
  Math.floor(amount / 100) * percent + Math.ceil(((amount % 100) * percent) / 100)

export function lineTotal(item: PricedItem): LineTotal {
  const unitPrice = discountedPrice(item.price, item.quantity, item.discounts)
  const amount = unitPrice * item.quantity
  return {
    unitPrice,
    amount,
    downPayment: item.downPaymentPercent === 0 ? amount : percentOf(amount, item.downPaymentPercent),
  }
}

/** What the order of one shop comes to. Postage is paid with the first payment; without an address it is not known. */
export function shopTotal(items: readonly PricedItem[], rule: PostageRule, districtCode: string | null): ShopTotal {
  const lines = items.map(lineTotal)
  const sum = (kind: PricedItem['kind']) =>
    lines.reduce((total, line, at) => (items[at]?.kind === kind ? total + line.amount : total), 0)
  const goodsAmount = sum('product')
  const servicesAmount = sum('service')
  const postage = districtCode === null ? 0 : postageOf(rule, districtCode, parcelOf(items, goodsAmount))
  const first = lines.reduce((total, line) => total + line.downPayment, 0)
  const sent = postage ?? 0
  return {
    lines,
    goodsAmount,
    servicesAmount,
    postage,
    total: goodsAmount + servicesAmount + sent,
    dueNow: first + sent,
  }
}

/** One payment of an order's schedule. `percent` is for reading; the amount in fen is what holds. */
interface SchedulePart {
  readonly name: string
  readonly percent: number
  readonly amount: number
}

/** The schedule of an order as it is made: all at once, or a first payment and the rest. */
export function firstPayments(total: number, dueNow: number): SchedulePart[] {
  if (dueNow >= total) return [{ name: '全款', percent: 100, amount: total }]
  const percent = Math.min(99, Math.max(1, Math.round((dueNow / total) * 100)))
  return [
    { name: '首付款', percent, amount: dueNow },
    { name: '尾款', percent: 100 - percent, amount: total - dueNow },
  ]
}
