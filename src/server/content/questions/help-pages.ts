import { asc } from 'drizzle-orm'
import type { Config } from '../../../config.ts'
import { helpQuestions } from '../../../db/tables/site-texts.ts'
import { selectAreaTexts } from '../../../domain/content/area-texts.ts'
import { findHelpCategory, hotCategory } from '../../../domain/content/help-categories.ts'
import { cachedReads } from '../../cached-reads.ts'
import type { Context } from '../../handler.ts'
import { isPublished } from '../published.ts'

/** A published question with its answer. */
export interface HelpPage {
  /** Number in its URL. */
  readonly id: number
  readonly category: number
  readonly title: string
  readonly summary: string
  readonly keywords: readonly string[]
  /** Rank among the hot questions; null for others. */
  readonly hot: number | null
  readonly related: readonly number[]
  /** Days as `2026-11-21`. */
  readonly published: string
  readonly updated: string
  /** Markdown. */
  readonly body: string
}

const cached = cachedReads<readonly HelpPage[]>({ tags: ['help'] })

type HelpContext = Pick<Context, 'db' | 'pages'> & { readonly config: Pick<Config, 'area'> }

/** The published questions of an area, by number, which is the order within categories. Cached. */
export const helpPages = ({ db, pages, config: { area } }: HelpContext): Promise<readonly HelpPage[]> =>
  cached({ db, pages }, `help ${area}`, async () => {
    const rows = await db
      .select({
        id: helpQuestions.number,
        category: helpQuestions.category,
        title: helpQuestions.title,
        summary: helpQuestions.summary,
        keywords: helpQuestions.keywords,
        hot: helpQuestions.hot,
        related: helpQuestions.related,
        areas: helpQuestions.areas,
        published: helpQuestions.publishedOn,
        updated: helpQuestions.changedOn,
        body: helpQuestions.content,
      })
      .from(helpQuestions)
      .where(isPublished(helpQuestions))
      .orderBy(asc(helpQuestions.number))
    return selectAreaTexts(rows, area).toSorted((a, b) => a.id - b.id)
  })

/** Questions of a category in order; category 1 collects the hot ones of all categories. */
export const listPagesIn = (pages: readonly HelpPage[], category: number): HelpPage[] =>
  category === hotCategory
    ? pages.filter(({ hot }) => hot !== null).toSorted((a, b) => (a.hot ?? 0) - (b.hot ?? 0))
    : pages.filter((page) => page.category === category)

/** Wire fields common to lists and details of questions. */
export const presentQuestion = (page: HelpPage) => ({
  questionId: page.id,
  title: page.title,
  summary: page.summary,
  categoryId: page.category,
  categoryName: findHelpCategory(page.category)?.name ?? '',
  updatedAt: page.updated,
})
export const presentBrief = ({ id, title }: HelpPage) => ({ questionId: id, title })
