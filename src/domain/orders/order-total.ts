import { discountedPrice, type QuantityDiscount } from './discounts.ts'
import { toParcel, calculatePostage, type PostageRule } from './postage.ts'

/** Maximum total of a submit in fen, so that sums stay exact. */
export const maxOrderTotal = 100_000_000_000_000

/** An ordered item at server prices. Money in fen. */
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
  /** Down payment of the amount. */
  readonly downPayment: number
  /** Down payment of one piece. */
  readonly downPaymentOfOne: number
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

/** Percentage of an amount, rounded up to whole fen. */
const percentOf = (amount: number, percent: number) =>
  Math.floor(amount / 100) * percent + Math.ceil(((amount % 100) * percent) / 100)

const downPaymentOf = (amount: number, { downPaymentPercent: percent }: PricedItem) =>
  percent === 0 ? amount : percentOf(amount, percent)

export function lineTotal(item: PricedItem): LineTotal {
  const unitPrice = discountedPrice(item.price, item.quantity, item.discounts)
  const amount = unitPrice * item.quantity
  return {
    unitPrice,
    amount,
    downPayment: downPaymentOf(amount, item),
    downPaymentOfOne: downPaymentOf(unitPrice, item),
  }
}

/** Totals of the order of one shop. Postage is part of the first payment; without an address it is 0. */
export function shopTotal(items: readonly PricedItem[], rule: PostageRule, districtCode: string | null): ShopTotal {
  const lines = items.map(lineTotal)
  const sum = (kind: PricedItem['kind']) =>
    lines.reduce((total, line, at) => (items[at]?.kind === kind ? total + line.amount : total), 0)
  const goodsAmount = sum('product')
  const servicesAmount = sum('service')
  const postage = districtCode === null ? 0 : calculatePostage(rule, districtCode, toParcel(items, goodsAmount))
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

/** One payment of the schedule. `percent` is for display; the amount in fen is binding. */
interface PaymentInstalment {
  readonly name: string
  readonly percent: number
  readonly amount: number
}

/** Initial payment schedule: the full amount, or down payment and final payment. */
export function initialPaymentSchedule(total: number, dueNow: number): PaymentInstalment[] {
  if (dueNow >= total) return [{ name: '全款', percent: 100, amount: total }]
  const percent = Math.min(99, Math.max(1, Math.round((dueNow / total) * 100)))
  return [
    { name: '首付款', percent, amount: dueNow },
    { name: '尾款', percent: 100 - percent, amount: total - dueNow },
  ]
}
