import { z } from 'zod'
import { id } from '../fields.ts'

/** A shop in a list; field names of specification section 3. */
export const shopRow = z.object({
  shopId: id,
  /** Id of its company. */
  orgId: id,
  shopName: z.string(),
  /** URL of its logo; empty without one. */
  shopLogo: z.string(),
  shopBrief: z.string(),
  tags: z.array(z.string()),
  /** Whether its certification is in force. */
  certified: z.boolean(),
  /** 省 市, short: 江苏 苏州. */
  districtName: z.string(),
  /** Number of published services and goods. */
  serviceAccount: z.int(),
  productAccount: z.int(),
  followCount: z.int(),
})
export type ShopRow = z.output<typeof shopRow>
