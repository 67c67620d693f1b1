import { z } from 'zod'
import { maxQuantity } from '../../domain/orders/cart-items.ts'
import { maxQuickCode, maxQuickLines, quickRefusals } from '../../domain/orders/quick-order.ts'
import { company } from '../access.ts'
import { call } from '../call.ts'
import { fen, id, typedCode } from '../fields.ts'
import { priceType } from '../catalogue/listing-fields.ts'

/** A product that a code may mean. Money in fen. */
const quickProduct = z.object({
  productId: id,
  productNo: z.string(),
  productName: z.string(),
  brandName: z.string(),
  /** Null without one. */
  cas: z.string().nullable(),
  catalogueNo: z.string().nullable(),
  shopName: z.string(),
  certified: z.boolean(),
  /** Of the caller's own company, which cannot buy it. */
  isOwn: z.boolean(),
  priceType,
  minOrder: z.int(),
  unit: z.string(),
  /** `price` is null unless the price is fixed. */
  specs: z.array(z.object({ specId: id, name: z.string(), price: fen.nullable(), stock: z.int() })),
})
export type QuickProduct = z.output<typeof quickProduct>

const refused = z.object({
  specId: id,
  reason: z.enum(quickRefusals),
  stock: z.int(),
  minOrder: z.int(),
  /** Quantity in the cart already. */
  inside: z.int(),
})
export type QuickRefused = z.output<typeof refused>

const access = company('my_orders')

/** Ordering from a list of CAS or catalogue numbers. */
export const quickOrderCalls = {
  quickOrderFind: call({
    path: '/fmall/shopping-cart/quick-order/find',
    summary: '快速下单：按 CAS 号或货号查找在售商品，每个编号最多 20 件',
    access,
    byKey: true,
    reads: true,
    input: z.object({
      codes: z
        .array(typedCode.min(1, '请填写编号').max(maxQuickCode, `最多 ${maxQuickCode} 个字`))
        .min(1)
        .max(maxQuickLines),
    }),
    /** In the order of the codes; `more` when there are more products than listed. */
    output: z.object({
      lines: z.array(z.object({ code: z.string(), products: z.array(quickProduct), more: z.boolean() })),
    }),
    ours: true,
    perMinute: 60,
  }),
  quickOrderAdd: call({
    path: '/fmall/shopping-cart/quick-order/add',
    summary: '快速下单：把选好的规格一次加入购物车；不能加入的逐项说明原因',
    access,
    idempotent: true,
    input: z.object({
      items: z
        .array(
          z.object({
            productId: id,
            specId: id,
            quantity: z.int('请填写整数').min(1, '数量至少为 1').max(maxQuantity, `数量最多 ${maxQuantity}`),
          }),
        )
        .min(1, '请至少选择一项')
        .max(maxQuickLines)
        .refine((items) => new Set(items.map(({ specId }) => specId)).size === items.length, '同一规格只能出现一次'),
    }),
    output: z.object({
      added: z.array(id),
      refused: z.array(refused),
      /** Different items in the cart. */
      count: z.int(),
    }),
    ours: true,
  }),
}
