import {
  checkoutCalls,
  type Confirmation,
  type ConfirmItem,
  type ConfirmShop,
} from '../../../contract/orders/checkout.ts'
import { cartFaultLabels } from '../../../domain/orders/cart-items.ts'
import { yuan } from '../../../domain/money.ts'

/** Confirmation contained in a refusal; undefined for none. */
export function confirmationIn(content: unknown): Confirmation | undefined {
  const read = checkoutCalls.orderConfirm.output.safeParse(content)
  return read.success ? read.data : undefined
}

/** One difference from what was shown. */
export interface Change {
  /** An item, a shop's postage, or the total. */
  readonly subject: string
  readonly before: string
  readonly after: string
}

const itemKey = ({ kind, listingId, specId }: ConfirmItem) => `${kind} ${listingId} ${specId ?? ''}`
const yuanOrDash = (fen: number) => `¥${yuan(fen)}`
const postageOf = ({ postage }: ConfirmShop) => (postage === null ? '不配送' : yuanOrDash(postage))

/** Differences between the shown and the current confirmation, per item and in total. */
export function changesBetween(before: Confirmation, after: Confirmation): Change[] {
  const items = new Map(before.shops.flatMap(({ products }) => products).map((item) => [itemKey(item), item]))
  const shops = new Map(before.shops.map((shop) => [shop.shopId, shop]))
  const change = (what: string, was: string, is: string): Change[] =>
    was === is ? [] : [{ subject: what, before: was, after: is }]
  const now = after.shops.flatMap(({ products }) => products)
  const gone = [...items].filter(([one]) => !now.some((item) => itemKey(item) === one))
  return [
    ...now.flatMap((item) => {
      const was = items.get(itemKey(item))
      if (was === undefined) return change(item.productName, '--', yuanOrDash(item.productAmount))
      if (item.fault !== null && item.fault !== was.fault)
        return change(item.productName, '可下单', cartFaultLabels[item.fault])
      return [
        ...change(`${item.productName} 单价`, yuanOrDash(was.discountedPrice), yuanOrDash(item.discountedPrice)),
        ...change(`${item.productName} 数量`, String(was.quantity), String(item.quantity)),
        ...change(`${item.productName} 首付款`, yuanOrDash(was.downPaymentAmount), yuanOrDash(item.downPaymentAmount)),
      ]
    }),
    ...gone.flatMap(([, item]) => change(item.productName, yuanOrDash(item.productAmount), '已移出')),
    ...after.shops.flatMap((shop) => {
      const was = shops.get(shop.shopId)
      return was === undefined ? [] : change(`${shop.shopName} 运费`, postageOf(was), postageOf(shop))
    }),
    ...change('订单总额', yuanOrDash(before.orderAmount), yuanOrDash(after.orderAmount)),
  ]
}
