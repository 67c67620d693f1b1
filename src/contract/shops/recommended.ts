import { z } from 'zod'
import { everyone } from '../access.ts'
import { call } from '../call.ts'
import { shopRow } from './shop-row.ts'

const recommended = shopRow.extend({
  /** What speaks for it, each true now and counted on this platform; times that are 0 are told as 0. */
  facts: z.object({
    /** Orders it completed. */
    completedOrders: z.int(),
    /** Demands it made an offer on in the last 180 days. */
    offers: z.int(),
    /** Inquiries it was asked and answered. */
    inquiries: z.int(),
    answered: z.int(),
  }),
  /** What the company does: words of the dictionary ` ORG_SERVICE_CLASS`. */
  classes: z.array(z.string()),
})
export type RecommendedShop = z.output<typeof recommended>

export const recommendedCalls = {
  suppliersRecommended: call({
    path: '/fmall/shop/recommended',
    summary: '推荐供应商：认证在有效期内，按完成订单、参与报价、回复询价、在售与关注排列',
    access: everyone,
    input: z.object({ most: z.int().min(1).max(48).default(12) }),
    output: z.array(recommended),
    ours: true,
  }),
}
