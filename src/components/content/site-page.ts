import type { SitePageSlug } from '../../domain/content/site-pages.ts'
import { headingsOf, markdownBlocks } from '../../domain/content/rich-text.ts'

/** Rules, a guide or a page about the platform, with its blocks and headings. Throws if it cannot be read. */
export async function readSitePage({ content }: Pick<App.Locals['api'], 'content'>, slug: SitePageSlug) {
  const answer = await content.sitePage({ slug })
  if (!answer.ok) throw new Error(`The page ${slug} was not read: ${answer.failure.message}`)
  const blocks = markdownBlocks(answer.content.body)
  return { ...answer.content, blocks, headings: headingsOf(blocks) }
}
