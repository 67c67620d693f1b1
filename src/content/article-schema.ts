import { z } from 'zod'

const words = z.string().min(1)

/** Head of an article on choosing and working with suppliers. */
export const articleSchema = z.strictObject({
  title: words.max(40),
  summary: words.max(120),
  /** Which theme it belongs to: shown before the date. */
  topic: z.enum(['选择供应商', '资质与合规', '报价与合同', '交付与验收']),
  published: z.iso.date(),
  updated: z.iso.date(),
  /** Minutes it takes to read. */
  minutes: z.int().min(1).max(30),
  /** Mark that stands for it. */
  mark: words,
  /** Where to go from here: lists of this site. */
  next: z.array(z.strictObject({ label: words.max(16), href: z.string().startsWith('/') })).max(3),
})
