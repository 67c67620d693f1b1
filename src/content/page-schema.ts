import { z } from 'zod'

const words = z.string().min(1)

/** Front matter of a guide, of the trading rules, and of the pages about the platform. */
export const pageSchema = z.strictObject({
  title: words.max(30),
  summary: words.max(120),
  updated: z.iso.date(),
  /** Date from which rules are in force; guides have none. */
  effective: z.iso.date().optional(),
  draft: z.boolean().default(false),
})

/** A useful public site; neither an endorsement nor an advertisement. */
export const friendLinkSchema = z.strictObject({
  id: z.int().positive(),
  name: words.max(20),
  url: z.url({ protocol: /^https?$/ }),
  /** Description of the site. */
  intro: words.max(60),
  group: z.enum(['监管与审评', '标准与检验', '认可与信息']),
})
export const friendLinksSchema = z.array(friendLinkSchema).max(60)
