import { links } from '../links.ts'

/** A category in calls (specification 3); four levels are rendered. */
export type Category = {
  readonly categoryId: number | string
  readonly categoryName: string
  readonly childList?: readonly Category[] | null | undefined
}

/** Children of a category; empty if the call returned null. */
export const childrenOf = (category: Category | undefined): readonly Category[] => category?.childList ?? []

/** Categories of the menu: at most three children of the first item. Specification 2.3. */
export const menuCategories = (categories: readonly Category[]): readonly Category[] =>
  childrenOf(categories[0]).slice(0, 3)

/** URL of a category at a level of the menu. */
export function categoryLink(level: 1 | 2 | 3 | 4, { categoryId }: Category): string {
  if (level === 2) return links.serviceList({ fieldLevel2Id: categoryId })
  return level === 3 ? links.serviceList({ fieldLevel3Id: categoryId }) : links.serviceList({ id: categoryId })
}
