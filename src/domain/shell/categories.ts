import { links } from '../links.ts'

/** A category as the calls give it (specification 3); four levels are drawn. */
export type Category = {
  readonly categoryId: number | string
  readonly categoryName: string
  readonly childList?: readonly Category[] | null | undefined
}

/** Children of a category, none where the call gave null. */
export const childrenOf = (category: Category | undefined): readonly Category[] => category?.childList ?? []

/** What the menu shows: of the first item's children three at most. Specification 2.3. */
export const menuCategories = (categories: readonly Category[]): readonly Category[] =>
  childrenOf(categories[0]).slice(0, 3)

/** Where a category of a level of the menu leads. */
export function categoryLink(level: 1 | 2 | 3 | 4, { categoryId }: Category): string {
  if (level === 2) return links.serviceList({ fieldLevel2Id: categoryId })
  return level === 3 ? links.serviceList({ fieldLevel3Id: categoryId }) : links.serviceList({ id: categoryId })
}
