import { z } from 'zod'
import { cartFaults, mostCartItems, mostOfOne } from '../../domain/orders/cart-items.ts'
import { company, user } from '../access.ts'
import { call } from '../call.ts'
import { fen, id, listOf, paging } from '../fields.ts'
import { shownHoliday } from '../shops/shop-fields.ts'

const kind = z.enum(['service', 'product'])
const quantity = z.int('请填写整数').min(1, '数量至少为 1').max(mostOfOne, `数量最多 ${mostOfOne}`)

/** A thing in the cart as it stands now. Money in fen. */
const cartItem = z.object({
  cartId: id,
  kind,
  listingId: id,
  /** For links: service id or productNo. */
  listingNo: z.string(),
  categoryId: id,
  title: z.string(),
  specId: id.nullable(),
  specName: z.string(),
  /** CAS, 货号, 周期: one line below the title. */
  specText: z.string(),
  /** Own picture, or the plate of its category. */
  pictureUrl: z.string(),
  quantity: z.int(),
  minOrder: z.int(),
  /** Pieces; null = a service. */
  stock: z.int().nullable(),
  unit: z.string(),
  /** Price of one now, before a discount by quantity. */
  price: fen,
  /** Price of one when it was put in or last agreed to. */
  seenPrice: fen,
  /** Price of one at this quantity. */
  unitPrice: fen,
  amount: fen,
  downPaymentPercent: z.int(),
  /** Cheaper from so many pieces on: percent of the price. */
  discounts: z.array(z.object({ from: z.int(), percent: z.int() })),
  isChosen: z.boolean(),
})
export type CartItem = z.output<typeof cartItem>

/** A cart item that cannot be ordered as it is, with the reason. */
const badItem = cartItem.extend({ fault: z.enum(cartFaults), shopId: id, shopName: z.string() })
export type BadCartItem = z.output<typeof badItem>

const cartShop = z.object({
  shopId: id,
  orgId: id,
  shopName: z.string(),
  certified: z.boolean(),
  holiday: shownHoliday,
  items: z.array(cartItem),
})
export type CartShop = z.output<typeof cartShop>

const access = company('my_orders')
const counted = z.object({ count: z.int() })

/** The cart of one person within their company: 120 different things at most. */
export const cartCalls = {
  cart: call({
    path: '/fmall/shopping-cart/page-list',
    summary: '购物车：可结算的商品与服务，按店铺分组',
    access,
    input: z.object({ ...paging, pageSize: z.int().min(1).max(mostCartItems).default(mostCartItems) }),
    output: listOf(cartShop).extend({ chosenAmount: fen, chosenCount: z.int() }),
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
            /** The price now, as it was shown and agreed to; another one by now → conflict. */
            agreedPrice: fen.optional(),
          }),
        )
        .min(1)
        .max(mostCartItems)
        .refine((items) => new Set(items.map(({ cartId }) => cartId)).size === items.length, '同一项只能出现一次'),
    }),
    output: counted,
    failures: ['stockShort', 'belowMinimum'],
  }),
  cartInvalid: call({
    path: '/fmall/shopping-cart/bad/page-list',
    summary: '购物车中不能结算的：已下架、缺货、价格有变化',
    access,
    input: z.object({ ...paging, pageSize: z.int().min(1).max(mostCartItems).default(mostCartItems) }),
    output: listOf(badItem),
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
    input: z.object({ cartIds: z.array(id).min(1).max(mostCartItems) }),
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
      /** Null takes the only specification; services have none. */
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
    input: z.object({}),
    output: counted,
  }),
  cartProductNumber: call({
    path: '/fmall/shopping-cart/product-number',
    summary: '某服务或商品在购物车中的数量，各规格合计',
    access,
    input: z.object({ kind, listingId: id }),
    output: z.object({ quantity: z.int() }),
  }),
}
