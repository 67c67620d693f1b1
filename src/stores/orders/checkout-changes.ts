import { checkoutCalls, type Confirmation, type ConfirmItem, type ConfirmShop } from '../../contract/orders/checkout.ts'
import { cartFaultLabels } from '../../domain/orders/cart-items.ts'
import { yuan } from '../../domain/money.ts'

/** The confirmation that a refusal brings along; undefined where it brings none. */
export function confirmationIn(content: unknown): Confirmation | undefined {
  const read = checkoutCalls.orderConfirm.output.safeParse(content)
  return read.success ? read.data : undefined
}

/** One thing that is no longer as it was shown. */
export interface Change {
  /** A thing, a shop's postage, or the sum. */
  readonly what: string
  readonly before: string
  readonly after: string
}

const key = ({ kind, listingId, specId }: ConfirmItem) => `${kind} ${listingId} ${specId ?? ''}`
const sum = (fen: number) => `¥${yuan(fen)}`
const postageOf = ({ postage }: ConfirmShop) => (postage === null ? '不配送' : sum(postage))

/** What its person was shown against what holds now, item by item, and the sum. */
export function changesBetween(before: Confirmation, after: Confirmation): Change[] {
  const items = new Map(before.shops.flatMap(({ products }) => products).map((item) => [key(item), item]))
  const shops = new Map(before.shops.map((shop) => [shop.shopId, shop]))
  const change = (what: string, was: string, is: string): Change[] =>
    was === is ? [] : [{ what, before: was, after: is }]
  const now = after.shops.flatMap(({ products }) => products)
  const gone = [...items].filter(([one]) => !now.some((item) => key(item) === one))
  return [
    ...now.flatMap((item) => {
      const was = items.get(key(item))
      if (was === undefined) return change(item.title, '--', sum(item.productAmount))
      if (item.fault !== null && item.fault !== was.fault)
        return change(item.title, '可下单', cartFaultLabels[item.fault])
      return [
        ...change(`${item.title} 单价`, sum(was.discountedPrice), sum(item.discountedPrice)),
        ...change(`${item.title} 数量`, String(was.quantity), String(item.quantity)),
        ...change(`${item.title} 首付款`, sum(was.downPaymentPrice), sum(item.downPaymentPrice)),
      ]
    }),
    ...gone.flatMap(([, item]) => change(item.title, sum(item.productAmount), '已移出')),
    ...after.shops.flatMap((shop) => {
      const was = shops.get(shop.shopId)
      return was === undefined ? [] : change(`${shop.shopName} 邮费`, postageOf(was), postageOf(shop))
    }),
    ...change('订单总额', sum(before.orderAmount), sum(after.orderAmount)),
  ]
}
