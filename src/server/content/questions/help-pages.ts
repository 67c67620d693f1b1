import type { Config } from '../../../config.ts'
import { helpSchema, type HelpHead } from '../../../content/help-schema.ts'
import { selectAreaTexts } from '../../../domain/content/area-texts.ts'
import { findHelpCategory, hotCategory } from '../../../domain/content/help-categories.ts'
import { readTexts } from '../texts.ts'

/** A question with its answer for an area. */
export interface HelpPage extends HelpHead {
  readonly file: string
  readonly body: string
}

/** Sorted by id, which is the order within categories. */
const readPages = (area: string, drafts: boolean): readonly HelpPage[] =>
  selectAreaTexts(
    readTexts('help', helpSchema).map(({ file, head, body }) => ({ ...head, file, body })),
    area,
    drafts,
  ).toSorted((a, b) => a.id - b.id)

const pageCache = new Map<string, readonly HelpPage[]>()

/** All questions of an area. Cached, except in development. */
export function helpPages({ area, drafts = false }: Pick<Config, 'area' | 'drafts'>): readonly HelpPage[] {
  if (drafts) return readPages(area, true)
  const pages = pageCache.get(area) ?? readPages(area, false)
  pageCache.set(area, pages)
  return pages
}

/** Questions of a category in order; category 1 collects the hot ones of all categories. */
export const listPagesIn = (pages: readonly HelpPage[], category: number): HelpPage[] =>
  category === hotCategory
    ? pages.filter(({ hot }) => hot !== undefined).toSorted((a, b) => (a.hot ?? 0) - (b.hot ?? 0))
    : pages.filter((page) => page.category === category)

/** Wire fields common to lists and details of questions. */
export const presentQuestion = (page: HelpPage) => ({
  questionId: page.id,
  title: page.title,
  summary: page.summary,
  draft: page.draft,
  categoryId: page.category,
  categoryName: findHelpCategory(page.category)?.name ?? '',
  updatedAt: page.updated,
})
export const presentBrief = ({ id, title }: HelpPage) => ({ questionId: id, title })
