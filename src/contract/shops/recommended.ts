import { z } from 'zod'
import { everyone } from '../access.ts'
import { call } from '../call.ts'
import { shopRow } from './shop-row.ts'

const recommended = shopRow.extend({
  /** Reasons for the recommendation, currently true and counted on this platform; zero counts are included. */
  facts: z.object({
    /** Completed orders. */
    completedOrders: z.int(),
    /** Demands with an offer of it in the last 180 days. */
    offers: z.int(),
    /** Answered inquiries. */
    inquiries: z.int(),
    answered: z.int(),
  }),
  /** Company categories: labels of the dictionary ` ORG_SERVICE_CLASS`. */
  classes: z.array(z.string()),
})
export type RecommendedShop = z.output<typeof recommended>

export const recommendedCalls = {
  suppliersRecommended: call({
    path: '/fmall/shop/recommended',
    summary: '推荐供应商：认证在有效期内，按完成订单、参与报价、回复询价、在售与关注排列',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({ most: z.int().min(1).max(48).default(12) }),
    output: z.array(recommended),
    ours: true,
  }),
}
