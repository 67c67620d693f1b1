import type { Config } from '../../../config.ts'
import { helpSchema, type HelpHead } from '../../../content/help-schema.ts'
import { textsOf } from '../../../domain/content/area-texts.ts'
import { helpCategoryOf, hotCategory } from '../../../domain/content/help-categories.ts'
import { readTexts } from '../texts.ts'

/** A question with its answer, as this area shows it. */
export interface HelpPage extends HelpHead {
  readonly file: string
  readonly body: string
}

/** In the order of their ids, which is the order of their categories' lists. */
const read = (area: string, drafts: boolean): readonly HelpPage[] =>
  textsOf(
    readTexts('help', helpSchema).map(({ file, head, body }) => ({ ...head, file, body })),
    area,
    drafts,
  ).toSorted((a, b) => a.id - b.id)

const known = new Map<string, readonly HelpPage[]>()

/** All questions of this area. Read once; in development each time, so that an editor sees what was just written. */
export function helpPages({ area, drafts = false }: Pick<Config, 'area' | 'drafts'>): readonly HelpPage[] {
  if (drafts) return read(area, true)
  const pages = known.get(area) ?? read(area, false)
  known.set(area, pages)
  return pages
}

/** The questions of a category in its order; of category 1 the hot ones of all. */
export const pagesIn = (pages: readonly HelpPage[], category: number): HelpPage[] =>
  category === hotCategory
    ? pages.filter(({ hot }) => hot !== undefined).toSorted((a, b) => (a.hot ?? 0) - (b.hot ?? 0))
    : pages.filter((page) => page.category === category)

/** What lists and details tell of a question alike. */
export const rowOf = (page: HelpPage) => ({
  ...{ questionId: page.id, title: page.title, summary: page.summary, draft: page.draft },
  categoryId: page.category,
  categoryName: helpCategoryOf(page.category)?.name ?? '',
  updatedAt: page.updated,
})
export const briefOf = ({ id, title }: HelpPage) => ({ questionId: id, title })
