import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Category } from '../../contract/reference/reference.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { loadable } from '../loadable.ts'
import { loadPlatformEnum } from '../reference/platform-enums.ts'

const tree = loadable<readonly Category[]>()
/** Category tree of the form's kind, without the root. */
export const categories = tree.state

/** Loads the categories of one kind; a page has one form. */
export const loadCategories = (kind: ListingKind): Promise<void> =>
  tree.load(async () => {
    const answer = await api.reference.categoriesFand({})
    return answer.ok ? { ok: true, content: answer.content[kind === 'service' ? 0 : 1]?.childList ?? [] } : answer
  })

export interface FoundCategory {
  readonly categoryId: number
  /** Category path: 药效 / 肿瘤 / 移植瘤. */
  readonly path: string
}

/** Categories whose name or path contains the keywords, best matches first; at most 20. */
export function findCategories(all: readonly Category[], typed: string): readonly FoundCategory[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return []
  const named: FoundCategory[] = []
  const below: FoundCategory[] = []
  const search = (list: readonly Category[], above: string): void => {
    for (const { categoryId, categoryName, childList } of list) {
      const words = above === '' ? categoryName : `${above} / ${categoryName}`
      if (categoryName.toLowerCase().includes(wanted)) named.push({ categoryId, path: words })
      else if (words.toLowerCase().includes(wanted)) below.push({ categoryId, path: words })
      search(childList, words)
    }
  }
  search(all, '')
  return [...named, ...below].slice(0, 20)
}

/** Tags of the shop's approved certificates, and its capability tags. */
export interface ShopTags {
  readonly tags: readonly string[]
  readonly capabilities: readonly string[]
}
export const shopTags = atom<ShopTags>({ tags: [], capabilities: [] })

/** Loads the tags available to this shop. Tags that fail to load are not offered; earlier selections stay. */
export async function loadShopTags(shopId: number): Promise<void> {
  const [shop, words] = await Promise.all([api.shops.shopInfo({ shopId }), loadPlatformEnum('CAPABILITY_TAG')])
  shopTags.set({
    tags: shop.ok ? shop.content.tags : [],
    capabilities: words.ok
      ? words.content.flatMap(({ dictText, children }) =>
          children.length === 0 ? [dictText] : children.map((each) => each.dictText),
        )
      : [],
  })
}

/** Brand suggestions. */
export const brands = atom<readonly string[]>([])

/** Loads the brands of a category; without them the brand is free text. */
export async function loadBrands(): Promise<void> {
  const answer = await api.catalogue.productBrands({})
  if (answer.ok) brands.set(answer.content.map(({ brandName }) => brandName))
}
