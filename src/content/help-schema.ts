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

/** Head of a question of the help centre. */
export const helpSchema = z.strictObject({
  /** Address of the question for good: its category and two more figures, as 2803. */
  id: z.int().min(100).max(999_999),
  category: z.literal(categories),
  /** The question as somebody would ask it. */
  title: words.max(30),
  /** The answer in a sentence or two, as lists show it. */
  summary: words.max(90),
  /** Further words it is to be found by. */
  keywords: z.array(words.max(12)).max(10).default([]),
  /** Place among the hot questions, 1 first; left out for those that are none. */
  hot: z.int().min(1).max(50).optional(),
  /** Questions to read next, by id. */
  related: z.array(z.int()).max(4).default([]),
  published: z.iso.date(),
  updated: z.iso.date(),
  /** Shown in development alone. */
  draft: z.boolean().default(false),
  /** Areas whose own text this is: there it takes the place of the general one of the same id. */
  areas: z.array(z.enum(areas)).min(1).optional(),
})
export type HelpHead = z.output<typeof helpSchema>
