import { z } from 'zod'

const words = z.string().min(1)

/** Front matter of an article on choosing and working with suppliers. */
export const articleSchema = z.strictObject({
  title: words.max(40),
  summary: words.max(120),
  /** Topic, shown before the date. */
  topic: z.enum(['选择供应商', '资质与合规', '报价与合同', '交付与验收']),
  published: z.iso.date(),
  updated: z.iso.date(),
  /** Reading time in minutes. */
  minutes: z.int().min(1).max(30),
  /** Icon of the article. */
  mark: words,
  /** Links to related lists of this site. */
  next: z.array(z.strictObject({ label: words.max(16), href: z.string().startsWith('/') })).max(3),
})
