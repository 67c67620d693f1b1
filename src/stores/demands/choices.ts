import { api } from '../../client/browser.ts'
import type { Category } from '../../contract/reference/reference.ts'
import { loadable } from '../loadable.ts'

/** Service categories below their root, loaded once per page. */
export const categoriesPart = loadable<readonly Category[]>()
export const serviceCategories = categoriesPart.state

export const loadServiceCategories = (): Promise<void> =>
  categoriesPart.load(async () => {
    const answer = await api.reference.categoriesFand({})
    return answer.ok ? { ok: true, content: answer.content[0]?.childList ?? [] } : answer
  })

/** Path from the first level to a category; empty when it is not in the tree. */
export function categoryPath(tree: readonly Category[], categoryId: number | null): readonly Category[] {
  for (const branch of tree) {
    if (branch.categoryId === categoryId) return [branch]
    const below = categoryPath(branch.childList, categoryId)
    if (below.length > 0) return [branch, ...below]
  }
  return []
}

/** First category whose name contains one of the keywords, in keyword order, higher levels first. */
export function findCategoryByWords(tree: readonly Category[], words: readonly string[]): Category | undefined {
  const level: Category[] = [...tree]
  const all: Category[] = []
  while (level.length > 0) {
    const next = level.shift()
    if (next === undefined) break
    all.push(next)
    level.push(...next.childList)
  }
  for (const word of words) {
    const found = all.find((category) => category.categoryName.includes(word))
    if (found !== undefined) return found
  }
  return undefined
}
