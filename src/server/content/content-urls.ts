import { agreementSchema } from '../../content/agreement-schema.ts'
import { announcementSchema } from '../../content/announcement-schema.ts'
import type { Config } from '../../config.ts'
import { helpCategories, hotCategory } from '../../domain/content/help-categories.ts'
import { links } from '../../domain/links.ts'
import { helpPages, listPagesIn } from './questions/help-pages.ts'
import { readTexts } from './texts.ts'

/** Start of a day in Asia/Shanghai. */
const momentOf = (day: string) => new Date(`${day}T00:00:00+08:00`)

/** Sitemap entries of the texts in src/content, with their last change. */
export function listContentUrls(config: Pick<Config, 'area'>): { readonly path: string; readonly at: Date }[] {
  const questions = helpPages({ area: config.area })
  const categories = helpCategories.flatMap(({ id }) => {
    const last = listPagesIn(questions, id)
      .map(({ updated }) => updated)
      .toSorted()
      .at(-1)
    return id === hotCategory || last === undefined ? [] : [{ path: links.helpList(id), at: momentOf(last) }]
  })
  const announced = readTexts('announcements', announcementSchema)
    .filter(({ head }) => !head.draft)
    .map(({ file, head }) => ({ path: links.announcement(file), at: momentOf(head.updated ?? head.published) }))
  return [
    ...categories,
    ...questions.map(({ id, updated }) => ({ path: links.helpArticle(id), at: momentOf(updated) })),
    ...announced,
    ...readTexts('agreements', agreementSchema).map(({ head: { doc, effective } }) => ({
      path: doc === 'privacy' ? links.platformRules(2) : links.agreement(doc),
      at: momentOf(effective),
    })),
  ]
}
