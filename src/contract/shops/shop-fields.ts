import { z } from 'zod'
import { dayInput, id, text } from '../fields.ts'
import { shopLimits } from '../../domain/shops/shop-rules.ts'

/** A certificate in force, as everyone sees it. */
export const qualification = z.object({
  /** Tag that it lets the shop wear: GLP. */
  tag: z.string(),
  name: z.string(),
  scope: z.string(),
  /** Last day, `2028-05-31`; null = without end. */
  until: z.string().nullable(),
})
export type Qualification = z.output<typeof qualification>

/** Days of rest to be told of today; null on all other days. */
export const shownHoliday = z
  .object({
    at: z.enum(['now', 'announced']),
    /** Days in Shanghai, both included. */
    from: z.string(),
    until: z.string(),
    notice: z.string(),
  })
  .nullable()
export type ShownHoliday = z.output<typeof shownHoliday>

export const shopPicture = z.object({
  pictureId: id,
  url: z.string(),
  caption: z.string(),
})
export type ShopPicture = z.output<typeof shopPicture>

/** Words of the dictionary CAPABILITY_TAG. */
export const capabilities = z
  .array(text(30))
  .max(shopLimits.capabilities, `最多选 ${shopLimits.capabilities} 个能力标签`)
  .transform((all) => [...new Set(all)])

/** A day or none. */
export const optionalDay = z.union([z.literal(''), dayInput])
