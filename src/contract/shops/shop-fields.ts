import { z } from 'zod'
import { dayInput, id, optionalText, text } from '../fields.ts'
import { maxScopeText } from '../../domain/shops/qualifications.ts'
import { shopLimits } from '../../domain/shops/shop-rules.ts'

/** One accredited item of a certificate. */
export const scopeItem = z.object({
  item: text(maxScopeText),
  parameter: optionalText(maxScopeText).default(''),
  method: optionalText(maxScopeText).default(''),
})

/** Public data of a certificate in force. */
export const qualification = z.object({
  /** Tag that the certificate grants: GLP. */
  tag: z.string(),
  name: z.string(),
  /** '' for certificates from before numbers were asked for. */
  number: z.string(),
  issuer: z.string(),
  holder: z.string(),
  /** Place that it covers. */
  site: z.string(),
  scope: z.string(),
  items: z.array(scopeItem),
  issuedOn: z.string().nullable(),
  /** Last day, `2028-05-31`; null = no expiry. */
  until: z.string().nullable(),
})
export type Qualification = z.output<typeof qualification>

/** Current or announced holiday; null without one. */
export const shownHoliday = z
  .object({
    at: z.enum(['now', 'announced']),
    /** First and last day in Shanghai. */
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

/** Labels of the dictionary CAPABILITY_TAG. */
export const capabilities = z
  .array(text(30))
  .max(shopLimits.capabilities, `最多选 ${shopLimits.capabilities} 个能力标签`)
  .transform((all) => [...new Set(all)])

/** A day, or empty. */
export const optionalDay = z.union([z.literal(''), dayInput])
