import { z } from 'zod'
import { helpCategories, hotCategory } from '../domain/content/help-categories.ts'

const words = z.string().min(1)
const categories = helpCategories.flatMap(({ id }) => (id === hotCategory ? [] : [id]))
const areas = [
  'chengdu',
  'taizhou',
  'gaoxin',
  'shanghai',
  'standard',
  'benxi',
  'zhongdian',
  'yaogang',
  'changchun',
] as const

/** Front matter of a question of the help centre. */
export const helpSchema = z.strictObject({
  /** Permanent id in the URL: category and two digits, such as 2803. */
  id: z.int().min(100).max(999_999),
  category: z.literal(categories),
  /** The question in a user's words. */
  title: words.max(30),
  /** The answer in one or two sentences, for lists. */
  summary: words.max(90),
  /** Additional search keywords. */
  keywords: z.array(words.max(12)).max(10).default([]),
  /** Rank among the hot questions, from 1; omitted for others. */
  hot: z.int().min(1).max(50).optional(),
  /** Ids of related questions. */
  related: z.array(z.int()).max(4).default([]),
  published: z.iso.date(),
  updated: z.iso.date(),
  /** Shown in development only. */
  draft: z.boolean().default(false),
  /** Areas that this text is for: it replaces the general text of the same id there. */
  areas: z.array(z.enum(areas)).min(1).optional(),
})
