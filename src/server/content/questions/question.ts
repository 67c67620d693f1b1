import type { questionsCalls } from '../../../contract/content/questions.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { minutesOf } from '../../../domain/content/plain-text.ts'
import type { Handler } from '../../handler.ts'
import { briefOf, helpPages, pagesIn, rowOf } from './help-pages.ts'

export const question: Handler<typeof questionsCalls.question> = async ({ questionId }, { config }) => {
  const pages = helpPages(config)
  const page = pages.find(({ id }) => id === questionId)
  if (page === undefined) throw new CallFailed('notFound')
  const beside = pagesIn(pages, page.category)
  const at = beside.indexOf(page)
  const [previous, next] = [beside[at - 1], beside[at + 1]]
  return {
    ...rowOf(page),
    ...{ body: page.body, file: page.file, publishedAt: page.published, minutes: minutesOf(page.body) },
    previous: previous === undefined ? null : briefOf(previous),
    next: next === undefined ? null : briefOf(next),
    related: page.related.flatMap((id) => pages.filter((other) => other.id === id).map(briefOf)),
  }
}
