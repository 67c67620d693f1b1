import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { announcementSchema } from '../../../content/announcement-schema.ts'
import { helpSchema } from '../../../content/help-schema.ts'
import { friendLinksSchema, pageSchema } from '../../../content/page-schema.ts'
import type { Db } from '../../../db/open.ts'
import { facts } from '../../../db/tables/operations.ts'
import { announcements, friendLinks, helpQuestions, sitePages } from '../../../db/tables/site-texts.ts'
import { sitePageSlugs } from '../../../domain/content/site-pages.ts'
import { saveTexts } from '../entries/save-rows.ts'
import { readData, readTexts } from '../texts.ts'

/** Key of the digest of the files that were imported last. */
const importedKey = 'content.imported'

const statusOf = (draft: boolean) => (draft ? ('draft' as const) : ('published' as const))

function readFiles() {
  return {
    announcements: readTexts('announcements', announcementSchema).map(({ file, head, body }) => ({
      slug: file,
      title: head.title,
      summary: head.summary,
      topic: head.kind,
      publishedOn: head.published,
      changedOn: head.updated ?? '',
      content: body.trim(),
      status: statusOf(head.draft),
    })),
    questions: readTexts('help', helpSchema).map(({ file, head, body }) => ({
      slug: file,
      number: head.id,
      category: head.category,
      title: head.title,
      summary: head.summary,
      keywords: head.keywords,
      hot: head.hot ?? null,
      related: head.related,
      areas: head.areas ?? [],
      publishedOn: head.published,
      changedOn: head.updated,
      content: body.trim(),
      status: statusOf(head.draft),
    })),
    pages: ['rules', 'guides', 'about']
      .flatMap((folder) =>
        readTexts(folder, pageSchema).map(({ file, head, body }) => ({
          slug: `${folder}/${file}`,
          title: head.title,
          summary: head.summary,
          changedOn: head.updated,
          effectiveOn: head.effective ?? '',
          content: body.trim(),
        })),
      )
      .filter(({ slug }) => sitePageSlugs.some((known) => known === slug)),
    links: readData('friend-links.json', friendLinksSchema).map(({ id, ...link }) => ({ ...link, sort: id })),
  }
}

/**
 * Writes the texts of src/content into their tables: new ones, and changed ones that no operator edited. Does nothing
 * when no file changed since the last import. Returns whether something was written.
 */
export async function importTexts(db: Db): Promise<boolean> {
  const files = readFiles()
  const digest = createHash('sha256').update(JSON.stringify(files)).digest('base64url')
  const [known] = await db.select({ value: facts.value }).from(facts).where(eq(facts.key, importedKey))
  if (z.string().safeParse(known?.value).data === digest) return false
  await db.transaction(async (tx) => {
    await saveTexts(tx, announcements, 'slug', files.announcements)
    await saveTexts(tx, helpQuestions, 'slug', files.questions)
    await saveTexts(tx, sitePages, 'slug', files.pages)
    await saveTexts(tx, friendLinks, 'name', files.links)
    await tx
      .insert(facts)
      .values({ key: importedKey, value: digest })
      .onConflictDoUpdate({ target: facts.key, set: { value: digest } })
  })
  return true
}
