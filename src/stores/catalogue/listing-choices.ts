import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Category } from '../../contract/reference/reference.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { loadable } from '../loaded.ts'

const tree = loadable<readonly Category[]>()
/** Categories of the form's kind, below their root. */
export const categories = tree.state

/** Reads the categories of one kind: a page has one form. */
export const loadCategories = (kind: ListingKind): Promise<void> =>
  tree.load(async () => {
    const answer = await api.reference.categoriesFand({})
    return answer.ok ? { ok: true, content: answer.content[kind === 'service' ? 0 : 1]?.childList ?? [] } : answer
  })

export interface FoundCategory {
  readonly categoryId: number
  /** From the first level down: 药效 / 肿瘤 / 移植瘤. */
  readonly words: string
}

/** Categories whose name or way down holds the words, the best matches first; 20 at most. */
export function findCategories(all: readonly Category[], typed: string): readonly FoundCategory[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return []
  const named: FoundCategory[] = []
  const below: FoundCategory[] = []
  const look = (list: readonly Category[], above: string): void => {
    for (const { categoryId, categoryName, childList } of list) {
      const words = above === '' ? categoryName : `${above} / ${categoryName}`
      if (categoryName.toLowerCase().includes(wanted)) named.push({ categoryId, words })
      else if (words.toLowerCase().includes(wanted)) below.push({ categoryId, words })
      look(childList, words)
    }
  }
  look(all, '')
  return [...named, ...below].slice(0, 20)
}

/** Tags of the shop's approved certificates, and the words of what a shop can do. */
export interface ShopWords {
  readonly tags: readonly string[]
  readonly capabilities: readonly string[]
}
export const shopWords = atom<ShopWords>({ tags: [], capabilities: [] })

/** Reads what may be chosen for this shop. What cannot be read is not offered; what was chosen before stays. */
export async function loadShopWords(shopId: number): Promise<void> {
  const [shop, words] = await Promise.all([
    api.shops.shopInfo({ shopId }),
    api.reference.dictionaryKey({ dictKey: 'CAPABILITY_TAG' }),
  ])
  shopWords.set({
    tags: shop.ok ? shop.content.tags : [],
    capabilities: words.ok
      ? words.content.flatMap(({ dictText, children }) =>
          children.length === 0 ? [dictText] : children.map((each) => each.dictText),
        )
      : [],
  })
}

/** Names of brands to choose from while typing one. */
export const brands = atom<readonly string[]>([])

/** Reads the brands of a category; without them a brand is simply typed. */
export async function loadBrands(): Promise<void> {
  const answer = await api.catalogue.productBrands({})
  if (answer.ok) brands.set(answer.content.map(({ brandName }) => brandName))
}
