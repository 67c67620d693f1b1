import { z } from 'zod'
import { cartFaults, maxCartItems, maxQuantity } from '../../domain/orders/cart-items.ts'
import { maxAgreementLines } from '../../domain/orders/agreements/agreement-terms.ts'
import { company } from '../access.ts'
import { call } from '../call.ts'
import { chargeableCentre } from './budgets.ts'
import { fen, id, moment, optionalText } from '../fields.ts'
import { shownHoliday } from '../shops/shop-fields.ts'

const kind = z.enum(['service', 'product'])
const access = company('my_orders')

/** 暂不开票, 普票, 专票. */
export const invoicePreference = z.enum(['none', 'normal', 'special'])

const callOffItem = z.object({ line: z.int().min(0), quantity: z.int().min(1).max(maxQuantity) })

/** Requested items: cart items, one direct purchase (立即购买), or a call-off. Exactly one of them. */
const requestedItems = {
  cartIds: z.array(id).min(1).max(maxCartItems).optional(),
  direct: z
    .object({
      kind,
      listingId: id,
      specId: id.nullable().default(null),
      /** null = the minimum order. */
      quantity: z.int().min(1).max(maxQuantity).nullable().default(null),
    })
    .optional(),
  /** Lines of a framework agreement at the agreed prices, in the version that was shown; `line` is a place from 0. */
  callOff: z
    .object({
      agreementId: id,
      version: z.int().positive(),
      items: z
        .array(callOffItem)
        .min(1, '请至少填写一项数量')
        .max(maxAgreementLines)
        .refine((items) => new Set(items.map(({ line }) => line)).size === items.length, '同一项只填一次'),
    })
    .optional(),
  /** One of the caller's addresses; null = the default one, or none. Orders with services only need none. */
  addressId: id.nullable().default(null),
}
const hasOneSource = ({ cartIds, direct, callOff }: { cartIds?: unknown; direct?: unknown; callOff?: unknown }) =>
  [cartIds, direct, callOff].filter((source) => source !== undefined).length === 1

/** An item of the confirmation at current prices. Money in fen; names as in section 3 of the specification. */
const confirmItem = z.object({
  /** null = direct purchase. */
  cartId: id.nullable(),
  kind,
  listingId: id,
  listingNo: z.string(),
  categoryId: id,
  productName: z.string(),
  specId: id.nullable(),
  specName: z.string(),
  specText: z.string(),
  productMainPicUrl: z.string(),
  quantity: z.int(),
  unit: z.string(),
  /** Unit price before a volume discount. */
  productPrice: fen,
  /** Unit price accepted in the cart; for a direct purchase the current one. */
  seenPrice: fen,
  /** Units in stock; null = a service. */
  stock: z.int().nullable(),
  minOrder: z.int(),
  /** Unit price at this quantity. */
  discountedPrice: fen,
  productAmount: fen,
  downPaymentPercent: z.int(),
  /** Down payment per unit at this quantity. */
  downPaymentPrice: fen,
  /** Down payment, part of the amount; the whole amount if the listing has no down payment. */
  downPaymentAmount: fen,
  /** Its share of the shop's postage; 0 for services, null = the shop does not send it to this address. */
  postage: fen.nullable(),
  /** Why it cannot be ordered; null = it can. */
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
  /** Explanation of the postage, one line. */
  postageText: z.string(),
  /** Including postage. */
  total: fen,
  /** Due when ordered: down payments, full prices of the other items, postage. */
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
  /** Sum of the shops' totals: displayed, and sent back with the submit. */
  orderAmount: fen,
  /** Part of it that is due when ordered. */
  dueNow: fen,
  needsAddress: z.boolean(),
  address: confirmAddress.nullable(),
  /** Cost centres of the company to choose from; empty = none. */
  costCentres: z.array(chargeableCentre),
  /** Whether an order without a cost centre is refused. */
  needsCostCentre: z.boolean(),
  /** Framework agreement of a call-off; null = none. */
  agreement: z
    .object({
      agreementId: id,
      agreementNo: z.string(),
      title: z.string(),
      /** What may still be ordered. */
      room: fen,
    })
    .nullable(),
  /** Default invoice preference of the caller. */
  invoiceWish: invoicePreference,
  /** The company's 开票资料; null = none saved. `special` needs bank, account, address and phone. */
  invoice: z
    .object({ kind: z.enum(['normal', 'special']), title: z.string(), taxNo: z.string(), specialReady: z.boolean() })
    .nullable(),
})
export type Confirmation = z.output<typeof confirmation>

/** Checkout: one order per shop under one group. */
export const checkoutCalls = {
  orderConfirm: call({
    path: '/fmall/order/confirm',
    summary: '确认订单：按店铺列出所购，计算运费、优惠、首付款与合计',
    access,
    byKey: true,
    reads: true,
    input: z.object(requestedItems).refine(hasOneSource, '请选择购物车中的商品，或直接购买一件'),
    output: confirmation,
    failures: [
      'gone',
      'ownListing',
      'priceOpen',
      'specMissing',
      'orderTooLarge',
      'agreementOver',
      'agreementChanged',
      'agreementLineChanged',
      'supplierBlocked',
    ],
  }),
  orderSubmit: call({
    path: '/fmall/order/submit',
    summary: '提交订单：每家店铺一份，占用库存；合计与页面所示不符则拒绝',
    access,
    byKey: true,
    idempotent: true,
    input: z
      .object({
        ...requestedItems,
        /**
         * The displayed sum; if it differs from the current one → conflict with the new confirmation as content.
         * Likewise for itemsInvalid and notSentThere.
         */
        orderAmount: fen,
        invoice: invoicePreference.default('none'),
        /** Code of one of `costCentres`; '' = none. */
        costCentre: optionalText(20).default(''),
        /** One of the projects of the cost centre; '' = none. */
        projectCode: optionalText(20).default(''),
        /** One of `programmeChoices`; null = none. */
        programmeId: id.nullable().default(null),
        /** Remarks to the shops. */
        remarks: z
          .array(z.object({ shopId: id, remark: optionalText(500) }))
          .max(maxCartItems)
          .default([]),
      })
      .refine(hasOneSource, '请选择购物车中的商品，或直接购买一件'),
    output: z.object({
      groupId: id,
      orders: z.array(z.object({ orderId: id, orderNo: z.string(), shopName: z.string(), total: fen, dueNow: fen })),
      /** Payment deadline: unpaid orders are cancelled then. */
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
      'approvalPending',
      'approverMissing',
      'costCentreGone',
      'costCentreNeeded',
      'projectGone',
      'budgetShort',
      'budgetEnded',
      'agreementOver',
      'agreementChanged',
      'agreementLineChanged',
      'agreementRoomShort',
      'supplierBlocked',
      'programmeGone',
      'programmeFull',
    ],
    logs: '提交订单',
  }),
  reorder: call({
    path: '/fmall/order/reorder',
    summary: '再次购买：把一份订单（或其中一行）仍可购买的放入购物车',
    access,
    input: z.object({
      orderId: id,
      /** Only this line of the order. */
      lineId: id.optional(),
    }),
    output: z.object({
      /** Number of items added to the cart and selected. */
      added: z.int(),
      /** Names of items that are no longer available. */
      missing: z.array(z.string()),
      count: z.int(),
    }),
    failures: ['cartFull'],
    ours: true,
  }),
}
