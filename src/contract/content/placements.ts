import { z } from 'zod'
import { serviceRow } from '../catalogue/services.ts'
import { everyone } from '../access.ts'
import { call } from '../call.ts'

const featured = serviceRow.extend({
  /** Why it is shown, true now: 近一年完成 3 单. */
  reason: z.string(),
})
export type FeaturedService = z.output<typeof featured>

export const placementsCalls = {
  techServicesOperation: call({
    path: '/mall/tech-services/operation',
    summary: '技术服务商店的推荐服务与推荐理由：认证机构的，近一年完成多的在前，每店一项',
    access: everyone,
    reads: true,
    input: z.object({ size: z.int().min(1).max(24).default(8) }),
    output: z.object({ data: z.array(featured) }),
  }),
}
