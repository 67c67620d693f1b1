import { agreementSchema } from '../../content/agreement-schema.ts'
import { announcementSchema } from '../../content/announcement-schema.ts'
import type { Config } from '../../config.ts'
import { helpCategories, hotCategory } from '../../domain/content/help-categories.ts'
import { links } from '../../domain/links.ts'
import { helpPages, pagesIn } from './questions/help-pages.ts'
import { readTexts } from './texts.ts'

/** A day in Shanghai as the moment at which it begins. */
const momentOf = (day: string) => new Date(`${day}T00:00:00+08:00`)

/** Texts that search engines are told of one by one, each with its last change: what stands in src/content. */
export function textUrls(config: Pick<Config, 'area'>): { readonly path: string; readonly at: Date }[] {
  const questions = helpPages({ area: config.area })
  const categories = helpCategories.flatMap(({ id }) => {
    const last = pagesIn(questions, id)
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
