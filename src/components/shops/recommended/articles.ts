import { getCollection, getEntry } from 'astro:content'

/** All articles on choosing and working with suppliers, the newest first. */
export async function listArticles() {
  const entries = await getCollection('articles')
  return entries
    .map(({ id, data }) => ({ ...data, id }))
    .toSorted((a, b) => b.updated.localeCompare(a.updated) || a.id.localeCompare(b.id))
}

/** Article by the id of a URL; undefined if the id is malformed. */
export const findArticle = (id: string) => (/^[a-z][a-z-]{1,60}$/.test(id) ? getEntry('articles', id) : undefined)
