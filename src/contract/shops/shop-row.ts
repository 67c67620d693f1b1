import { z } from 'zod'
import { id } from '../fields.ts'

/** A shop as lists show it; names as specification section 3 has them. */
export const shopRow = z.object({
  shopId: id,
  /** Its company. */
  orgId: id,
  shopName: z.string(),
  /** Address of its logo; empty while it has none. */
  shopLogo: z.string(),
  shopBrief: z.string(),
  tags: z.array(z.string()),
  /** Certification in force. */
  certified: z.boolean(),
  /** 省 市, short: 江苏 苏州. */
  districtName: z.string(),
  /** Services and goods on sale. */
  serviceAccount: z.int(),
  productAccount: z.int(),
  followCount: z.int(),
})
export type ShopRow = z.output<typeof shopRow>
