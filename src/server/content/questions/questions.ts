import type { questionsCalls } from '../../../contract/content/questions.ts'
import { createExcerpt, splitAtTerms } from '../../../domain/content/highlight.ts'
import { plainLines, getReadingMinutes } from '../../../domain/content/plain-text.ts'
import type { Handler } from '../../handler.ts'
import { searchHelpPages, getTerms } from './search-help-pages.ts'
import { helpPages, listPagesIn, presentQuestion, presentBrief } from './help-pages.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { helpCategories, helpMenu } from '../../../domain/content/help-categories.ts'

export const questions: Handler<typeof questionsCalls.questions> = async (input, { config }) => {
  const { categoryId, keyword, current, pageSize } = input
  const pages = helpPages(config)
  const within = categoryId === undefined ? pages : listPagesIn(pages, categoryId)
  const found = keyword === '' ? within : searchHelpPages(within, keyword)
  const terms = keyword === '' ? [] : getTerms(keyword)
  return {
    total: found.length,
    data: found.slice((current - 1) * pageSize, current * pageSize).map((page) => ({
      ...presentQuestion(page),
      titlePieces: splitAtTerms(page.title, terms),
      textPieces: splitAtTerms(
        keyword === '' ? page.summary : createExcerpt([page.summary, ...plainLines(page.body)], terms),
        terms,
      ),
    })),
  }
}

export const question: Handler<typeof questionsCalls.question> = async ({ questionId }, { config }) => {
  const pages = helpPages(config)
  const page = pages.find(({ id }) => id === questionId)
  if (page === undefined) throw new CallFailed('notFound')
  const beside = listPagesIn(pages, page.category)
  const at = beside.indexOf(page)
  const [previous, next] = [beside[at - 1], beside[at + 1]]
  return {
    ...presentQuestion(page),
    body: page.body,
    file: page.file,
    publishedAt: page.published,
    minutes: getReadingMinutes(page.body),
    previous: previous === undefined ? null : presentBrief(previous),
    next: next === undefined ? null : presentBrief(next),
    related: page.related.flatMap((id) => pages.filter((other) => other.id === id).map(presentBrief)),
  }
}

export const questionMenu: Handler<typeof questionsCalls.questionMenu> = async (_input, { config }) => {
  const pages = helpPages(config)
  return {
    data: helpMenu.map(({ name, ids }) => ({
      groupName: name,
      children: helpCategories
        .filter(({ id }) => ids.includes(id))
        .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
        .map(({ id, name: categoryName, intro }) => ({
          categoryId: id,
          categoryName,
          intro,
          count: listPagesIn(pages, id).length,
        })),
    })),
  }
}
