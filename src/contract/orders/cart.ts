import { z } from 'zod'
import { cartFaults, maxCartItems, maxQuantity } from '../../domain/orders/cart-items.ts'
import { company, user } from '../access.ts'
import { call } from '../call.ts'
import { fen, id, paging } from '../fields.ts'
import { shownHoliday } from '../shops/shop-fields.ts'

const kind = z.enum(['service', 'product'])
const quantity = z.int('请填写整数').min(1, '数量至少为 1').max(maxQuantity, `数量最多 ${maxQuantity}`)

/** A service or product in the cart at current prices: specification section 3, "Cart". Money in fen. */
const cartItem = z.object({
  cartId: id,
  kind,
  listingId: id,
  /** For links: service id or productNo. */
  listingNo: z.string(),
  categoryId: id,
  productName: z.string(),
  specId: id.nullable(),
  specName: z.string(),
  /** CAS, 货号, 周期: one line below the title. */
  specText: z.string(),
  /** Own picture, or the placeholder image of its category. */
  productMainPicUrl: z.string(),
  quantity: z.int(),
  minOrder: z.int(),
  /** Units in stock; null = a service. */
  stock: z.int().nullable(),
  unit: z.string(),
  /** Current unit price before a volume discount. */
  productPrice: fen,
  /** Unit price when added or last accepted. */
  seenPrice: fen,
  /** Unit price at this quantity. */
  discountedPrice: fen,
  productAmount: fen,
  /**
   * Its share of the shop's postage to the default address, if selected; 0 for services and without an address; null =
   * the shop does not send it there.
   */
  postage: fen.nullable(),
  downPaymentPercent: z.int(),
  /** Volume discounts by minimum quantity: percent of the price. */
  discounts: z.array(z.object({ from: z.int(), percent: z.int() })),
  isChosen: z.boolean(),
})
export type CartItem = z.output<typeof cartItem>

/** A cart item that cannot be ordered as it is, with the reason. */
const invalidItem = cartItem.extend({ fault: z.enum(cartFaults), shopId: id, shopName: z.string() })
export type InvalidCartItem = z.output<typeof invalidItem>

const cartShop = z.object({
  shopId: id,
  orgId: id,
  shopName: z.string(),
  certified: z.boolean(),
  holiday: shownHoliday,
  products: z.array(cartItem),
})
export type CartShop = z.output<typeof cartShop>

const access = company('my_orders')
const counted = z.object({ count: z.int() })

/** The cart of one person within their company: 120 different items at most. */
export const cartCalls = {
  cart: call({
    path: '/fmall/shopping-cart/page-list',
    summary: '购物车：可结算的商品与服务，按店铺分组',
    access,
    reads: true,
    input: z.object({ ...paging, pageSize: z.int().min(1).max(maxCartItems).default(maxCartItems) }),
    /** `total` counts shops. */
    output: z.object({ total: z.int(), shops: z.array(cartShop), chosenAmount: fen, chosenCount: z.int() }),
  }),
  cartSave: call({
    path: '/fmall/shopping-cart/save',
    summary: '修改数量、勾选或认可新价格；多项一起保存',
    access,
    input: z.object({
      items: z
        .array(
          z.object({
            cartId: id,
            quantity: quantity.optional(),
            isChosen: z.boolean().optional(),
            /** The price the user accepted; if it differs from the current one → conflict. */
            agreedPrice: fen.optional(),
          }),
        )
        .min(1)
        .max(maxCartItems)
        .refine((items) => new Set(items.map(({ cartId }) => cartId)).size === items.length, '同一项只能出现一次'),
    }),
    output: counted,
    failures: ['stockShort', 'belowMinimum'],
  }),
  cartInvalid: call({
    path: '/fmall/shopping-cart/bad/page-list',
    summary: '购物车中不能结算的：已下架、缺货、价格有变化',
    access,
    reads: true,
    input: z.object({ ...paging, pageSize: z.int().min(1).max(maxCartItems).default(maxCartItems) }),
    output: z.object({ total: z.int(), products: z.array(invalidItem) }),
  }),
  cartClear: call({
    path: '/fmall/shopping-cart/clear',
    summary: '清空购物车，或只清空失效商品',
    access,
    input: z.object({ invalidOnly: z.boolean().default(false) }),
    output: counted,
  }),
  cartDelete: call({
    path: '/fmall/shopping-cart/delete',
    summary: '移除购物车中的若干项',
    access,
    input: z.object({ cartIds: z.array(id).min(1).max(maxCartItems) }),
    output: counted,
  }),
  cartJoin: call({
    path: '/fmall/shopping-cart/join',
    summary: '加入购物车；已有同一规格则数量相加',
    access,
    input: z.object({
      kind,
      /** Service id or product id. */
      listingId: id,
      /** Null selects the only specification; services have none. */
      specId: id.nullable().default(null),
      quantity: quantity.default(1),
    }),
    output: counted.extend({ cartId: id, quantity: z.int() }),
    failures: ['gone', 'priceOpen', 'specMissing', 'stockShort', 'belowMinimum', 'cartFull', 'ownListing'],
  }),
  cartCount: call({
    path: '/fmall/shopping-cart/count',
    summary: '购物车中有几项；没有企业的账号为 0',
    access: user,
    reads: true,
    input: z.object({}),
    output: counted,
  }),
  cartProductNumber: call({
    path: '/fmall/shopping-cart/product-number',
    summary: '某服务或商品在购物车中的数量，各规格合计',
    access,
    reads: true,
    input: z.object({ kind, listingId: id }),
    output: z.object({ quantity: z.int() }),
  }),
}
