import type { questionsCalls } from '../../../contract/content/questions.ts'
import { excerptOf, piecesOf } from '../../../domain/content/pieces.ts'
import { plainLines } from '../../../domain/content/plain-text.ts'
import type { Handler } from '../../handler.ts'
import { findPages, termsOf } from './find-pages.ts'
import { helpPages, pagesIn, rowOf } from './help-pages.ts'

export const questions: Handler<typeof questionsCalls.questions> = async (input, { config }) => {
  const { categoryId, keyword, current, pageSize } = input
  const pages = helpPages(config)
  const within = categoryId === undefined ? pages : pagesIn(pages, categoryId)
  const found = keyword === '' ? within : findPages(within, keyword)
  const terms = keyword === '' ? [] : termsOf(keyword)
  return {
    total: found.length,
    data: found.slice((current - 1) * pageSize, current * pageSize).map((page) => ({
      ...rowOf(page),
      titlePieces: piecesOf(page.title, terms),
      textPieces: piecesOf(
        keyword === '' ? page.summary : excerptOf([page.summary, ...plainLines(page.body)], terms),
        terms,
      ),
    })),
  }
}
