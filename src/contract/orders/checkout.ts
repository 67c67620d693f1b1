import { z } from 'zod'
import { cartFaults, mostCartItems, mostOfOne } from '../../domain/orders/cart-items.ts'
import { company } from '../access.ts'
import { call } from '../call.ts'
import { fen, id, moment, optionalText } from '../fields.ts'
import { shownHoliday } from '../shops/shop-fields.ts'

const kind = z.enum(['service', 'product'])
const access = company('my_orders')

/** 暂不开票, 普票, 专票. */
export const invoiceWish = z.enum(['none', 'normal', 'special'])

/** What is ordered: items of the cart, or one thing directly (立即购买). Exactly one of the two. */
const wanted = {
  cartIds: z.array(id).min(1).max(mostCartItems).optional(),
  direct: z
    .object({
      kind,
      listingId: id,
      specId: id.nullable().default(null),
      /** null = the least that is sold. */
      quantity: z.int().min(1).max(mostOfOne).nullable().default(null),
    })
    .optional(),
  /** One of the caller's own; null = the default one, or none. Orders of services alone need none. */
  addressId: id.nullable().default(null),
}
const oneSource = (asked: { cartIds?: unknown; direct?: unknown }) =>
  (asked.cartIds === undefined) !== (asked.direct === undefined)

/** A thing on the confirmation, at the server's price. Money in fen; names as the specification's section 3. */
const confirmItem = z.object({
  /** null = bought directly. */
  cartId: id.nullable(),
  kind,
  listingId: id,
  listingNo: z.string(),
  categoryId: id,
  title: z.string(),
  specId: id.nullable(),
  specName: z.string(),
  specText: z.string(),
  pictureUrl: z.string(),
  quantity: z.int(),
  unit: z.string(),
  /** Price of one before a discount by quantity. */
  productPrice: fen,
  /** Price of one that was agreed to in the cart; bought directly, the price of now. */
  seenPrice: fen,
  /** Pieces there are; null = a service. */
  stock: z.int().nullable(),
  minOrder: z.int(),
  /** Price of one at this quantity. */
  discountedPrice: fen,
  productAmount: fen,
  downPaymentPercent: z.int(),
  /** Of the amount, what is paid first; the whole where the listing asks for no down payment. */
  downPaymentPrice: fen,
  /** Why it cannot be ordered as it is; null = it can. */
  fault: z.enum(cartFaults).nullable(),
})
export type ConfirmItem = z.output<typeof confirmItem>

const confirmShop = z.object({
  shopId: id,
  orgId: id,
  shopName: z.string(),
  certified: z.boolean(),
  holiday: shownHoliday,
  products: z.array(confirmItem),
  goodsAmount: fen,
  servicesAmount: fen,
  /** null = the shop does not send to this address. */
  postage: fen.nullable(),
  /** How the postage comes about, one line for people. */
  postageText: z.string(),
  /** Together with the postage. */
  total: fen,
  /** To be paid when ordered: down payments, whole prices of the rest, postage. */
  downPaymentAmount: fen,
})
export type ConfirmShop = z.output<typeof confirmShop>

const confirmAddress = z.object({
  addressId: id,
  receiver: z.string(),
  mobile: z.string(),
  districtCode: z.string(),
  districtName: z.string(),
  street: z.string(),
  isDefault: z.boolean(),
})

const confirmation = z.object({
  shops: z.array(confirmShop),
  /** Sum of the shops' totals: what is shown, and sent back with the submit. */
  orderAmount: fen,
  /** Of it, to be paid when ordered. */
  dueNow: fen,
  needsAddress: z.boolean(),
  address: confirmAddress.nullable(),
  /** How its person wants to be invoiced unless they say otherwise. */
  invoiceWish,
  /** The company's 开票资料; null = none saved. `special` needs bank, account, address and phone. */
  invoice: z
    .object({ kind: z.enum(['normal', 'special']), title: z.string(), taxNo: z.string(), specialReady: z.boolean() })
    .nullable(),
})
export type Confirmation = z.output<typeof confirmation>

/** From what is wanted to orders: one a shop under one group. */
export const checkoutCalls = {
  orderConfirm: call({
    path: '/fmall/order/confirm',
    summary: '确认订单：按店铺列出所购，计算运费、优惠、首付款与合计',
    access,
    input: z.object(wanted).refine(oneSource, '请选择购物车中的商品，或直接购买一件'),
    output: confirmation,
    failures: ['gone', 'ownListing', 'priceOpen', 'specMissing', 'orderTooLarge'],
  }),
  orderSubmit: call({
    path: '/fmall/order/submit',
    summary: '提交订单：每家店铺一份，占用库存；合计与页面所示不符则拒绝',
    access,
    idempotent: true,
    input: z
      .object({
        ...wanted,
        /** The sum that the page showed; another one by now → conflict with the new confirmation as content. So too for itemsInvalid and notSentThere. */
        orderAmount: fen,
        invoice: invoiceWish,
        /** What is written to the shops. */
        remarks: z
          .array(z.object({ shopId: id, remark: optionalText(500) }))
          .max(mostCartItems)
          .default([]),
      })
      .refine(oneSource, '请选择购物车中的商品，或直接购买一件'),
    output: z.object({
      groupId: id,
      orders: z.array(z.object({ orderId: id, orderNo: z.string(), shopName: z.string(), total: fen, dueNow: fen })),
      /** Ends by itself when nothing is paid until then. */
      payUntil: moment,
    }),
    failures: [
      'addressNeeded',
      'notSentThere',
      'invoiceMissing',
      'itemsInvalid',
      'gone',
      'priceOpen',
      'specMissing',
      'orderTooLarge',
      'ownListing',
      'notCertified',
      'certificationExpired',
    ],
    logs: '提交订单',
  }),
  reorder: call({
    path: '/fmall/order/reorder',
    summary: '再次购买：把一份订单中仍可购买的放入购物车',
    access,
    input: z.object({ orderId: id }),
    output: z.object({
      /** Put into the cart and chosen. */
      added: z.int(),
      /** What can no longer be bought, by name. */
      missing: z.array(z.string()),
      count: z.int(),
    }),
    failures: ['cartFull'],
    ours: true,
  }),
}
