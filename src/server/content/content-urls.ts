import { agreementSchema } from '../../content/agreement-schema.ts'
import { announcements } from '../../db/tables/site-texts.ts'
import { helpCategories, hotCategory } from '../../domain/content/help-categories.ts'
import { links } from '../../domain/links.ts'
import type { Runtime } from '../runtime.ts'
import { isPublished } from './published.ts'
import { helpPages, listPagesIn } from './questions/help-pages.ts'
import { announcementKey } from './site-texts/site-texts.ts'
import { readTexts } from './texts.ts'

/** Start of a day in Asia/Shanghai. */
const momentOf = (day: string) => new Date(`${day}T00:00:00+08:00`)

/** Sitemap entries of help, announcements and agreements, with their last change. */
export async function listContentUrls(
  context: Pick<Runtime, 'config' | 'db' | 'pages'>,
): Promise<{ readonly path: string; readonly at: Date }[]> {
  const questions = await helpPages(context)
  const categories = helpCategories.flatMap(({ id }) => {
    const last = listPagesIn(questions, id)
      .map(({ updated }) => updated)
      .toSorted()
      .at(-1)
    return id === hotCategory || last === undefined ? [] : [{ path: links.helpList(id), at: momentOf(last) }]
  })
  const announced = await context.db
    .select({ key: announcementKey, publishedOn: announcements.publishedOn, changedOn: announcements.changedOn })
    .from(announcements)
    .where(isPublished(announcements))
    .orderBy(announcements.id)
  return [
    ...categories,
    ...questions.map(({ id, updated }) => ({ path: links.helpArticle(id), at: momentOf(updated) })),
    ...announced.map(({ key, publishedOn, changedOn }) => ({
      path: links.announcement(key),
      at: momentOf(changedOn || publishedOn),
    })),
    ...readTexts('agreements', agreementSchema).map(({ head: { doc, effective } }) => ({
      path: doc === 'privacy' ? links.platformRules(2) : links.agreement(doc),
      at: momentOf(effective),
    })),
  ]
}
